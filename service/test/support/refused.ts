// How a request about an order is refused.
import { expect } from 'vitest';
import { path, type TestApp } from './app.ts';

/** Status, codes and the first field of what is answered to a step of an order. */
export async function refusalOf(app: TestApp, number: string, rest: string, body?: unknown): Promise<unknown[]> {
  const answer = await app.ask('POST', path(number, rest), body);
  return [answer.status, answer.messages.map(({ code }) => code).join(), answer.messages[0]?.['fieldReference']];
}

/** Refused as a slip, and nothing was written; what of the body is named, and what it is taken for. */
export async function slipOf(app: TestApp, url: string, body: unknown, key = 'sandbox-de'): Promise<unknown[]> {
  const before = await app.rowCounts();
  const answer = await app.ask('POST', url, body, { key });
  expect([body, answer.status, answer.messages[0]?.['code']]).toEqual([body, 400, '400.001']);
  expect(await app.rowCounts()).toEqual(before);
  const { fieldReference, message } = answer.messages[0] ?? {};
  return [fieldReference, /the nearest is ([^)]+)\)$/.exec(String(message))?.[1]];
}
