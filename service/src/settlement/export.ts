// One bank file for the payouts of many merchants. Each payout is claimed for one file; the file is kept as it was made, so
// fetching it again gives the same bytes and never pays twice.
import { operatorsOwn } from '../book/audit.sql.ts';
import { auditValues } from '../book/auditing.ts';
import { type BankAccount, creditTransferXml } from '../core/bank-file/pain-001.ts';
import type { Chance } from '../core/chance.ts';
import type { Day } from '../core/dates.ts';
import type { Payee } from '../core/merchant.ts';
import type { Currency } from '../core/money.ts';
import { compactPayoutAccount, payoutAccountFaults } from '../core/settlement/agreement.ts';
import { endToEndIdOf, receiversAddress } from '../core/settlement/payout.ts';
import { type Db, isServerError } from '../store/db.ts';
import type { Secrets } from '../store/secrets.ts';
import { isRowCountError, placeOf } from '../store/table.ts';
import { insertPayoutFile, listPayoutsLeft, listWaitingPayouts, payoutFiles } from './payout-files.sql.ts';
import { payouts } from './settlements.sql.ts';

export interface Exporting {
  readonly db: Db;
  readonly secrets: Pick<Secrets, 'seal'>;
  readonly chance: Pick<Chance, 'id'>;
  readonly now: number;
  readonly currency: Currency;
  readonly debtor: BankAccount;
  /** Merchants whose account was to be replaced, and could not be: nothing is paid to the one before. */
  readonly held: ReadonlySet<string>;
  readonly executionOn: Day;
  /** Payouts due until this day; by each merchant's business date where nothing is said. */
  readonly dueUntil: Day | null;
  readonly actor: string;
  readonly requestId: string;
  readonly reason: string | null;
}

export interface Exported {
  readonly fileId?: string;
  readonly paymentCount: number;
  readonly sumMinor: bigint;
  /** All that is due and not in the file. */
  readonly skipped: readonly LeftOut[];
}

/**
 * Why a payout that is due is in no file: it goes into one of another currency, nothing can be paid to, the account that was agreed cannot be
 * paid to (it may be older than what is asked of one now), or the next file has it.
 */
export const whyLeftOut = [
  'other_currency',
  'no_account',
  'account_invalid',
  'above_transfer',
  'account_change',
  'next_file',
] as const;

export interface LeftOut {
  readonly merchantId: string;
  readonly name: string;
  readonly number: string;
  readonly currency: Currency;
  readonly amountMinor: bigint;
  readonly why: (typeof whyLeftOut)[number];
}

/** As many as a bank takes in one payment block, and a statement writes well within its time. */
export const mostPayments = 5000;
const tries = 4;

interface Waiting {
  readonly merchantId: string;
  readonly number: string;
  readonly amountMinor: bigint;
  readonly attempts: number;
  readonly clockOffsetMs: number;
  readonly name: string;
  readonly account: BankAccount | null;
  readonly payee: Pick<Payee, 'name' | 'address'>;
}
type Payable = Waiting & { readonly account: BankAccount };

/** The most that one SEPA credit transfer carries, 999 999 999.99: a bank refuses the whole file for one above it. */
const mostMinor = 99_999_999_999n;

/** Contracts of before keep an account as it was typed. */
const payableOf = (waiting: readonly Waiting[], exporting: Exporting): Payable[] =>
  waiting
    .filter((each): each is Payable => obstacleOf(each, exporting) === undefined)
    .map((each) => ({ ...each, account: compactPayoutAccount(each.account) }));

function obstacleOf(
  { merchantId, account, amountMinor }: Pick<Waiting, 'merchantId' | 'account' | 'amountMinor'>,
  { held, currency }: Pick<Exporting, 'held' | 'currency'>,
) {
  if (held.has(merchantId)) return 'account_change';
  if (account === null) return 'no_account';
  if (payoutAccountFaults(account, currency, '').length > 0) return 'account_invalid';
  return amountMinor > mostMinor ? 'above_transfer' : undefined;
}

async function leftOut(exporting: Exporting): Promise<LeftOut[]> {
  const { db, now, currency, dueUntil } = exporting;
  const rows = await db.read(listPayoutsLeft, new Date(now).toISOString(), dueUntil);
  return rows.map((row) => {
    const { account, ...left } = row as unknown as Omit<LeftOut, 'why'> & Pick<Waiting, 'account'>;
    const why = left.currency === currency ? (obstacleOf({ ...left, account }, exporting) ?? 'next_file') : 'other_currency';
    return { ...left, why };
  });
}

/** Nothing when others claimed the payouts each time it was tried. */
export async function exportPayouts(exporting: Exporting): Promise<Exported | undefined> {
  const { db, now, currency, dueUntil } = exporting;
  for (let tried = 0; tried < tries; tried += 1) {
    const values = [currency, new Date(now).toISOString(), dueUntil, mostPayments, String(mostMinor)];
    const rows = await db.read(listWaitingPayouts, ...values);
    const payable = payableOf(rows as unknown as Waiting[], exporting);
    const sumMinor = payable.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
    const done = { paymentCount: payable.length, sumMinor };
    if (payable.length === 0) return { ...done, skipped: await leftOut(exporting) };
    const fileId = await write(exporting, payable, sumMinor).catch((error: unknown) => {
      if (isServerError(error) && isRowCountError(error)) return undefined;
      throw error;
    });
    if (fileId !== undefined) return { ...done, fileId, skipped: await leftOut(exporting) };
  }
  return undefined;
}

const idOf = ({ merchantId, number, attempts }: Waiting): string => endToEndIdOf(number, merchantId, attempts + 1);

async function write(exporting: Exporting, payable: readonly Payable[], sumMinor: bigint): Promise<string> {
  const { db, secrets, chance, now, currency, debtor, executionOn, actor, requestId, reason } = exporting;
  const id = chance.id();
  const messageId = `PAYOUT-${currency}-${id.replaceAll('-', '').slice(-20)}`;
  const content = creditTransferXml({
    messageId,
    madeAt: now,
    executionOn,
    currency,
    debtor,
    transfers: payable.map((each) => ({
      endToEndId: idOf(each),
      amountMinor: each.amountMinor,
      creditor: each.account,
      address: receiversAddress(each.account, each.payee),
      remittance: `Settlement ${each.number} ${each.name}`,
    })),
  });
  const array = (values: readonly (string | number)[]): string => `{${values.map((each) => JSON.stringify(each)).join(',')}}`;
  const act = { merchantId: operatorsOwn, actor, operation: 'makePayoutFile', subject: id, requestId, reason, happenedAt: now };
  await db.run(
    insertPayoutFile,
    array(payable.map((each) => each.merchantId)),
    array(payable.map((each) => each.number)),
    array(payable.map((each) => each.attempts)),
    array(payable.map(idOf)),
    array(
      payable.map((each) =>
        secrets.seal(each.account.iban, placeOf(payouts, 'iban', each.merchantId, { settlementNumber: each.number })),
      ),
    ),
    array(payable.map(({ clockOffsetMs }) => new Date(now + Number(clockOffsetMs)).toISOString())),
    id,
    messageId,
    currency,
    executionOn,
    payable.length,
    String(sumMinor),
    secrets.seal(content, placeOf(payoutFiles, 'content', '', { id })),
    actor,
    new Date(now).toISOString(),
    ...auditValues(act, chance.id()),
  );
  return id;
}
