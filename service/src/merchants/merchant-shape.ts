// A merchant as the operator sees and changes it.

import { businessTime, type MerchantOnClock } from '../core/merchant.ts';
import { refuse } from '../core/refusals.ts';
import type { Deps } from '../http/deps.ts';
import { instantToWire } from '../wire/instants.ts';
import { InstantText, Opt, type Static, Type } from '../wire/schema.ts';
import { findMerchant } from './find-merchant.ts';

export const Merchant = Type.Object(
  {
    id: Type.String(),
    organisationId: Opt(Type.String()),
    name: Type.String(),
    country: Type.String(),
    currency: Type.String(),
    language: Type.String(),
    timeZone: Type.String(),
    active: Type.Boolean({ description: 'Takes new orders.' }),
    deactivatedAt: Opt(InstantText()),
    contractVersion: Type.Number(),
    policyVersion: Type.String(),
    now: InstantText('The time it is for the merchant: in sandbox its test clock may be ahead.'),
  },
  { title: 'Merchant' },
);

export const example = {
  id: '0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b11',
  organisationId: '0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b10',
  name: 'Nordlicht Berlin',
  country: 'DE',
  currency: 'EUR',
  language: 'DE',
  timeZone: 'Europe/Berlin',
  active: true,
  contractVersion: 1,
  policyVersion: 'standard',
  now: '2026-11-20T09:30:00Z',
};

export function merchantToWire(merchant: MerchantOnClock, deps: Pick<Deps, 'clock'>): Static<typeof Merchant> {
  const { id, name, country, currency, language, timeZone, organisationId, deactivatedAt, contractVersion = 1 } = merchant;
  return {
    id,
    ...(organisationId && { organisationId }),
    name,
    country,
    currency,
    language,
    timeZone,
    active: merchant.active !== false,
    ...(typeof deactivatedAt === 'number' && { deactivatedAt: instantToWire(deactivatedAt) }),
    contractVersion,
    policyVersion: merchant.contract.policy.version,
    now: instantToWire(businessTime(merchant, deps.clock())),
  };
}

export async function changed(id: string, deps: Deps) {
  deps.auth.forget();
  const merchant = await findMerchant(id, deps);
  return merchant ? merchantToWire(merchant, deps) : refuse('merchant.not_found', 'merchantId');
}
