// Customers as the operator sees them: who is probably one person twice, and making one of two.
import { answering } from '../core/changes.ts';
import { comparableOfProfile } from '../core/customer.ts';
import { likelyDuplicate, likenessOf } from '../core/likeness.ts';
import type { MerchantOnClock } from '../core/merchant.ts';
import { merge } from '../core/merge.ts';
import { Refusal, refuse } from '../core/refusals.ts';
import type { CustomerProfile } from '../core/rows.ts';
import type { Deps } from '../http/deps.ts';
import { operation } from '../http/operation.ts';
import { pageSize } from '../http/paging.ts';
import { findMerchant } from '../merchants/find-merchant.ts';
import { arrayText, openRow } from '../store/table.ts';
import { CutText, DayText, Opt, Text, Type } from '../wire/schema.ts';
import { customerProfiles, findCustomerByNumber, listAlikePairs, listProfileKeys, listProfilesByKey } from './profiles.sql.ts';

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

export const getDuplicates = operation({
  id: 'listDuplicateCustomers',
  method: 'GET',
  path: '/admin/v1/merchants/:merchantId/customers/duplicates',
  summary: 'Customers who are probably one person twice',
  about:
    'Nobody is merged by it. A page looks at `?limit=` customers and tells their pairs from `?minimum=` per cent (70) on; go on with `?after=` until `next` is missing, also where a page has no pairs.',
  scope: 'admin:read',
  refusals: ['merchant.not_found'],
  answer: Type.Object({
    duplicates: Type.Array(
      Type.Object(
        { strength: Type.Number(), signs: Type.Array(Type.String()), one: Person, other: Person },
        { title: 'Duplicate' },
      ),
    ),
    next: Opt(Type.String()),
  }),
  async run({ params, query }, deps) {
    const merchant = await findMerchant(params['merchantId'] ?? '', deps);
    if (!merchant) return refuse('merchant.not_found', 'merchantId');
    const after = Buffer.from(query['after'] ?? '', 'base64url')
      .toString('utf8')
      .replaceAll('\0', '');
    const limit = pageSize(query, 200);
    const minimum = /^\d{1,3}$/.test(query['minimum'] ?? '') ? Number(query['minimum']) : likelyDuplicate;
    const [page] = await deps.db.read(listProfileKeys, merchant.id, after, limit);
    const pairs = await deps.db.read(listAlikePairs, merchant.id, after, limit);
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
    return { duplicates, ...(more && { next: Buffer.from(String(page?.['last'])).toString('base64url') }) };
  },
});

type Seen = CustomerProfile & { readonly number: string | null };

async function profilesOf(keys: readonly string[], merchant: MerchantOnClock, deps: Deps): Promise<Map<string, Seen>> {
  if (keys.length === 0) return new Map();
  const rows = await deps.db.read(listProfilesByKey, merchant.id, arrayText('text', [...new Set(keys)], deps.secrets));
  return new Map(
    rows.map((row) => [String(row['customerKey']), openRow(customerProfiles, row, deps.secrets) as unknown as Seen]),
  );
}

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

export const mergeCustomers = operation({
  id: 'mergeCustomers',
  method: 'POST',
  path: '/admin/v1/merchants/:merchantId/customers/:customerNumber/merge',
  summary: 'Make one customer of two',
  about:
    'The customer of the address is merged into the one of the body: what both owe is one person’s from now on, and either number means that person. It cannot be undone.',
  scope: 'admin:write',
  refusals: ['merchant.not_found', 'customer.not_found', 'customer.same'],
  body: Type.Object({ into: Text(100, 'The customer number that stays.'), reason: CutText(500) }, { title: 'MergeCustomers' }),
  answer: Type.Object({ customerNumber: Opt(Type.String({ description: 'The customer both are now.' })) }),
  async run({ params, body, actor, requestId }, deps) {
    const merchant = await findMerchant(params['merchantId'] ?? '', deps);
    if (!merchant) return refuse('merchant.not_found', 'merchantId');
    const from = await keyOf(params['customerNumber'] ?? '', merchant, deps);
    if (from === undefined) return refuse('customer.not_found', 'customerNumber');
    const into = await keyOf(body.into, merchant, deps);
    if (into === undefined) return refuse('customer.not_found', 'into');
    const answer = await deps.book.submit({
      merchantId: merchant.id,
      actor,
      operation: 'mergeCustomers',
      requestId,
      reason: body.reason,
      needs: { merge: { from, into } },
      decide(inHand, setting) {
        const decided = merge(inHand.merge, { reason: body.reason, mergedBy: actor }, setting);
        return decided instanceof Refusal ? decided : answering(decided, ({ number }) => number ?? '');
      },
    });
    if (answer instanceof Refusal) return answer;
    return answer.text === '' ? {} : { customerNumber: answer.text };
  },
});

async function keyOf(number: string, merchant: MerchantOnClock, { db, secrets }: Deps): Promise<string | undefined> {
  if (number === '' || number.includes('\0')) return undefined;
  const [row] = await db.read(findCustomerByNumber, merchant.id, number, secrets.hash(`number:${number}`));
  return row && String(row['key']);
}
