// The built-in sources: used where none is configured.
import { minorFromWire } from '../core/money.ts';
import type { BureauAnswer } from '../core/risk/decide-credit.ts';
import { builtInRegister } from './built-in-register.ts';
import { sandboxRegister, silentRegister } from './profile-register.ts';
import type { Sources } from './sources.ts';

const verdicts: Readonly<Record<string, Exclude<BureauAnswer['verdict'], 'limited' | 'historyAlone'>>> = {
  reject: 'negative',
  underage: 'underage',
  chargebackpresent: 'chargeback',
  strongcustomerauthentication: 'authenticate',
  review: 'review',
};

/** What a person who is rejected is given of the register that led to it. */
const known = {
  register: 'Sandbox credit bureau, Teststrasse 1, 00000 Nowhere',
  categories: ['paymentHistory', 'openDebts'],
} as const;

/** The sandbox's bureau: the first name steers what it says (C44). It is never wired in live mode. */
const personaBureau: Sources['bureau'] = {
  ask({ customer }) {
    const name = (customer.firstName ?? '').trim().toLowerCase();
    if (/^\d{1,9}$/.test(name)) return Promise.resolve({ ...known, verdict: 'limited', limitMinor: minorFromWire(Number(name)) });
    const verdict = Object.hasOwn(verdicts, name) ? (verdicts[name] ?? 'clear') : 'clear';
    return Promise.resolve(verdict === 'clear' ? { verdict } : { ...known, verdict });
  },
};

/** The sandbox's registers confirm every person: not being in a register must not spoil a trial. */
const kindRegisters: Pick<Sources, 'population' | 'addresses'> = {
  population: { ask: () => Promise.resolve('found') },
  addresses: { ask: () => Promise.resolve('known') },
};

/** Live mode without sources: nothing is known. */
export const silentSources: Sources = {
  bureau: { ask: () => Promise.resolve({ verdict: 'silent' }) },
  population: { ask: () => Promise.resolve('silent') },
  addresses: { ask: () => Promise.resolve('silent') },
  places: builtInRegister,
  profiles: silentRegister,
};

export const sandboxSources: Sources = {
  bureau: personaBureau,
  ...kindRegisters,
  places: builtInRegister,
  profiles: sandboxRegister,
};
