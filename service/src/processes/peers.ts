// The processes that share one port (WORKERS) talk through the primary: what one changed the others forget, and what all
// of them count is added up by the one that is scraped. A process alone has no peers and needs no second way.
import cluster from 'node:cluster';

export interface Peers {
  /** Which of the processes this is, from 1; 0 when it is the only one. */
  readonly worker: number;
  /** Send to all other processes; no answer comes back. */
  send(topic: string, body?: unknown): void;
  on(topic: string, heard: (body: unknown) => void): void;
  /** What every process answers, this one first; a process that does not answer in time is left out. */
  ask(topic: string): Promise<unknown[]>;
  answer(topic: string, give: () => unknown): void;
}

/** What goes through the primary. */
export type Message =
  | { readonly kind: 'send'; readonly topic: string; readonly body: unknown }
  | { readonly kind: 'ask'; readonly topic: string; readonly id: number; readonly from?: number }
  /** Sent to the process that asked: so many others were asked. */
  | { readonly kind: 'asked'; readonly id: number; readonly count: number }
  | { readonly kind: 'answer'; readonly id: number; readonly to: number; readonly body: unknown };

const patienceMs = 1000;

export const alone: Peers = createPeers(0, () => false);

/** The peers of a worker; `deliver` is what reaches it from the primary. */
export function workerPeers(worker: number): Peers {
  return createPeers(worker, (message) => cluster.worker?.isConnected() === true && process.send?.(message) === true);
}

function createPeers(worker: number, send: (message: Message) => boolean): Peers {
  const heard = new Map<string, (body: unknown) => void>();
  const answers = new Map<string, () => unknown>();
  const open = new Map<number, { readonly got: unknown[]; count: number; readonly done: () => void }>();
  let asked = 0;
  const finish = (id: number): void => {
    const question = open.get(id);
    if (question && question.got.length >= question.count) question.done();
  };
  const give = async (topic: string): Promise<unknown> => answers.get(topic)?.();

  const receive = async (message: Message): Promise<void> => {
    if (message.kind === 'send') heard.get(message.topic)?.(message.body);
    if (message.kind === 'ask') send({ kind: 'answer', id: message.id, to: message.from ?? 0, body: await give(message.topic) });
    if (message.kind === 'asked') {
      const question = open.get(message.id);
      if (question) question.count = message.count;
      finish(message.id);
    }
    if (message.kind === 'answer') {
      open.get(message.id)?.got.push(message.body);
      finish(message.id);
    }
  };
  // What comes is ours to judge: a message of Node's own has no kind.
  if (worker > 0) process.on('message', (message: Message) => void receive(message).catch(() => undefined));

  return {
    worker,
    send: (topic, body) => void send({ kind: 'send', topic, body }),
    on: (topic, listener) => void heard.set(topic, listener),
    answer: (topic, giver) => void answers.set(topic, giver),
    async ask(topic) {
      const own = await give(topic);
      asked += 1;
      const id = asked;
      const got: unknown[] = [];
      if (worker === 0) return [own];
      await new Promise<void>((done) => {
        const timer = setTimeout(done, patienceMs);
        const enough = (): void => {
          clearTimeout(timer);
          done();
        };
        open.set(id, { got, count: Number.POSITIVE_INFINITY, done: enough });
        if (!send({ kind: 'ask', topic, id })) enough();
      });
      open.delete(id);
      return [own, ...got];
    },
  };
}
