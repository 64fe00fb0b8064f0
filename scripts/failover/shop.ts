// A shop that repeats each request under its idempotency key until it is answered, and keeps what was acknowledged.
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';

export interface Acknowledged {
  readonly path: string;
  readonly key: string;
  readonly body: object | undefined;
  readonly text: string;
}

export type Json = Readonly<Record<string, unknown>>;

/** What happened at one service, with the time of performance.now(). */
export interface Happened {
  readonly at: number;
  readonly service: string;
  readonly kind: 'write' | 'read';
  /** 0: no answer. */
  readonly status: number;
  readonly milliseconds: number;
}

/** As shops give up. */
const longestMs = 20_000;
const pauseMs = 200;

export interface Shop {
  post(path: string, key: string, body?: object): Promise<Json>;
  get(path: string): Promise<Json>;
  /** Once, however it ends. */
  probe(path: string): Promise<void>;
  /** Is what was answered repeated, byte for byte? */
  isRepeated(answer: Acknowledged): Promise<boolean>;
  close(): Promise<void>;
}

export function createShop(service: string, url: string, seen: Happened[], acknowledged: Acknowledged[]): Shop {
  const pool = new Pool(url, { connections: 200, headersTimeout: longestMs, bodyTimeout: longestMs });
  const ask = async (method: 'GET' | 'POST', path: string, key?: string, body?: object) => {
    const since = performance.now();
    const happened = (status: number): void => {
      const at = performance.now();
      seen.push({ at, service, kind: method === 'GET' ? 'read' : 'write', status, milliseconds: at - since });
    };
    try {
      const answer = await pool.request({
        method,
        path,
        headers: {
          'x-auth-key': 'sandbox-de',
          ...(body && { 'content-type': 'application/json' }),
          ...(key !== undefined && { 'idempotency-key': key }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await answer.body.text();
      happened(answer.statusCode);
      return { status: answer.statusCode, text, replayed: answer.headers['idempotent-replayed'] === 'true' };
    } catch {
      happened(0);
      return { status: 0, text: '', replayed: false };
    }
  };
  const untilAnswered = async (method: 'GET' | 'POST', path: string, key?: string, body?: object) => {
    for (;;) {
      const answer = await ask(method, path, key, body);
      if (answer.status === 200) return answer.text;
      // 409: the same request still runs.
      if (answer.status !== 0 && answer.status < 500 && answer.status !== 409)
        throw new Error(`${method} ${path} (${key}): ${answer.status} ${answer.text.slice(0, 500)}`);
      await pause(pauseMs);
    }
  };
  return {
    async post(path, key, body) {
      const text = await untilAnswered('POST', path, key, body);
      acknowledged.push({ path, key, body, text });
      return JSON.parse(text) as Json;
    },
    get: async (path) => JSON.parse(await untilAnswered('GET', path)) as Json,
    async probe(path) {
      await ask('GET', path);
    },
    async isRepeated({ path, key, body, text }) {
      const answer = await ask('POST', path, key, body);
      return answer.status === 200 && answer.text === text && answer.replayed;
    },
    close: () => pool.close(),
  };
}
