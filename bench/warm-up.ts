// Services that have run for a while, as they are when their speed matters.
import { installmentPlansRequest, paymentMethodsRequest } from './bodies.ts';
import type { Book } from './fill.ts';
import { asking, type Bench, captureFrom, load, type Served } from './measuring.ts';
import type { Work } from './requests.ts';

/**
 * A service that has run for a while: every kind of request so often that Node has compiled what it runs. Without it the first rows
 * are those of a start, which nobody waits for but once.
 */
export async function warmUp(bench: Bench, served: Served): Promise<void> {
  const { book } = served;
  await sendInTurn(bench, served, [
    ...writesOf(book),
    { kind: 'send', method: 'GET', paths: [`/api/v3/orders/${book.numberOf(1)}`] },
    asking('/api/v3/checkout/payment-methods', paymentMethodsRequest),
    asking('/api/v3/lookup/installment-plans', installmentPlansRequest),
  ]);
}

/** A service that is measured only by what it writes. */
export const warmUpForWrites = (bench: Bench, served: Served): Promise<void> => sendInTurn(bench, served, writesOf(served.book));

const writesOf = (book: Book): readonly Work[] => [
  captureFrom(book),
  { kind: 'authorize', mark: `warm-${Math.round(performance.now())}` },
];

async function sendInTurn(bench: Bench, { service: { url } }: Served, works: readonly Work[]): Promise<void> {
  for (const [index, work] of works.entries()) {
    bench.progress(`the service warms up: ${index + 1} of ${works.length}`);
    await load({ url, connections: 32, work, warmUpSeconds: 0, seconds: 2 * bench.seconds });
  }
}
