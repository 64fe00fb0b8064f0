// Hashes whose plain text is kept beside them are made anew by the newest key, so that nothing has to be asked for by an older
// one. What a customer was recognised by is not kept as such: it is put together from what is known of the customer, and counts
// only where an older key makes of it the very hash that is stored.

import { bankEntries } from '../bank/bank-entries.sql.ts';
import { partyKeyOf } from '../bank/payers.ts';
import { contracts } from '../checkout/contracts.sql.ts';
import { type BankEntry, type EntryDetails, identityOf as entryIdentity, entryName } from '../core/bank-file/entry.ts';
import type { CountryCode } from '../core/countries/countries.ts';
import { comparableOfProfile, countryOfProfile } from '../core/customer.ts';
import { similarityKeysOf } from '../core/likeness.ts';
import { accountKey, contentOf, contentText, entryKeys } from '../core/lists.ts';
import { compactNationalId, identitiesOfNumber } from '../core/party.ts';
import type { CustomerProfile, LikeKeys, ListEntry } from '../core/rows.ts';
import { renamingCustomers } from '../customers/customers.sql.ts';
import { customerProfiles } from '../customers/profiles.sql.ts';
import { orderContents } from '../orders/orders.sql.ts';
import { listEntries } from '../risk/lists.sql.ts';
import type { Secrets } from '../store/secrets.ts';
import { type AnyRow, type AnyTable, arrayText, opener, placeOf } from '../store/table.ts';
import { type Introduced, identityFromWire } from '../wire/customers.ts';
import type { Query } from './long-query.ts';
import type { Progress } from './reseal.ts';

const rowsAtOnce = 200;

/** Hashes of one table, made anew. */
interface Rehash {
  readonly name: string;
  /** The next rows after a key ($1, $2) that an older key hashed ($3 the tag of the newest): a merchant, a key, a country. */
  readonly page: string;
  /** As many as were changed. */
  readonly renew: (rows: readonly AnyRow[], secrets: Secrets, query: Query) => Promise<number>;
}

/** All of them, once through. */
export async function rehash(query: Query, secrets: Secrets, report: (progress: Progress) => void): Promise<void> {
  const tag = secrets.keys[0]?.tag ?? '';
  for (const { name, page, renew } of rehashes) {
    let [merchantId, key, seen, done] = ['00000000-0000-0000-0000-000000000000', '', 0, 0];
    for (let count = rowsAtOnce; count === rowsAtOnce; ) {
      const rows = await query(`${page} limit ${rowsAtOnce}`, merchantId, key, tag);
      const last = rows.at(-1);
      count = rows.length;
      seen += count;
      [merchantId, key] = [String(last?.['merchantId']), String(last?.['key'])];
      if (count > 0) done += await renew(rows, secrets, query);
      report({ table: name, seen, done, left: 0 });
    }
  }
}

/** By another key than the newest, whose tag is $3. */
const old = (column: string): string =>
  `(${column} <> '' and case when $3::text = '' then position('.' in ${column}) > 0 else not starts_with(${column}, $3) end)`;

const texts = (values: readonly unknown[]): string => arrayText('text', values);

const profileKeys = ['nameKey', 'bornKey', 'emailKey', 'phoneKey', 'addressKey'] as const satisfies readonly (keyof LikeKeys)[];

