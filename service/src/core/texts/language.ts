// What a language brings, each part a file of its folder. English says which texts there are; `{name}` in one is filled in.
import type { AccountReminderWords } from './en/account-reminder.ts';
import type { CheckoutWords } from './en/checkout.ts';
import type { ContractWords } from './en/contract.ts';
import type { InvoiceWords } from './en/invoice.ts';
import type { LeftWords } from './en/left-to-pay.ts';
import type { NoticeWords } from './en/notices.ts';
import type { Phrases } from './en/refusals.ts';
import type { ReminderWords } from './en/reminder.ts';
import type { RightsWords } from './en/rights.ts';
import type { SettlementWords } from './en/settlement.ts';
import type { StatementWords } from './en/statement.ts';
import type { WithdrawalWords } from './en/withdrawal.ts';

/** Everything that is said in a language. */
export interface Texts {
  readonly accountReminder: AccountReminderWords;
  readonly checkout: CheckoutWords;
  readonly contract: ContractWords;
  readonly invoice: InvoiceWords;
  readonly leftToPay: LeftWords;
  readonly rights: RightsWords;
  readonly notices: NoticeWords;
  readonly refusals: Phrases;
  readonly reminder: ReminderWords;
  readonly settlement: SettlementWords;
  readonly statement: StatementWords;
  readonly withdrawal: WithdrawalWords;
  readonly writing: Writing;
}

/** How amounts and days are written on paper, and what the language is called by machines. */
export interface Writing {
  /** BCP 47. */
  readonly tag: string;
  /** Whose way of writing numbers pages show where the buyer's country has none of its own. */
  readonly locale: string;
  readonly thousands: string;
  readonly decimal: string;
  /** Is the currency written before the amount? */
  readonly isCurrencyFirst: boolean;
  /** What follows a percentage. */
  readonly percent: string;
  readonly day: (year: string, month: string, date: string) => string;
}
