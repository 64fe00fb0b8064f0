// Where a person is: every table that names a person, how its rows are found, and what erasing leaves of them.
// Export and erasure both walk this list. A test walks the schema: a table or a personal column that is neither here nor in
// `impersonal` fails it.
import { bankEntries, isSettled } from '../bank/bank-entries.sql.ts';
import { audit } from '../book/audit.sql.ts';
import { storedAnswers } from '../book/idempotency.sql.ts';
import { ledger } from '../book/ledger.sql.ts';
import { checkoutDecisions, checkouts } from '../checkout/checkouts.sql.ts';
import { contracts } from '../checkout/contracts.sql.ts';
import {
  accountDays,
  accountEntries,
  accountEvents,
  accountLetters,
  accountMonths,
  accountPayments,
  accountWithdrawals,
} from '../customer-account/account-events.sql.ts';
import { accountApplications, accountOwners, accountReviews, accounts } from '../customer-account/accounts.sql.ts';
import { customerMerges, customerNumbers, customers, exposures, velocities } from '../customers/customers.sql.ts';
import { customerProfiles } from '../customers/profiles.sql.ts';
import { documents } from '../documents/documents.sql.ts';
import { captureInstallments, captures, returnNotifications } from '../orders/captures.sql.ts';
import { collectionFiles } from '../orders/collections.sql.ts';
import { orderContents, orders } from '../orders/orders.sql.ts';
import { payments } from '../orders/payments.sql.ts';
import { refunds } from '../orders/refunds.sql.ts';
import { captureReminders } from '../orders/reminders.sql.ts';
import { identityChecks, orderReviews } from '../orders/reviews.sql.ts';
import { shippingDetails } from '../orders/shipping-details.sql.ts';
import { voids } from '../orders/voids.sql.ts';
import { costReturns, withdrawals } from '../orders/withdrawals.sql.ts';
import { creditDecisions } from '../risk/credit-decisions.sql.ts';
import { listEntries, listKeys } from '../risk/lists.sql.ts';
import { objections } from '../risk/objections.sql.ts';
import { hasKey } from '../store/key-tail.sql.ts';
import { type AnyTable, type Statement, sqlName } from '../store/table.ts';

/** What rows are found by. Each is a list that `findPersonLinks` makes of a person. */
export const personLinks = {
  /** Keyed hashes of the identity, of customers who were merged into the person too. */
  keys: 'text[]',
  customerIds: 'uuid[]',
  numbers: 'text[]',
  orderIds: 'uuid[]',
  accountNumbers: 'text[]',
  checkoutIds: 'uuid[]',
  captureNumbers: 'text[]',
  documentIds: 'uuid[]',
  /** Keyed hashes under which orders were counted. */
  marks: 'text[]',
  /** Entries of bank statements that were booked for the person. */
  bankEntryIds: 'uuid[]',
  /** Files of direct debits that name the person among others. */
  fileIds: 'uuid[]',
  /** Entries of the merchant's lists that mean the person. */
  entryIds: 'uuid[]',
} as const;
export type PersonLink = keyof typeof personLinks;
export type LinksOfPerson = Readonly<Record<PersonLink, readonly string[]>>;

/** What an operator may ask to be erased before the law's time, or beyond it. */
export type Extra = 'documents' | 'listEntries';

export interface PersonTable {
  readonly table: AnyTable;
  /** Column → what it is among; one that fits is enough. */
  readonly links: Readonly<Record<string, PersonLink>>;
  /** The links are keyed hashes, which are looked for by their tails. */
  readonly byTail?: true;
  /** What erasing does: nothing, the whole row goes, or columns (of the database) get a value. */
  readonly erase: 'nothing' | 'row' | Readonly<Record<string, string>>;
  /** Erased only if asked for. */
  readonly only?: Extra;
  /** Erased only where this is so: what else there is stays until it is. */
  readonly once?: string;
  /** The operator's own: no merchant's. */
  readonly shared?: true;
  /** Not exported to the person: of others, or nothing but our own counting. */
  readonly unexported?: true;
}

const none = 'null';
const blank = `''`;
/** Of the items what the ledger's amounts are about stays; words and pictures may say for whom they were. */
const bareItems = (column: string): string =>
  `case when json_typeof(t.${column}) = 'array' then (
    select coalesce(json_agg(each.item::jsonb - '{imageUrl,productUrl,additionalInformation,specification}'::text[] order by each.place), '[]')
    from json_array_elements(t.${column}) with ordinality as each(item, place)) else t.${column} end`;
const items = { items: bareItems('items') };

/** A table that is known by its columns only. */
const plain = (name: string, columns: AnyTable['columns'], key: readonly string[]): AnyTable => ({ name, columns, key });
const placeSightings = plain(
  'placeSightings',
  { country: 'text', postalCode: 'text', placeKey: 'text', customerKey: 'text', place: 'text' },
  ['country', 'postalCode', 'placeKey', 'customerKey'],
);