const profiles: Rehash = {
  name: 'hashes of customer_profiles',
  page: `select p.*, p.merchant_id as "merchantId", p.customer_key as key, p.customer_key as "customerKey", p.first_name as "firstName",
  p.last_name as "lastName", p.company_name as "companyName", p.mobile_phone as "mobilePhone", p.birth_date::text as "birthDate",
  p.national_id as "nationalId", p.national_id_key as "nationalIdKey", p.name_key as "nameKey", p.born_key as "bornKey",
  p.email_key as "emailKey", p.phone_key as "phoneKey", p.address_key as "addressKey", m.country
from customer_profiles p join merchants m on m.id = p.merchant_id
where (p.merchant_id, p.customer_key) > ($1::uuid, $2) and (${['national_id_key', 'name_key', 'born_key', 'email_key', 'phone_key', 'address_key'].map((column) => old(`p.${column}`)).join(' or ')})
order by p.merchant_id, p.customer_key`,
  async renew(rows, secrets, query) {
    const fresh = rows.map((row) => keysOfProfile(opened(customerProfiles, row, secrets) as unknown as ProfileRow, secrets));
    const before = (of: keyof LikeKeys | 'nationalIdKey'): string => texts(rows.map((row) => row[of]));
    const [done] = await query(
      `with d as (select * from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
  $9::text[], $10::text[]) as d(merchant_id, key, was_email, was_phone, national_id_key, name_key, born_key, email_key, phone_key, address_key)
), free as (
  select p.merchant_id, p.customer_key from customer_profiles p join d on p.merchant_id = d.merchant_id and p.customer_key = d.key
  where p.email_key is not distinct from d.was_email and p.phone_key is not distinct from d.was_phone for no key update of p skip locked
), done as (
  update customer_profiles p set national_id_key = d.national_id_key, name_key = d.name_key, born_key = d.born_key,
    email_key = d.email_key, phone_key = d.phone_key, address_key = d.address_key
  from d join free f on f.merchant_id = d.merchant_id and f.customer_key = d.key
  where p.merchant_id = d.merchant_id and p.customer_key = d.key returning 1
) select count(*)::int as count from done`,
      texts(rows.map((row) => row['merchantId'])),
      texts(rows.map((row) => row['key'])),
      before('emailKey'),
      before('phoneKey'),
      texts(fresh.map(({ nationalIdKey }) => nationalIdKey)),
      ...profileKeys.map((of) => texts(fresh.map((keys) => keys[of]))),
    );
    return Number(done?.['count']);
  },
};
type ProfileRow = CustomerProfile & { readonly country: CountryCode };

/** What is found under several numbers is kept under the one it was found by. */
function keysOfProfile(profile: ProfileRow, secrets: Secrets): LikeKeys & Pick<CustomerProfile, 'nationalIdKey'> {
  const { country } = profile;
  const { hash, hashes } = secrets;
  const who = comparableOfProfile(profile);
  const said = [similarityKeysOf({ ...who, phones: [...who.phones].reverse() }, country), similarityKeysOf(who, country)];
  const of = (key: keyof LikeKeys): string | null => {
    const stored = profile[key];
    const same = said.map((each) => each[key]).find((text) => stored !== null && text !== null && hashes(text).includes(stored));
    const text = same ?? said[0]?.[key] ?? null;
    return text === null ? null : hash(text);
  };
  return {
    nationalIdKey: numberKeyOf(profile, secrets),
    nameKey: of('nameKey'),
    bornKey: of('bornKey'),
    emailKey: of('emailKey'),
    phoneKey: of('phoneKey'),
    addressKey: of('addressKey'),
  };
}

/** The country that a number was read by may not be that of an address which was said since. */
function numberKeyOf(profile: ProfileRow, { hash, hashes }: Secrets): string | null {
  const { country, nationalId, nationalIdKey } = profile;
  if (nationalId === null) return null;
  const same = identitiesOfNumber(nationalId, country).find((each) => hashes(`id:${each}`).includes(String(nationalIdKey)));
  return hash(`id:${same ?? compactNationalId(nationalId, country, countryOfProfile(profile))}`);
}

const opened = (table: AnyTable, row: AnyRow, secrets: Secrets): AnyRow => opener(String(row['merchantId']), secrets)(table, row);

