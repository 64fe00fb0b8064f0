// What we use of autocannon, which brings no types of its own.
declare module 'autocannon' {
  export interface Request {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    readonly setupRequest?: (request: Request) => Request;
  }
  export interface Client {
    setRequests(requests: readonly Request[]): void;
  }
  export interface Options {
    readonly url: string;
    readonly connections: number;
    readonly duration: number;
    readonly timeout: number;
    readonly setupClient: (client: Client) => void;
  }
  export interface Result {
    readonly duration: number;
    readonly errors: number;
    readonly timeouts: number;
  }
  export interface Run extends PromiseLike<Result> {
    on(event: 'response', listener: (client: Client, status: number, bytes: number, milliseconds: number) => void): void;
  }
  export default function autocannon(options: Options): Run;
}
