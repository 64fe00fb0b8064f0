// Limits of customers: what an authorization answers, and what is held and owed.
import { type AuthorizeBody, authorizeBody, item, type TestApp } from './app.ts';
import type { Buyer } from './people.ts';

/** The body of an authorization of one item of some cents in Germany. */
export const orderOf = (customer: Partial<Buyer>, cents: number): AuthorizeBody =>
  authorizeBody('DE', { customer, items: [item('DE', 'A', cents)] });

/** The outcome of authorizing one item of some cents, with the codes and action codes of its messages. */
export async function outcomeOf(app: TestApp, customer: Partial<Buyer>, cents = 10_000): Promise<unknown[]> {
  const { body } = await app.ask('POST', '/api/v3/checkout/authorize', orderOf(customer, cents));
  const messages = (body['riskCheckMessages'] ?? []) as { code: string; actionCode: string }[];
  return [body['outcome'], ...messages.flatMap(({ code, actionCode }) => [code, actionCode])];
}
export const accepted = ['Accepted'];
export const tooMuch = ['Rejected', '200.903', 'OfferSecurePaymentMethods'];

/** All that is held and owed by customers, as one text. */
export const exposures = async (app: TestApp): Promise<string> =>
  JSON.stringify(await app.query('select * from exposures order by customer_key, currency'));

/** Orders in euro up to the largest amount of the interface; the policy of the demo shop ends at 1 000 EUR. */
export async function raiseLimits(app: TestApp): Promise<void> {
  const limit = { orderMinor: '99999999999', customerMinor: '9999999999999' };
  await app.query(
    `update merchants set contract = jsonb_set(contract::jsonb, '{policy,limits}', contract::jsonb #> '{policy,limits}' || $1)::json`,
    JSON.stringify({ EUR: limit }),
  );
  app.deps.auth.forget();
}
