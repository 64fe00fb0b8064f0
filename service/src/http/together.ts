// Answers that are ready in one turn of the event loop leave together at its end, not each in the middle of the next one's work: a
// client that is woken by every answer takes the processor from who makes them, and the answers after the first cost half as much.
import type { FastifyInstance } from 'fastify';

export function answerTogether(app: FastifyInstance): void {
  const ready: (() => void)[] = [];
  const sendAll = (): void => {
    for (const send of ready.splice(0)) send();
  };
  app.addHook('onSend', (_request, _reply, payload, done) => {
    // A stream is listened to at once: it may fail before the turn is over.
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return done();
    ready.push(done);
    if (ready.length === 1) setImmediate(sendAll);
  });
}
