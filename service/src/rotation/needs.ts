// What still needs an older key: values sealed by it, hashes that only it makes, and what was sent out and is not over yet. All of
// it is read from the rows: a sealed value names its key, a hash begins with the tag of its key.
import type { Instant } from '../core/dates.ts';
import { type AnyTable, sealedOf, snake, sqlName } from '../store/table.ts';
import type { Query } from './long-query.ts';

export interface KnownKey {
  readonly id: string;
  readonly tag: string;
  readonly succeededAt: Instant | null;
  readonly retiredAt: Instant | null;
}

export interface Need {
  readonly what: string;
  readonly count?: number;
  /** From then on it needs the key no more. */
  readonly until?: Instant;
}

const dayMs = 86_400_000;
/**
 * Links of documents and answers under idempotency keys are good for 30 days, attempts are counted for 8, and an account event is
 * the same one if it comes again within them: none of them can be hashed anew. A day more for processes of before.
 */
const outstandingDays = 31;
/**
 * The link to contest a decision has no end of its own: it has to be good for as long as the decision on a checkout is kept. Who has the
 * key alone makes none of another's: it names the decision by an id that has to be known.
 */
const contestDays = 180;
/** An entry of a bank statement could be brought again for so long: where its words are gone it is known by its hash alone. */
const statementDays = 400;

export async function needsOf(query: Query, key: KnownKey, tables: readonly AnyTable[], now: Instant): Promise<Need[]> {
  const needs: Need[] = [];
  for (const table of tables) {
    const [row] = await query(countSealed(table), key.id);
    needs.push({ what: `sealed in ${sqlName(table)} (dps db reseal)`, count: Number(row?.['count']) });
  }
  for (const { what, text } of hashed) {
    const [row] = await query(text, key.tag);
    needs.push({ what, count: Number(row?.['count']), ...(row?.['until'] ? { until: Number(row['until']) } : {}) });
  }
  const succeededAt = key.succeededAt ?? now;
  const until = Math.max(succeededAt + outstandingDays * dayMs, await contestedUntil(query, succeededAt, now));
  return [
    ...needs.filter(({ count }) => count !== 0),
    ...(until > now ? [{ what: 'links, codes and answers that are not over yet', until }] : []),
  ];
}

/** Until when the last link to contest a decision is good that was made before another key followed; 0 without one. */
async function contestedUntil(query: Query, succeededAt: Instant, now: Instant): Promise<Instant> {
  const [from, to] = [now - contestDays * dayMs, succeededAt + dayMs].map((at) => new Date(at).toISOString());
  let last = 0;
  for (const table of ['credit_decisions', 'account_applications', 'checkout_decisions']) {
    const [row] = await query(
      `select (extract(epoch from max(d.decided_at)) * 1000)::bigint as "decidedAt" from ${table} d
where d.outcome <> 'Accepted' and d.decided_at > $1::timestamptz and d.decided_at < $2::timestamptz`,
      from,
      to,
    );
    last = Math.max(last, Number(row?.['decidedAt'] ?? 0));
  }
  return last === 0 ? 0 : last + contestDays * dayMs;
}

export const needText = ({ what, count, until }: Need): string =>
  `${count === undefined ? '' : `${count} `}${what}${until === undefined ? '' : ` until ${new Date(until).toISOString().slice(0, 10)}`}`;

const countSealed = (table: AnyTable): string =>
  `select count(*) from ${sqlName(table)} t where ${sealedOf(table)
    .map((column) => `(substr(t.${snake(column)}, 1, 11) in ('1.' || $1::text || '.', '2.' || $1::text || '.'))`)
    .join(' or ')}`;

/** Made by the key whose tag ($1) the hash begins with; one without a tag has no dot. */
const by = (column: string): string => `starts_with(${column}, $1::text) and ($1::text <> '' or position('.' in ${column}) = 0)`;

const hashed: readonly { readonly what: string; readonly text: string }[] = [
  {
    // Of whom nothing is kept, nothing has to be found.
    what: 'customers who are found by it alone',
    text: `select count(*) from customers c where ${by('c.key')} and c.known_as is null and c.erased_at is null and (
  exists (select 1 from exposures e where e.merchant_id = c.merchant_id and e.customer_key = coalesce(c.merged_into, c.key))
  or exists (select 1 from customer_profiles p where p.merchant_id = c.merchant_id and p.customer_key = coalesce(c.merged_into, c.key))
  or exists (select 1 from accounts a where a.merchant_id = c.merchant_id and a.customer_key = coalesce(c.merged_into, c.key)))`,
  },
  {
    what: 'profiles of customers (dps db reseal)',
    text: `select count(*) from customer_profiles p where ${[
      'national_id_key',
      'name_key',
      'born_key',
      'email_key',
      'phone_key',
      'address_key',
    ]
      .map((column) => `(${by(`p.${column}`)})`)
      .join(' or ')}`,
  },
  {
    what: 'entries of lists (dps db reseal)',
    text: `select count(*) from list_entries e where e.content like '_.%' and (${by('e.content_key')} or exists (
  select 1 from list_keys k where k.merchant_id = e.merchant_id and k.entry_id = e.id and ${by('k.key')}))`,
  },
  {
    what: 'payers of bank entries (dps db reseal)',
    text: `select count(*) from bank_entries b where b.details is not null and b.party_key <> '' and ${by('b.party_key')}`,
  },
  {
    what: 'bank entries that could be brought again',
    text: `select count(*), (extract(epoch from max(b.inserted_at)) * 1000)::bigint + ${statementDays * dayMs} as until
from bank_entries b where ${by('b.entry_key')} and b.inserted_at > now() - interval '${statementDays} days'`,
  },
];
