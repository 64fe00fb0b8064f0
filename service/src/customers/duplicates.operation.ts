import { comparableOfProfile, countryOfProfile } from '../core/customer.ts';
import { likelyDuplicate, likenessOf } from '../core/likeness.ts';
import type { MerchantOnClock } from '../core/merchant.ts';
import { compactNationalId } from '../core/party.ts';
import { Refusal } from '../core/refusals.ts';
import type { CustomerProfile } from '../core/rows.ts';
import type { Deps } from '../http/deps.ts';
import { whole } from '../http/filters.ts';
import { operation } from '../http/operation.ts';
import { cursorOf, keyParts, placeAfter } from '../http/paging.ts';
import { arrayText, opener } from '../store/table.ts';
import { DayText, Opt, Type } from '../wire/schema.ts';
import { customerProfiles, listAlikePairs, listProfileKeys, listProfilesByKey } from './profiles.sql.ts';

const Person = Type.Object(
  {
    customerNumber: Opt(Type.String()),
    name: Type.String(),
    birthDate: Opt(DayText()),
    email: Opt(Type.String()),
    phone: Opt(Type.String()),
    address: Opt(Type.String()),
  },
  { title: 'SeenCustomer' },
);

export const listDuplicateCustomers = operation({
  id: 'listDuplicateCustomers',
  method: 'GET',
  path: '/admin/v1/merchants/:merchantId/customers/duplicates',
  summary: 'Customers who are probably one person twice',
  about:
    'Nobody is merged by it. A page looks at `?limit=` customers and tells their pairs from `?minimum=` per cent (70) on; go on with `?after=` until `next` is missing, also where a page has no pairs.',
  scope: 'admin:read',
  query: { minimum: whole(0, 100, 'The least strength of a pair, in per cent.') },
  discloses: 'people',
  refusals: ['merchant.not_found', 'page.unknown'],
  answer: Type.Object({
    duplicates: Type.Array(
      Type.Object(
        { strength: Type.Number(), signs: Type.Array(Type.String()), one: Person, other: Person },
        { title: 'Duplicate' },
      ),
    ),
    next: Opt(Type.String()),
  }),
  async run({ merchant, query }, deps) {
    const { limit = 200, minimum = likelyDuplicate } = query;
    const after = placeAfter(query.after, [keyParts.text], ['']);
    if (after instanceof Refusal) return after;
    const [page] = await deps.db.read(listProfileKeys, merchant.id, ...after, limit);
    const pairs = await deps.db.read(listAlikePairs, merchant.id, ...after, limit);
    const people = await profilesOf(
      pairs.flatMap((pair) => [String(pair['one']), String(pair['other'])]),
      merchant,
      deps,
    );
    const duplicates = pairs
      .flatMap((pair) => {
        const one = people.get(String(pair['one']));
        const other = people.get(String(pair['other']));
        if (!one || !other) return [];
        const likeness = likenessOf(comparableOfProfile(one), comparableOfProfile(other), merchant.country);
        return likeness.strength >= minimum
          ? [{ ...likeness, signs: [...likeness.signs], one: shown(one), other: shown(other) }]
          : [];
      })
      .sort((a, b) => b.strength - a.strength);
    const more = Number(page?.['count'] ?? 0) === limit;
    return { duplicates, ...(more && { next: cursorOf(String(page?.['last'])) }) };
  },
});

type Seen = CustomerProfile & { readonly number: string | null };

async function profilesOf(keys: readonly string[], merchant: MerchantOnClock, deps: Deps): Promise<Map<string, Seen>> {
  if (keys.length === 0) return new Map();
  const rows = await deps.db.read(listProfilesByKey, merchant.id, arrayText('text', [...new Set(keys)]));
  const open = opener(merchant.id, deps.secrets);
  return new Map(
    rows.map((row) => {
      const seen = open(customerProfiles, row) as unknown as Seen;
      return [seen.customerKey, { ...seen, nationalIdKey: markOf(seen, merchant, deps) }];
    }),
  );
}

/** By the newest key, also where an older one hashed it when it was seen: two that differ are two people. */
const markOf = (seen: Seen, { country }: MerchantOnClock, { secrets }: Deps): string | null =>
  seen.nationalId === null ? null : secrets.hash(`id:${compactNationalId(seen.nationalId, country, countryOfProfile(seen))}`);

function shown(seen: Seen) {
  const { number, firstName, lastName, companyName, birthDate, email, mobilePhone, phone } = seen;
  const place = seen.address as Record<string, string> | null;
  const address =
    place && [place['street'], place['streetNumber'], place['postalCode'], place['postalPlace']].filter(Boolean).join(' ');
  const called = mobilePhone ?? phone;
  return {
    ...(number !== null && { customerNumber: number }),
    name: companyName ?? [firstName, lastName].filter(Boolean).join(' '),
    ...(birthDate !== null && { birthDate }),
    ...(email !== null && { email }),
    ...(called !== null && { phone: called }),
    ...(address && { address }),
  };
}
