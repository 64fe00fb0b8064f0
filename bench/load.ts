// The load generator, in a process of its own so that it does not share the service's event loop. It gets its plan as a message,
// answers with what it measured, and ends. One request is in flight on each connection; requests are bytes made beforehand and
// of an answer only status and length are read, because generator, service and database share the processors.
import { connect, type Socket } from 'node:net';
import { type Plan, requestsOf } from './requests.ts';
import { busyBetween, processorTime, stolenBetween, undisturbedParts } from './stolen.ts';

export interface Measured {
  /** Answered with 2xx. */
  readonly good: number;
  /** Other statuses, broken connections, time-outs. */
  readonly bad: number;
  /** The first of them. */
  readonly badExample: string;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Good answers in each part of the run (seriesSeconds). */
  readonly series: readonly number[];
  /** The 99th percentile of each part. */
  readonly p99MsSeries: readonly number[];
  /** What the host took of the processors in each part, as a share; empty where the system does not say it. */
  readonly stolenSeries: readonly number[];
  /** Ticks of all processors for each answer, by part: ours, the database's, this one's and whatever else ran. */
  readonly busySeries: readonly number[];
  /** The 99th percentile of the parts in which it took next to nothing; nothing where there are none. */
  readonly p99MsUndisturbed?: number;
  /** Processor time of the generator for each answer. */
  readonly ownMicroseconds: number;
}

const timeoutMs = 20_000;

interface Answer {
  readonly status: number;
  /** Bytes of head and body together. */
  readonly length: number;
}

/** Nothing while the head is not complete. */
function answerOf(bytes: Buffer): Answer | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const length = /\r\ncontent-length: *(\d+)/i.exec(bytes.toString('latin1', 0, end))?.[1];
  if (length === undefined) throw new Error('an answer without content-length');
  return { status: Number(bytes.toString('latin1', 9, 12)), length: end + 4 + Number(length) };
}

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

class Run {
  /** What answers took, by the part of the run in which they came. */
  readonly parts: number[][] = [];
  bad = 0;
  badExample = '';
  readonly #plan: Plan;
  readonly #url: URL;
  /** Of each connection. */
  readonly #requests: readonly (() => Buffer)[];
  readonly #begin: number;
  readonly #sockets = new Map<Socket, { since: number }>();

  constructor(plan: Plan) {
    this.#plan = plan;
    this.#url = new URL(plan.url);
    this.#requests = Array.from({ length: plan.connections }, (_none, index) => requestsOf(plan, index));
    this.#begin = performance.now();
  }