const customersKnown: Rehash = {
  name: 'customers',
  page: `select c.merchant_id as "merchantId", c.key, w.key as "profileKey", c.number, m.country,
  (select row_to_json(p) from customer_profiles p where p.merchant_id = c.merchant_id and p.customer_key = w.key) as profile,
  array(select n.number from customer_numbers n where n.merchant_id = c.merchant_id and n.customer_key in (c.key, w.key) limit 20) as numbers,
  (select coalesce(json_agg(json_build_object('orderId', x.order_id, 'customer', x.customer, 'nationalId', x.national_id)), '[]')
   from (select x.order_id, x.customer, x.national_id from orders o
     join order_contents x on x.merchant_id = o.merchant_id and x.order_id = o.id
     where o.merchant_id = c.merchant_id and o.customer_key in (c.key, w.key) and x.customer is not null order by o.id limit 20) x) as contents
from customers c join merchants m on m.id = c.merchant_id cross join lateral (select coalesce(c.merged_into, c.key)) as w(key)
where (c.merchant_id, c.key) > ($1::uuid, $2) and ${old('c.key')} and c.known_as is null and c.erased_at is null
order by c.merchant_id, c.key`,
  async renew(rows, secrets, query) {
    let count = 0;
    for (const row of rows) {
      const key = String(row['key']);
      const known = identitiesOf(row, secrets).find(({ names }) => names.some((each) => secrets.hashes(each).includes(key)));
      if (known === undefined) continue;
      const values = [row['merchantId'], texts([secrets.hash(known.text)]), texts([key])];
      for (const { text } of renamingCustomers) await query(text, ...values);
      count += 1;
    }
    return count;
  },
};

/** A text that identifies a customer, and all that one may be stored under: the text itself, and as it was spelled. */
interface Names {
  readonly text: string;
  readonly names: readonly string[];
}

/** What the customer may have been recognised by: the numbers, and the person as seen last or in an order. */
function identitiesOf(row: AnyRow, secrets: Secrets): Names[] {
  const country = row['country'] as CountryCode;
  const profile = row['profile'] as Record<string, unknown> | null;
  const contents = row['contents'] as readonly AnyRow[];
  const numbers = [row['number'], ...(row['numbers'] as readonly string[])].flatMap((number) =>
    typeof number === 'string' ? [number] : [],
  );
  const merchantId = String(row['merchantId']);
  const said = contents.map((each) => {
    const { customer, nationalId } = opener(merchantId, secrets)(orderContents, each);
    return { ...(customer as object), ...(nationalId !== null && { identificationNumber: nationalId }) } as Introduced;
  });
  const seen = profile ? [introducedBy(profile, merchantId, String(row['profileKey']), secrets)] : [];
  const people = [...seen, ...said].flatMap((each) => {
    const { identificationNumber: _id, customerNumber: _number, ...unnamed } = each;
    return [each, unnamed].map((one) => ({ ...one, address: one.address ?? {} }) as Introduced);
  });
  return [
    ...numbers.map((number): Names => ({ text: `number:${number}`, names: [`number:${number}`] })),
    ...people.flatMap((who) => {
      const { birthDate: _born, ...byEmail } = who;
      return [who, byEmail].map((each): Names => {
        const { text, spelledName, spelled } = identityFromWire(each, country);
        return { text, names: [text, spelledName, spelled].filter((name) => name !== undefined) };
      });
    }),
  ];
}

function introducedBy(row: Record<string, unknown>, merchantId: string, customerKey: string, { open }: Secrets): Introduced {
  const of = (name: string): object => (row[name] === null ? {} : { [camel(name)]: row[name] });
  const sealed = row['national_id'];
  const place = placeOf(customerProfiles, 'nationalId', merchantId, { customerKey });
  return {
    customerCategory: row['category'] === 'Company' ? 'Company' : 'Person',
    ...Object.assign({}, ...['first_name', 'last_name', 'company_name', 'birth_date', 'email'].map(of)),
    ...(typeof sealed === 'string' && { identificationNumber: open(sealed, place) }),
    address: row['address'] ?? {},
  } as Introduced;
}
const camel = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const accountsOfContracts: Rehash = {
  name: 'hashes of contracts',
  page: `select n.merchant_id as "merchantId", n.id::text as key, n.id, n.bank_account as "bankAccount", n.bank_account_key as "bankAccountKey"
from contracts n where (n.merchant_id, n.id::text) > ($1::uuid, $2) and n.order_id is null and n.bank_account is not null
  and ${old('n.bank_account_key')}
order by n.merchant_id, n.id::text`,
  async renew(rows, secrets, query) {
    const keys = rows.map((row) => {
      return secrets.hash(accountKey(String(opened(contracts, row, secrets)['bankAccount'])));
    });
    await query(
      `update contracts n set bank_account_key = d.key from unnest($1::uuid[], $2::uuid[], $3::text[]) as d(merchant_id, id, key)
where n.merchant_id = d.merchant_id and n.id = d.id`,
      texts(rows.map((row) => row['merchantId'])),
      texts(rows.map((row) => row['id'])),
      texts(keys),
    );
    return rows.length;
  },
};

