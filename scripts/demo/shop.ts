// A shop's way to the service: JSON over HTTP, each call with a time limit.
export type Json = { readonly [name: string]: unknown };

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Json;
}

export interface Shop {
  post(path: string, body?: object, idempotencyKey?: string): Promise<Answer>;
  get(path: string): Promise<Answer>;
}

const limitMs = 10_000;

export function openShop(baseUrl: string, key: string): Shop {
  const ask = async (method: string, path: string, headers: Record<string, string>, body?: string): Promise<Answer> => {
    const response = await fetch(`${baseUrl}/api/v3${path}`, {
      method,
      headers: { 'x-auth-key': key, ...headers },
      signal: AbortSignal.timeout(limitMs),
      ...(body !== undefined && { body }),
    }).catch((error: unknown) => {
      throw new Error(`${method} ${path} got no answer within ${limitMs / 1000} s: ${reasonOf(error)}`);
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: objectOf(text) };
  };
  return {
    get: (path) => ask('GET', path, {}),
    post: (path, body, idempotencyKey) =>
      ask(
        'POST',
        path,
        { ...(body && { 'content-type': 'application/json' }), ...(idempotencyKey && { 'idempotency-key': idempotencyKey }) },
        body && JSON.stringify(body),
      ),
  };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message;
}

function objectOf(text: string): Json {
  try {
    const value: unknown = JSON.parse(text);
    // A refusal is a list of messages; the first says what matters most.
    const first: unknown = Array.isArray(value) ? value[0] : value;
    return typeof first === 'object' && first !== null ? (first as Json) : {};
  } catch {
    return {};
  }
}