const paymentReturns = plain(
  'paymentReturns',
  { transactionId: 'text', orderId: 'uuid', captureNumber: 'text', amountMinor: 'bigint', returnedOn: 'date', reason: 'text' },
  ['transactionId'],
);
const collections = plain(
  'collections',
  {
    id: 'uuid',
    fileId: 'uuid',
    orderId: 'uuid',
    captureNumber: 'text',
    amountMinor: 'bigint',
    currency: 'text',
    collectOn: 'date',
    mandateNumber: 'text',
    state: 'text',
    returnReason: 'text',
  },
  ['id'],
);
const byOrder = { order_id: 'orderIds' } as const;
const byCapture = { capture_number: 'captureNumbers' } as const;
const byAccount = { account_number: 'accountNumbers' } as const;
const byCustomer = { customer_key: 'keys' } as const;

export const personTables: readonly PersonTable[] = [
  { table: customers, links: { key: 'keys' }, erase: { number: none, identified: 'false', cleared_until: none } },
  { table: customerNumbers, links: byCustomer, erase: 'row' },
  { table: customerProfiles, links: byCustomer, erase: 'row' },
  { table: customerMerges, links: { customer_key: 'keys', into_key: 'keys' }, erase: { reason: blank } },
  { table: exposures, links: byCustomer, erase: 'nothing' },
  { table: listKeys, links: { entry_id: 'entryIds' }, erase: 'row', only: 'listEntries', unexported: true },
  { table: listEntries, links: { id: 'entryIds' }, erase: 'row', only: 'listEntries' },
  { table: orders, links: { id: 'orderIds' }, erase: 'nothing' },
  {
    table: orderContents,
    links: byOrder,
    erase: {
      customer: none,
      delivery_customer: none,
      national_id: none,
      delivery_national_id: none,
      bank_account: none,
      payment: none,
      remarks: none,
      words: none,
      ...items,
    },
  },
  { table: orderReviews, links: byOrder, erase: { reason: blank, decided_by: blank } },
  { table: identityChecks, links: byOrder, erase: 'nothing' },
  { table: captures, links: byOrder, erase: { remarks: none, ...items } },
  { table: captureInstallments, links: byOrder, erase: 'nothing' },
  { table: payments, links: byOrder, erase: { reason: none } },
  { table: captureReminders, links: byCapture, erase: 'nothing' },
  { table: paymentReturns, links: byOrder, erase: { reason: none } },
  { table: collections, links: byCapture, erase: 'nothing' },
  // Of many people at once, and at the bank already.
  { table: collectionFiles, links: { id: 'fileIds' }, erase: { content: none }, only: 'documents', unexported: true },
  { table: refunds, links: byOrder, erase: { remarks: none, ...items } },
  { table: voids, links: byOrder, erase: { remarks: none, ...items } },
  { table: returnNotifications, links: byOrder, erase: { remarks: none, ...items } },
  { table: shippingDetails, links: byOrder, erase: { tracking_id: blank, tracking_url: blank } },
  { table: withdrawals, links: byOrder, erase: 'nothing' },
  { table: costReturns, links: byOrder, erase: 'nothing' },
  { table: creditDecisions, links: byOrder, erase: 'nothing' },
  {
    table: objections,
    links: { order_id: 'orderIds', customer_key: 'keys', checkout_id: 'checkoutIds' },
    erase: { statement: none, answer: none, reason: none, decided_by: none },
  },
  {
    table: checkouts,
    links: { id: 'checkoutIds', order_id: 'orderIds', customer_number: 'numbers' },
    erase: 'row',
  },
  { table: checkoutDecisions, links: { checkout_id: 'checkoutIds', customer_key: 'keys' }, erase: 'nothing' },
  {
    table: contracts,
    links: { order_id: 'orderIds', checkout_id: 'checkoutIds' },
    erase: { bank_account: none, bank_account_key: none },
  },
  {
    table: documents,
    links: { order_id: 'orderIds', id: 'documentIds' },
    erase: { content: none, bytes: none },
    only: 'documents',
  },
  {
    table: accounts,
    links: { number: 'accountNumbers' }, // Nothing falls due on it any more.
    erase: { customer_number: blank, stopped: 'true', next_step_on: none },
  },
  { table: accountOwners, links: byAccount, erase: { customer: none, national_id: none } },
  { table: accountApplications, links: byCustomer, erase: 'nothing' },
  { table: accountReviews, links: byAccount, erase: { reason: blank, decided_by: blank } },
  { table: accountEvents, links: byAccount, erase: { nfc_id: none, items: none } },
  { table: accountEntries, links: byAccount, erase: 'nothing' },
  { table: accountDays, links: byAccount, erase: 'nothing' },
  { table: accountMonths, links: byAccount, erase: 'nothing' },
  { table: accountPayments, links: byAccount, erase: 'nothing' },
  { table: accountLetters, links: byAccount, erase: 'nothing' },
  { table: accountWithdrawals, links: byAccount, erase: 'nothing' },
  {
    table: bankEntries,
    links: { id: 'bankEntryIds' },
    erase: { details: none, reason: none, party_key: blank },
    only: 'documents',
    once: isSettled('t'),
    shared: true,
  },
  { table: ledger, links: { order_id: 'orderIds', account_number: 'accountNumbers' }, erase: 'nothing' },
  {
    table: storedAnswers,
    links: { customer_key: 'keys', checkout_id: 'checkoutIds' },
    erase: { answer: blank, customer_key: none, checkout_id: none },
  },
  { table: velocities, links: { subject: 'marks' }, byTail: true, erase: 'row', unexported: true },
  { table: placeSightings, links: byCustomer, erase: 'row' },
  {
    table: audit,
    links: { order_id: 'orderIds', account_number: 'accountNumbers', customer_id: 'customerIds' },
    erase: { reason: none, reason_salt: none },
  },
];

