// An order or an account without a book: what its decisions change moves its rows as the book moves them, and what its events
// book is kept.

import { State } from '../../src/book/state.ts';
import type { Account } from '../../src/core/account/account.ts';
import type { AccountInHand } from '../../src/core/account/in-hand.ts';
import type { Decided } from '../../src/core/changes.ts';
import { dayMs } from '../../src/core/dates.ts';
import type { Event } from '../../src/core/events.ts';
import { entriesOf, type LedgerAccount, type LedgerEntry } from '../../src/core/ledger.ts';
import type { Merchant } from '../../src/core/merchant.ts';
import type { OrderInHand } from '../../src/core/order/in-hand.ts';
import type { Capture, CaptureInstallment, Order } from '../../src/core/order/rows.ts';
import { Refusal } from '../../src/core/refusals.ts';
import type { Customer, Exposure, Rows, TableName } from '../../src/core/rows.ts';
import { lawful, type Setting } from '../../src/core/setting.ts';
import { lookups, tables } from '../../src/tables.ts';
import { countingChance } from './counting-chance.ts';

export class Held {
  readonly merchant: Merchant;
  now: number;
  readonly events: Event[] = [];
  readonly ledger: LedgerEntry[] = [];
  readonly #state = new State({ tables, lookups });
  readonly #chance = countingChance();

  constructor(merchant: Merchant, now: number, rows: { [table: string]: readonly object[] }) {
    this.merchant = merchant;
    this.now = now;
    const exposure = { customerKey: 'k', currency: merchant.currency, heldMinor: 0n, debtMinor: 0n };
    const held = { exposures: [{ ...exposure, paidOnTimeCount: 0, paidLateCount: 0, dunnedCount: 0 }], ...rows };
    for (const [table, all] of Object.entries(held)) for (const row of all) this.put(table as TableName, row as never);
  }

  /** A row that is there, or that says something else from now on: also what no decision may change of it. */
  put<Name extends TableName>(table: Name, row: Rows[Name]): void {
    this.#state.load(table, row);
  }

  list<Name extends TableName>(table: Name): readonly Rows[Name][] {
    return this.#state.all(table);
  }

  protected first<Name extends TableName>(table: Name): Rows[Name] {
    const [row] = this.list(table);
    if (!row) throw new Error(`no row of ${table}`);
    return row;
  }

  get exposure(): Exposure {
    return this.first('exposures');
  }

  get setting(): Setting {
    return lawful({ now: this.now, merchant: this.merchant, chance: this.#chance, writer: 'test' });
  }

  /** What was decided is what the rows are from now on; a refusal changes nothing. */
  take<Answer>(decided: Decided<Answer> | Refusal): Answer | Refusal {
    if (decided instanceof Refusal) return decided;
    this.#state.apply(decided.changes);
    this.events.push(...decided.events);
    this.ledger.push(...decided.events.flatMap(entriesOf));
    return decided.answer;
  }

  /** What an account of the ledger comes to, debits less credits. */
  balance(account: LedgerAccount): bigint {
    return this.ledger.reduce((sum, { debitAccount, creditAccount, amountMinor }) => {
      const debit = debitAccount === account ? amountMinor : 0n;
      return sum + debit - (creditAccount === account ? amountMinor : 0n);
    }, 0n);
  }
}

const unremarkable: Customer = { key: 'k', id: 'i', number: null, identified: false, mergedInto: null, clearedUntil: null };

/** An invoice, authorized; the exposure holds it. */
export class HeldOrder extends Held {
  constructor(merchant: Merchant, now: number, order: Partial<Order> & Pick<Order, 'authorizedMinor'>) {
    const usual = { id: 'o', number: 'o', customerKey: 'k', paymentType: 'Invoice', terms: null, state: 'Authorized' };
    const amounts = { capturedMinor: 0n, voidedMinor: 0n, refundedMinor: 0n, shippingCount: 0 };
    const days = { expiresAt: now + 30 * dayMs, expiresOn: '2026-12-20', decideBy: null, daysUntilDue: null, insertedAt: now };
    super(merchant, now, { orders: [{ ...usual, ...amounts, ...days, currency: merchant.currency, ...order }] });
    this.put('exposures', { ...this.exposure, heldMinor: this.exposure.heldMinor + order.authorizedMinor });
  }

  /** Its first capture. */
  get one(): Capture {
    return this.first('captures');
  }

  get rows(): readonly CaptureInstallment[] {
    return this.list('captureInstallments');
  }

  get inHand(): OrderInHand {
    const [captures, installments] = [this.list('captures'), this.list('captureInstallments')];
    const { exposure } = this;
    const [costReturns, reminders] = [this.list('costReturns'), this.list('captureReminders')];
    const owed = { captures, installments, costReturns, reminders };
    return { order: this.first('orders'), customer: unremarkable, ...owed, exposure, exposures: [exposure], velocities: [] };
  }
}

/** An account that was opened on the day it is. */
export class HeldAccount extends Held {
  constructor(merchant: Merchant, now: number, account: Partial<Account> & Pick<Account, 'limitMinor' | 'terms' | 'openedOn'>) {
    const { openedOn } = account;
    const month = `${openedOn.slice(0, 8)}01`;
    const usual = { number: '0100.0000008', customerKey: 'k', currency: merchant.currency, state: 'Open', status: 'Ok' };
    const amounts = { principalMinor: 0n, interestMinor: 0n, feesMinor: 0n, usedMinor: 0n, dueMinor: 0n, overdueMinor: 0n };
    const counts = {
      entryCount: 0,
      heldCount: 0,
      overdueCount: 0,
      stopped: false,
      decideBy: null,
      orderNumber: null,
      lastNoticeOn: null,
    };
    const days = { openMonth: month, correctFrom: month, firstNoticeOn: openedOn, dueOn: openedOn, dunningOn: openedOn };
    super(merchant, now, { accounts: [{ ...usual, ...amounts, ...counts, ...days, nextStepOn: openedOn, ...account }] });
  }

  get account(): Account {
    return this.first('accounts');
  }

  get inHand(): AccountInHand {
    const [withdrawal] = this.list('accountWithdrawals');
    const returned = this.list('accountEntries').findLast(({ kind }) => kind === 'FeesReturned');
    const fellAt = Math.max(withdrawal?.insertedAt ?? 0, returned?.insertedAt ?? 0);
    return {
      ...(withdrawal && { withdrawal }),
      account: this.account,
      days: this.list('accountDays'),
      events: this.list('accountEvents'),
      months: this.list('accountMonths'),
      payments: this.list('accountPayments'),
      letters: this.list('accountLetters').filter(({ insertedAt }) => insertedAt > fellAt),
      entries: this.list('accountEntries'),
      owner: { customer: { key: 'k' } as Customer, exposures: [this.exposure] },
    };
  }
}
