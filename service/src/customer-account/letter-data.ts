// A letter about what is overdue of an account, from its row. What it asks for was settled when it was made, so it comes out the same
// whenever it is first requested.
import type { Account, AccountLetter, AccountOwner } from '../core/account/account.ts';
import type { AccountReminderData } from '../core/documents/account-reminder.ts';
import { buyerOf } from '../core/documents/buyer.ts';
import type { JsonObject } from '../core/json.ts';
import { hasDuty, lawOn } from '../core/law/law-on.ts';
import type { Merchant, Payee } from '../core/merchant.ts';
import type { Paper } from '../documents/paper.ts';
import { jsonRows, rowOfJson, type Statement, selectList } from '../store/table.ts';
import { languageOf } from '../wire/messages.ts';
import { accountLetters } from './account-events.sql.ts';
import { accountOwners, accounts } from './accounts.sql.ts';

/** A letter by the id of its document, with account and holder. */
const findAccountLetter: Statement = {
  name: 'find_account_letter',
  text: `select ${selectList(accountLetters, 'l')},
  ${jsonRows(accounts, 'a', 'a.merchant_id = l.merchant_id and a.number = l.account_number', 'a.number')} as "accounts",
  ${jsonRows(accountOwners, 'o', 'o.merchant_id = l.merchant_id and o.account_number = l.account_number', 'o.account_number')} as "owners"
from account_letters l where l.merchant_id = $1 and l.document_id = $2::uuid`,
};

/** A reminder of an account, or the notice that everything will fall due. */
export const accountLetterPaper: Paper = async ({ db }, merchant, id) => {
  const [row] = await db.read(findAccountLetter, merchant.id, id);
  const content = row && letterOf(row, merchant);
  if (!content) return undefined;
  const cancelledOn = row['cancelledOn'] as AccountLetter['cancelledOn'];
  return { content, orderId: null, ...(cancelledOn !== null && { copy: { ...content, cancelledOn } }) };
};

/** A row of the letter as data of the document; nothing once its person was erased. */
function letterOf(row: Record<string, unknown>, merchant: Merchant): AccountReminderData | undefined {
  const { accounts: found, owners, ...stored } = row;
  const letter = stored as unknown as AccountLetter;
  const [account] = (found as unknown[]).map((each): Account => rowOfJson(accounts, each));
  const [owner] = (owners as unknown[]).map((each): AccountOwner => rowOfJson(accountOwners, each));
  if (!account || !owner) throw new Error('a letter without its account');
  if (owner.customer === null) return undefined;
  const customer = owner.customer as JsonObject;
  const { shopName, payee } = letter.letterTerms as unknown as { shopName: string; payee: Payee };
  const { country } = merchant;
  const { status, madeOn, payBy, feeMinor, overdueMinor, owedMinor } = letter;
  return {
    kind: 'Reminder',
    number: `${account.number}-${letter.number}`,
    accountNumber: account.number,
    status,
    language: languageOf(customer, merchant.language),
    country,
    currency: account.currency,
    madeAt: letter.insertedAt,
    madeOn,
    payBy,
    shopName,
    payee,
    buyer: buyerOf({ ...customer, customerNumber: account.customerNumber }, country),
    feeMinor,
    overdueMinor,
    owedMinor,
    offersForbearance: customer['category'] !== 'Company' && hasDuty('forbearance', lawOn(country, madeOn)),
    reference: account.ocr,
  };
}
