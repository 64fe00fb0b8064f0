// A statement's data from the account it is about. Everything it is made from was settled with the month or never changes,
// so it comes out the same whenever it is first requested.
import {
  type Account,
  type AccountEntry,
  type AccountMonth,
  type AccountOwner,
  type AccountWithdrawal,
  accountTermsOf,
} from '../core/account/account.ts';
import { nextMonth } from '../core/account/calendar.ts';
import { addDays, earlier } from '../core/dates.ts';
import { buyerOf } from '../core/documents/buyer.ts';
import type { StatementData, StatementEntry } from '../core/documents/statement.ts';
import type { JsonObject } from '../core/json.ts';
import { hasDuty, lawOn } from '../core/law/law-on.ts';
import type { Merchant, Payee } from '../core/merchant.ts';
import type { Paper } from '../documents/paper.ts';
import { jsonRows, rowOfJson, type Statement, selectList } from '../store/table.ts';
import { languageOf } from '../wire/messages.ts';
import { accountEntries, accountMonths, accountWithdrawals } from './account-events.sql.ts';
import { accountOwners, accounts } from './accounts.sql.ts';

const ofMonth = (alias: string): string => `${alias}.merchant_id = h.merchant_id and ${alias}.account_number = h.account_number`;
const inMonth = `${ofMonth('e')} and e.number between h.first_entry and h.last_entry`;

/** A statement by the id of its document, with everything on it. */
const findStatement: Statement = {
  name: 'find_statement',
  text: `select ${selectList(accountMonths, 'h')},
  ${jsonRows(accounts, 'a', 'a.merchant_id = h.merchant_id and a.number = h.account_number', 'a.number')} as "accounts",
  ${jsonRows(accountOwners, 'o', ofMonth('o'), 'o.account_number')} as "owners",
  ${jsonRows(accountWithdrawals, 'w', `${ofMonth('w')} and w.inserted_at <= h.inserted_at`, 'w.account_number')} as "withdrawals",
  ${jsonRows(accountEntries, 'e', inMonth, 'e.number')} as "entries",
  (select coalesce(json_object_agg(v.id, json_build_object('posName', v.pos_name, 'items', v.items)), '{}')
   from account_entries e join account_events v on v.merchant_id = e.merchant_id and v.id = e.event_id
   where ${inMonth}) as "sent"
from account_months h where h.merchant_id = $1 and h.document_id = $2::uuid`,
};

/** What the till said of an event. */
interface Sent {
  readonly posName: string | null;
  readonly items: readonly { readonly itemDescription?: string }[] | null;
}

/** A month's statement. */
export const statementPaper: Paper = async ({ db }, merchant, id) => {
  const [row] = await db.read(findStatement, merchant.id, id);
  const content = row && statementOf(row, merchant);
  return content && { content, orderId: null };
};

/** A row of the statement as data of the document; nothing once its person was erased. */
export function statementOf(row: Record<string, unknown>, merchant: Merchant): StatementData | undefined {
  const { accounts: found, owners, withdrawals, entries, sent, ...stored } = row;
  const month = stored as unknown as AccountMonth;
  const [account] = (found as unknown[]).map((each): Account => rowOfJson(accounts, each));
  const [owner] = (owners as unknown[]).map((each): AccountOwner => rowOfJson(accountOwners, each));
  const [withdrawal] = (withdrawals as unknown[]).map((each): AccountWithdrawal => rowOfJson(accountWithdrawals, each));
  if (!account || !owner) throw new Error('a statement without its account');
  if (owner.customer === null) return undefined;
  const customer = owner.customer as JsonObject;
  const terms = month.statementTerms as unknown as { shopName: string; payee: Payee } | null;
  return {
    kind: 'Statement',
    number: `${account.number} ${month.month.slice(0, 7)}`,
    accountNumber: account.number,
    language: languageOf(customer, merchant.language),
    country: merchant.country,
    currency: account.currency,
    madeAt: month.insertedAt,
    madeOn: month.madeOn,
    from: month.month > account.openedOn ? month.month : account.openedOn,
    to: earlier(month.madeOn, addDays(nextMonth(month.month), -1)),
    shopName: terms?.shopName ?? merchant.name,
    payee: terms?.payee ?? merchant.contract.payee,
    buyer: buyerOf({ ...customer, customerNumber: account.customerNumber }, merchant.country),
    limitMinor: account.limitMinor,
    interestRateBps: accountTermsOf(account).interestRateBps,
    openingMinor: month.openingMinor,
    entries: (entries as unknown[]).map((each) => entryOf(rowOfJson(accountEntries, each), sent as Record<string, Sent>)),
    principalMinor: month.principalMinor,
    interestMinor: month.accruedMinor,
    feesMinor: month.feesMinor,
    minimumMinor: month.minimumMinor,
    overdueMinor: month.overdueMinor,
    offersForbearance:
      month.overdueMinor > 0n &&
      customer['category'] !== 'Company' &&
      hasDuty('forbearance', lawOn(merchant.country, month.madeOn)),
    dueOn: month.dueOn,
    ...(withdrawal && { withdrawnOn: withdrawal.noticedOn }),
    reference: account.ocr,
  };
}

const amountOf = ({ principalMinor, interestMinor, feesMinor }: AccountEntry): bigint =>
  principalMinor + interestMinor + feesMinor;

/** What the shop's invoice is about, and named by. */
const ofOrders: readonly string[] = ['OrderCharged', 'OrderRefunded'];

function entryOf(entry: AccountEntry, sent: Readonly<Record<string, Sent>>): StatementEntry {
  const { kind, bookedOn, valueOn, principalAfterMinor, interestAfterMinor, feesAfterMinor } = entry;
  const event = entry.eventId === null ? undefined : sent[entry.eventId];
  const items = (event?.items ?? []).map(({ itemDescription }) => itemDescription ?? '').filter(Boolean);
  return {
    kind,
    about: shortened(event?.posName?.trim() || items.join(', ') || (ofOrders.includes(kind) ? entry.reference : '')),
    bookedOn,
    valueOn,
    amountMinor: amountOf(entry),
    balanceMinor: principalAfterMinor + interestAfterMinor + feesAfterMinor,
  };
}

/** A line of a table has a few words. */
function shortened(text: string): string {
  const signs = Array.from(text);
  return signs.length > 80 ? `${signs.slice(0, 79).join('')}…` : text;
}
