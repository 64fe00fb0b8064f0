// Merchants and their keys: shared by all, few, read often.
import { jsonWithAmounts } from '../core/json.ts';
import type { Contract, MerchantOnClock } from '../core/merchant.ts';
import { monthlyDays } from '../core/monthly-invoice.ts';
import { policyOf } from '../core/risk/decision.ts';
import type { Statement } from '../store/table.ts';

const ownColumns = `m.id, m.name, m.country, m.currency, m.language, m.time_zone as "timeZone", m.clock_offset_ms as "clockOffsetMs",
  m.organisation_id as "organisationId", m.deactivated_at as "deactivatedAt", m.contract_version as "contractVersion"`;
const columns = `${ownColumns}, m.contract, m.policy`;

/** A merchant ($1) for the book's first trip, with its contract only where its mark is another than the known one ($2). */
export const readMerchantUnlessKnown: Statement = {
  name: 'read_merchant_unless_known',
  text: `select ${ownColumns}, m.contract_mark as "contractMark", case when m.contract_mark <> $2 then m.contract end as contract,
  case when m.contract_mark <> $2 then m.policy end as policy from merchants m where m.id = $1`,
};

export const findKey: Statement = {
  name: 'find_key',
  text: `select k.id as "keyId", k.scopes, k.expires_at as "expiresAt", k.organisation_id as "keyOrganisationId",
  k.allowed_addresses as "allowedAddresses", k.last_used_at as "lastUsedAt", ${columns}
from api_keys k left join merchants m on m.id = k.merchant_id where k.hash = $1 and k.revoked_at is null`,
};

export const listMerchants: Statement = { name: 'list_merchants', text: `select ${columns} from merchants m order by m.name` };

/** One merchant ($1); of an organisation ($2) where the key that asks is limited to one. */
export const findMerchantById: Statement = {
  name: 'find_merchant_by_id',
  text: `select ${columns} from merchants m where m.id = $1 and ($2::uuid is null or m.organisation_id = $2::uuid)`,
};

/** A page of the merchants, of an organisation ($1) where one is given, after a name and an id ($2, $3). */
export const listMerchantsAfter: Statement = {
  name: 'list_merchants_after',
  text: `select ${columns} from merchants m where ($1::uuid is null or m.organisation_id = $1::uuid)
  and (m.name, m.id) > ($2::text, $3::uuid) order by m.name, m.id limit $4::int`,
};

export const findMerchantOnClock: Statement = {
  name: 'find_merchant_on_clock',
  text: `select ${columns} from merchants m where m.id = $1`,
};

/** Forward only: a clock that was set back would make what already happened lie in the future. */
export const advanceClock: Statement = {
  name: 'advance_clock',
  text: `update merchants m set clock_offset_ms = $2::bigint where m.id = $1 and m.clock_offset_ms <= $2::bigint returning ${columns}`,
};

/** A demo shop has the contract of the version that runs, until it is given another. */
export const refreshDemoShop: Statement = {
  name: 'refresh_demo_shop',
  text: `insert into merchants as m (id, name, country, currency, language, time_zone, contract)
values ($1, $2, $3, $4, $5, $6, $7) on conflict (id) do update set contract = excluded.contract
where m.contract::text <> excluded.contract::text and m.contract_version = 1`,
};

export const insertKey: Statement = {
  name: 'insert_key',
  text: `insert into api_keys (id, merchant_id, hash, name, scopes, expires_at, organisation_id)
values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
};

/** What the first start records of a database permanently: its mode ($1 name, $2 value), and the mark of its encryption key. */
export const settleSetting: Statement = {
  name: 'settle_setting',
  text: `with mine as (insert into service_settings (name, value) values ($1, $2) on conflict do nothing returning value)
select coalesce((select value from mine), (select value from service_settings where name = $1)) as value`,
};

/** A row of `merchants`; the contract is JSON with amounts as digit strings. */
export const merchantOf = (row: Record<string, unknown>): MerchantOnClock =>
  merchantWith(row, contractOf(row['contract'], row['policy'], String(row['name'])));

/** A row of `merchants` whose contract is known already. */
export function merchantWith(row: Record<string, unknown>, contract: Contract): MerchantOnClock {
  return {
    active: row['deactivatedAt'] === null || row['deactivatedAt'] === undefined,
    ...(row as unknown as Omit<MerchantOnClock, 'active'>),
    contract,
    clockOffsetMs: Number(row['clockOffsetMs']),
  };
}

/** A contract as it is stored. */
export const contractText = (contract: Contract): string => jsonWithAmounts(contract);

/** What a contract that was stored by an older version does not say. */
const sinceThen = {
  installmentProfiles: [],
  accountProfiles: [],
  campaigns: [],
  directDebit: false,
} as const satisfies Partial<Contract>;
/** A payee of whom no account is known. */
const noAccounts = {
  ibans: {},
  bic: null,
  qrIban: null,
  bankgiro: null,
  kontonummer: null,
  fikCreditorNumber: null,
  sepaCreditorId: null,
} as const satisfies Partial<Contract['payee']>;

/** A version of a contract as it was stored; its policy is the one it was stored with. */
export const storedContract = (stored: unknown, merchantName: string): Contract => contractOf(stored, null, merchantName);

/** A stored contract as this version understands it: no contract has to be rewritten when the service learns more. */
function contractOf(stored: unknown, policy: unknown, merchantName: string): Contract {
  const contract = withAmounts(stored) as Omit<Contract, keyof typeof sinceThen | 'payee'> & Partial<Contract>;
  return {
    ...sinceThen,
    ...contract,
    // Earlier versions let it be fewer.
    consolidatedInvoiceDays: monthlyDays(contract.consolidatedInvoiceDays ?? 0),
    // The policy that was set since, or the one that was agreed.
    policy: policyOf(policy ?? contract.policy),
    payee: { name: merchantName, address: null, ...noAccounts, ...contract.payee },
  };
}

/** Digit strings of amounts as bigint again; which members are amounts their names say. */
function withAmounts(value: unknown, name = ''): unknown {
  if (name.endsWith('Minor') && typeof value === 'string') return BigInt(value);
  if (Array.isArray(value)) return value.map((element) => withAmounts(element));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([member, each]) => [member, withAmounts(each, member)]));
}
