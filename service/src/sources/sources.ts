// The only outgoing calls. Each source is an interface with a built-in twin and a time limit; silence is a fact for the
// decision, never an exception (design 4).
import type { PlacesOf } from '../core/address/address.ts';
import type { BureauAnswer } from '../core/risk.ts';
import type { CheckoutCustomer } from '../wire/customers.ts';

export interface Bureau {
  /** What is known of a person's credit. */
  ask(customer: CheckoutCustomer): Promise<BureauAnswer>;
}

/** The register of postal codes and places, in memory: what is known to a merchant, without waiting. */
export interface PlaceRegister {
  placesFor(merchantId: string): PlacesOf;
}

export interface Sources {
  readonly bureau: Bureau;
  readonly places: PlaceRegister;
}

/** The answer, or silence when it does not come in time or comes as an error. */
export async function inTime(answer: Promise<BureauAnswer>, limitMs: number): Promise<BureauAnswer> {
  const silent: BureauAnswer = { verdict: 'silent' };
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<BureauAnswer>((resolve) => {
    timer = setTimeout(() => resolve(silent), limitMs);
  });
  try {
    return await Promise.race([answer, limit]);
  } catch {
    return silent;
  } finally {
    clearTimeout(timer);
  }
}
