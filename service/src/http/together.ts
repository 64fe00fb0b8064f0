// Answers that are ready in one turn of the event loop leave together at its end, not each in the middle of the next one's work: a
// client that is woken by every answer takes the processor from who makes them, and the answers after the first cost half as much.
import type { FastifyInstance, FastifyReply } from 'fastify';

interface Ready {
  readonly reply: FastifyReply;
  readonly send: () => void;
}

export function answerTogether(app: FastifyInstance): void {
  const ready: Ready[] = [];
  const sendAll = (): void => {
    for (const { reply, send } of ready.splice(0)) {
      try {
        send();
      } catch (fault) {
        // A head that cannot be written, say: a fault of this request, and of no other that leaves with it.
        reply.send(fault);
      }
    }
  };
  app.addHook('onSend', (_request, reply, payload, done) => {
    // A stream is listened to at once: it may fail before the turn is over.
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return done();
    ready.push({ reply, send: done });
    if (ready.length === 1) setImmediate(sendAll);
  });
}
