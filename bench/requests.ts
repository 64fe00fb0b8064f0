// What the load generator sends: its plan, and the bytes of each connection's requests.
import { authorizeRequest, key } from './bodies.ts';

export const authorizePath = '/api/v3/checkout/authorize';

/** New orders of new people, distinguished by the mark; or these requests again and again, shared out among the connections. */
export type Work =
  | { readonly kind: 'authorize'; readonly mark: string }
  | { readonly kind: 'send'; readonly method: 'GET' | 'POST'; readonly paths: readonly string[]; readonly body?: object };

export interface Plan {
  readonly url: string;
  readonly connections: number;
  /** Before anything is counted. */
  readonly warmUpSeconds: number;
  readonly seconds: number;
  readonly work: Work;
  /** Of several merchants, who share the connections evenly; that of the one German shop where they are left out. */
  readonly keys?: readonly string[];
  /** Sent at this pace, each request waiting for its moment and measured from it; as fast as answers come where it is left out. */
  readonly perSecond?: number;
  /** Answers are also counted for each part of so many seconds. */
  readonly seriesSeconds?: number;
}

/** Connection i belongs to merchant i % count, so that as many connections are each merchant's as the others'. */
export const merchantAt = (connection: number, count: number): number => connection % count;

/** So many new orders are made for each second of a run before it begins; of what is sent beyond that each when it is sent. */
const madeBeforePerSecond = 4000;

/** The requests of one connection, one after the other, made beforehand. */
export function requestsOf({ url, work, keys, connections, warmUpSeconds, seconds }: Plan, connection: number): () => Buffer {
  const { host } = new URL(url);
  const by = keys?.[merchantAt(connection, keys.length)] ?? key;
  const bytesOf = (method: string, path: string, body?: object): Buffer => {
    const text = body === undefined ? '' : JSON.stringify(body);
    const content = body === undefined ? '' : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n`;
    return Buffer.from(`${method} ${path} HTTP/1.1\r\nhost: ${host}\r\nx-auth-key: ${by}\r\n${content}\r\n${text}`);
  };
  let count = 0;
  if (work.kind === 'authorize') {
    const orderOf = (number: number): Buffer =>
      bytesOf('POST', authorizePath, authorizeRequest(`${work.mark}-${connection}-${number}`, 104.95));
    const before = Math.ceil((madeBeforePerSecond * (warmUpSeconds + seconds)) / connections);
    const made = Array.from({ length: before }, (_none, index) => orderOf(index + 1));
    return () => {
      count += 1;
      return made[count - 1] ?? orderOf(count);
    };
  }
  const shared = work.paths.filter((_path, place) => place % connections === connection % work.paths.length);
  const requests = (shared.length > 0 ? shared : work.paths).map((path) => bytesOf(work.method, path, work.body));
  return () => {
    count += 1;
    return requests[count % requests.length] as Buffer;
  };
}