  get #from(): number {
    return this.#begin + this.#plan.warmUpSeconds * 1000;
  }
  get #until(): number {
    return this.#from + this.#plan.seconds * 1000;
  }
  get #partSeconds(): number {
    return this.#plan.seriesSeconds ?? this.#plan.seconds;
  }

  async measure(): Promise<Measured> {
    const connections = this.#requests.map((next, index) => this.#connection(next, index));
    const late = setInterval(() => this.#endLate(), 1000);
    await new Promise((done) => setTimeout(done, Math.max(0, this.#from - performance.now())));
    const before = process.cpuUsage();
    const hostSoFar = this.#watchHost();
    await new Promise((done) => setTimeout(done, this.#until - performance.now()));
    const { stolen: stolenSeries, busy } = hostSoFar();
    const { user, system } = process.cpuUsage(before);
    await Promise.all(connections);
    clearInterval(late);
    const { bad, badExample } = this;
    const parts = Array.from(this.parts, (part: number[] | undefined) => (part ?? []).sort((a, b) => a - b));
    const times = parts.flat().sort((a, b) => a - b);
    const undisturbed = undisturbedParts(stolenSeries)
      .flatMap((part) => parts[part] ?? [])
      .sort((a, b) => a - b);
    return {
      good: times.length,
      bad,
      badExample,
      seconds: this.#plan.seconds,
      p50Ms: quantile(times, 0.5),
      p99Ms: quantile(times, 0.99),
      series: parts.map((part) => part.length),
      p99MsSeries: parts.map((part) => quantile(part, 0.99)),
      stolenSeries,
      busySeries: busy.map((ticks, part) => ticks / Math.max(1, parts[part]?.length ?? 0)),
      ...(undisturbed.length > 0 && { p99MsUndisturbed: quantile(undisturbed, 0.99) }),
      ownMicroseconds: (user + system) / Math.max(1, times.length),
    };
  }

  /** Looks at what the host took in each part, and how long the processors worked; what is returned ends the last one. */
  #watchHost(): () => { readonly stolen: readonly number[]; readonly busy: readonly number[] } {
    const stolen: number[] = [];
    const busy: number[] = [];
    let last = processorTime();
    const endPart = (): void => {
      const now = processorTime();
      const share = stolenBetween(last, now);
      if (share !== undefined) stolen.push(share);
      if (last && now) busy.push(busyBetween(last, now));
      last = now;
    };
    const timer = setInterval(endPart, this.#partSeconds * 1000);
    return () => {
      clearInterval(timer);
      endPart();
      // The last tick of the clock may come right before the end: what is behind it is no part.
      const count = Math.ceil(this.#plan.seconds / this.#partSeconds);
      return { stolen: stolen.slice(0, count), busy: busy.slice(0, count) };
    };
  }

  #fault(text: string): void {
    this.bad += 1;
    this.badExample ||= text.slice(0, 400);
  }

  #endLate(): void {
    for (const [socket, { since }] of this.#sockets) if (performance.now() - since > timeoutMs) socket.destroy();
  }

  /** Ends when the time is over and nothing is in flight any more. */
  #connection(next: () => Buffer, index: number): Promise<void> {
    const { perSecond, connections } = this.#plan;
    let sent = 0;
    return new Promise((resolve) => {
      const open = (): void => {
        const socket = connect(Number(this.#url.port), this.#url.hostname);
        const flight = { since: Number.POSITIVE_INFINITY };
        let received: Buffer | undefined;
        let over = false;
        this.#sockets.set(socket, flight);
        const send = (): void => {
          const due = perSecond === undefined ? 0 : this.#begin + ((sent * connections + index) / perSecond) * 1000;
          const now = performance.now();
          if (Math.max(now, due) >= this.#until) {
            over = true;
            socket.end();
            return;
          }
          if (due > now) {
            setTimeout(send, due - now);
            return;
          }
          sent += 1;
          flight.since = due || now;
          socket.write(next());
        };
        socket.setNoDelay(true);
        socket.on('connect', send);
        socket.on('data', (bytes) => {
          received = received === undefined ? bytes : Buffer.concat([received, bytes]);
          const answer = answerOf(received);
          if (answer === undefined || received.length < answer.length) return;
          this.#take(answer, flight.since, received);
          received = undefined;
          flight.since = Number.POSITIVE_INFINITY;
          send();
        });
        socket.on('error', () => {});
        socket.on('close', () => {
          this.#sockets.delete(socket);
          if (over) return resolve();
          this.#fault('the connection was closed before its answer');
          if (performance.now() >= this.#until) resolve();
          else setTimeout(open, 50);
        });
      };
      open();
    });
  }

  #take({ status }: Answer, since: number, bytes: Buffer): void {
    const now = performance.now();
    if (status < 200 || status > 299) {
      this.#fault(bytes.toString());
      return;
    }
    if (now < this.#from || now >= this.#until) return;
    const place = Math.floor((now - this.#from) / 1000 / this.#partSeconds);
    this.parts[place] ??= [];
    this.parts[place].push(now - since);
  }
}

process.once('message', (plan: Plan) => {
  new Run(plan).measure().then(
    (measured) => process.send?.(measured, undefined, undefined, () => process.disconnect()),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