/** Tables with nothing of a person, and why. */
export const impersonal: Readonly<Record<string, string>> = {
  merchants: 'shops',
  common_contents: 'policies and payees of shops',
  api_keys: 'of shops and operators',
  risk_policies: 'rules of a shop',
  learned_places: 'places that several customers named',
  place_marks: 'how far a job has come',
  merchant_claims: 'which process works for a shop',
  ledger_seals: 'numbers and hashes of rows that hold ids and amounts',
  audit_seals: 'numbers and hashes of rows that hold ids; words only as a salted hash, whose salt is erased with them',
  chain_heads: 'numbers, hashes and signatures of chains',
  unsealed: 'ids of rows that wait for their seals',
  event_streams: 'how far events are numbered',
  webhook_endpoints: 'of shops',
  webhook_secrets: 'of shops',
  webhook_deliveries: 'which event went where and when; what it said is made from the outbox',
  webhook_attempts: 'when, how long, with which status',
  merchant_contracts: 'of shops',
  settlement_entries: 'ids and amounts of captures and refunds',
  settlement_adjustments: 'between operator and shop',
  settlement_looks: 'how far a job has come',
  settlements: 'between operator and shop',
  settlement_lines: 'numbers and amounts of orders, captures and refunds',
  payouts: 'between operator and shop',
  account_changes: 'between operator and shop; accounts sealed',
  outbox: 'ids, numbers and amounts of what orders and accounts tell as well',
};

/** Columns that name a customer by the key, which erasing draws anew. */
export const keyColumns: readonly (readonly [table: string, column: string])[] = [
  ['exposures', 'customer_key'],
  ['orders', 'customer_key'],
  ['accounts', 'customer_key'],
  ['account_applications', 'customer_key'],
  ['checkout_decisions', 'customer_key'],
  ['objections', 'customer_key'],
  ['customer_merges', 'customer_key'],
  ['customer_merges', 'into_key'],
];

/** The parameters that a row of the list needs, in their order, from $2 on. */
export const linksOf = ({ links }: PersonTable): PersonLink[] => [...new Set(Object.values(links))];

function condition(each: PersonTable): string {
  const parameters = linksOf(each);
  const found = Object.entries(each.links)
    .map(([name, link]) => {
      const [column, values] = [`t.${name}`, `$${parameters.indexOf(link) + 2}::${personLinks[link]}`];
      return each.byTail ? hasKey(column, values) : `${column} = any(${values})`;
    })
    .join(' or ');
  return each.shared ? `$1::uuid is not null and (${found})` : `t.merchant_id = $1 and (${found})`;
}

/** Every row of a person, whole. */
export function exportStatement(each: PersonTable, columns: string): Statement {
  const name = sqlName(each.table);
  return { name: `export_${name}`, text: `select ${columns} from ${name} t where ${condition(each)}` };
}

/** What erasing does to a table; nothing where it does nothing. */
export function eraseStatement(each: PersonTable): Statement | undefined {
  const name = sqlName(each.table);
  const where = `where ${condition(each)}${each.once === undefined ? '' : ` and ${each.once}`}`;
  if (each.erase === 'nothing') return undefined;
  if (each.erase === 'row') return { name: `erase_${name}`, text: `delete from ${name} t ${where}` };
  const values = Object.entries(each.erase).map(([column, value]) => `${column} = ${value}`);
  return { name: `erase_${name}`, text: `update ${name} t set ${values.join(', ')} ${where}` };
}
