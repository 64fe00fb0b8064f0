// The built-in twins of the credit bureau.
import { minorFromWire } from '../core/money.ts';
import type { BureauAnswer } from '../core/risk.ts';
import type { Bureau } from './sources.ts';

const verdicts: Readonly<Record<string, Exclude<BureauAnswer['verdict'], 'limited'>>> = {
  reject: 'negative',
  underage: 'underage',
  chargebackpresent: 'chargeback',
  strongcustomerauthentication: 'authenticate',
  review: 'review',
};

/** The sandbox's bureau: the first name steers what it says (C44). It is never wired in live mode. */
export const personaBureau: Bureau = {
  ask(customer) {
    const name = (customer.firstName ?? '').trim().toLowerCase();
    if (/^\d{1,9}$/.test(name)) return Promise.resolve({ verdict: 'limited', limitMinor: minorFromWire(Number(name)) });
    return Promise.resolve({ verdict: Object.hasOwn(verdicts, name) ? (verdicts[name] ?? 'clear') : 'clear' });
  },
};

/** Live mode without a bureau configured: nothing is known. */
export const silentBureau: Bureau = { ask: () => Promise.resolve({ verdict: 'silent' }) };