const entriesOfLists: Rehash = {
  name: 'hashes of list_entries',
  page: `select e.merchant_id as "merchantId", e.id::text as key, e.id, e.list, e.kind, e.content, m.country
from list_entries e join merchants m on m.id = e.merchant_id
where (e.merchant_id, e.id::text) > ($1::uuid, $2) and e.content <> '' and (${old('e.content_key')} or exists (
  select 1 from list_keys k where k.merchant_id = e.merchant_id and k.entry_id = e.id and ${old('k.key')}))
order by e.merchant_id, e.id::text`,
  async renew(rows, secrets, query) {
    for (const row of rows) {
      const entry = opened(listEntries, row, secrets) as unknown as ListEntry;
      const country = row['country'] as CountryCode;
      const content = contentOf(entry);
      const keys = entryKeys(entry.kind, content, country).map(secrets.hash);
      const contentKey = secrets.hash(contentText(entry.list, entry.kind, content, country));
      await query(
        `with entry as (
  update list_entries e set content_key = $3, keys = array_to_string($4::text[], chr(10)) where e.merchant_id = $1 and e.id = $2
), gone as (
  delete from list_keys k where k.merchant_id = $1 and k.entry_id = $2 and k.key <> all($4::text[])
)
insert into list_keys (merchant_id, key, entry_id) select $1::uuid, key, $2::uuid from unnest($4::text[]) as w(key) on conflict do nothing`,
        row['merchantId'],
        row['id'],
        contentKey,
        texts(keys),
      );
    }
    return rows.length;
  },
};

/** More entries than this that are the same in one statement are not looked for. */
const mostAlike = 50;

const bankEntriesKept: Rehash = {
  name: 'hashes of bank_entries',
  page: `select $1::uuid as "merchantId", b.id::text as key, b.id, b.entry_key as "entryKey", b.account, b.statement_id as "statementId", b.direction, b.is_reversal as "isReversal",
  b.currency, b.amount_minor::text as "amountMinor", b.amount_decimals as "amountDecimals", b.booked_on::text as "bookedOn",
  b.value_on::text as "valueOn", b.bank_reference as "bankReference", b.details
from bank_entries b where b.id::text > $2 and b.details is not null and (${old('b.entry_key')} or ${old(`coalesce(b.party_key, '')`)})
order by b.id::text`,
  async renew(rows, secrets, query) {
    const fresh = rows.map((row) => {
      const details = JSON.parse(secrets.open(String(row['details']), placeOf(bankEntries, 'details', '', row))) as EntryDetails;
      const amountMinor = BigInt(String(row['amountMinor']));
      const identity = entryIdentity({ ...row, amountMinor, ...details } as unknown as BankEntry);
      const places = Array.from({ length: mostAlike }, (_, at) => at + 1);
      const text = places
        .flatMap((place) => [undefined, String(row['statementId'])].map((statement) => entryName(place, identity, statement)))
        .find((each) => secrets.hashes(each).includes(String(row['entryKey'])));
      return {
        entryKey: text === undefined ? String(row['entryKey']) : secrets.hash(text),
        partyKey: partyKeyOf(details.partyAccount, secrets.hash),
      };
    });
    await query(
      `update bank_entries b set entry_key = d.entry_key, party_key = d.party_key
from unnest($1::uuid[], $2::text[], $3::text[]) as d(id, entry_key, party_key) where b.id = d.id and b.details is not null`,
      texts(rows.map((row) => row['id'])),
      texts(fresh.map(({ entryKey }) => entryKey)),
      texts(fresh.map(({ partyKey }) => partyKey)),
    );
    return rows.length;
  },
};

const rehashes: readonly Rehash[] = [profiles, customersKnown, accountsOfContracts, entriesOfLists, bankEntriesKept];
