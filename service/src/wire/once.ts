// What a request needs and what it decides ask for the same of its customer: it is made once, and kept while the request is.
import type { CountryCode } from '../core/countries/countries.ts';

type Hash = (text: string) => string;

/** Of whom it is made. */
interface Asking {
  readonly customer?: object;
  readonly deliveryCustomer?: object;
}

interface Kept<Made> {
  readonly deliveryCustomer: object | undefined;
  readonly country: CountryCode;
  readonly hash: Hash;
  readonly made: Made;
}

/** A function of nothing but a request's customers, the merchant's country and the hash: the same for the same ones, without making it again. */
export function oncePerCustomer<Asked extends Asking, Made>(
  make: (asked: Asked, country: CountryCode, hash: Hash) => Made,
): typeof make {
  const kept = new WeakMap<object, Kept<Made>>();
  return (asked, country, hash) => {
    const { customer, deliveryCustomer } = asked;
    const before = customer && kept.get(customer);
    if (before && before.deliveryCustomer === deliveryCustomer && before.country === country && before.hash === hash)
      return before.made;
    const made = make(asked, country, hash);
    if (customer) kept.set(customer, { deliveryCustomer, country, hash, made });
    return made;
  };
}
