import type { Texts } from '../language.ts';
import { accountReminder } from './account-reminder.ts';
import { checkout } from './checkout.ts';
import { contract } from './contract.ts';
import { invoice } from './invoice.ts';
import { leftToPay } from './left-to-pay.ts';
import { notices } from './notices.ts';
import { refusals } from './refusals.ts';
import { reminder } from './reminder.ts';
import { rights } from './rights.ts';
import { settlement } from './settlement.ts';
import { statement } from './statement.ts';
import { withdrawal } from './withdrawal.ts';
import { writing } from './writing.ts';

export const no: Texts = {
  accountReminder,
  checkout,
  contract,
  invoice,
  leftToPay,
  notices,
  refusals,
  reminder,
  rights,
  settlement,
  statement,
  withdrawal,
  writing,
};
