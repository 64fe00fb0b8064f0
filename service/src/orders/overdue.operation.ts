// What is overdue, how far its dunning is, and what a person takes over; and a pause of reminders while a person looks at a case.

import { lastDayInTime } from '../core/countries/holidays.ts';
import { addDays, dayAt, daysBetween } from '../core/dates.ts';
import { businessTime, canCollect, type MerchantOnClock } from '../core/merchant.ts';
import { minorToWire } from '../core/money.ts';
import type { CaptureReminder, Collection } from '../core/order/collecting.ts';
import { oldestOf, openReminderFeeMinor, overdueParts } from '../core/order/dunning.ts';
import { interestOf, type Late } from '../core/order/late-charges.ts';
import { leftToPayMinor } from '../core/order/payment.ts';
import { lastLevel } from '../core/order/reminder.ts';
import { reminderDays } from '../core/order/reminder-terms.ts';
import type { Capture, CaptureInstallment } from '../core/order/rows.ts';
import { Refusal } from '../core/refusals.ts';
import { documentUrls } from '../documents/link.ts';
import type { Deps } from '../http/deps.ts';
import { word } from '../http/filters.ts';
import { operation } from '../http/operation.ts';
import { keyParts, pageOf } from '../http/paging.ts';
import { rowOfJson } from '../store/table.ts';
import { DayText, Opt, type Static, Type, Word } from '../wire/schema.ts';
import { captureInstallments } from './captures.sql.ts';
import { collections } from './collections.sql.ts';
import { captureReminders, listOverdue as selectOverdue } from './reminders.sql.ts';

const dunningStates = ['Overdue', 'FirstReminder', 'SecondReminder', 'ReadyForCollection', 'DebtorErased'] as const;

type DunningState = (typeof dunningStates)[number];

const OverdueCapture = Type.Object(
  {
    captureNumber: Type.String(),
    orderNumber: Type.String(),
    currency: Type.String(),
    state: Word(
      dunningStates,
      'ReadyForCollection once the second reminder’s day has passed: what follows is yours. DebtorErased where a payment was taken back after its person was erased: no reminder is sent; refund it to write it off.',
    ),
    dueDate: DayText('Of what is overdue longest.'),
    daysOverdue: Type.Number({
      description:
        'Since the last day in time: of a weekend or holiday the next business day. What is debited is not late before a bank took it back, nor while it is being collected: 0.',
    }),
    overdueAmount: Type.Number({ description: 'With what reminders charged.' }),
    openAmount: Type.Number({ description: 'With what is not due yet.' }),
    lateInterestAmount: Type.Number({
      description:
        'Interest on late payment of days that no letter asked for, by the contract’s rate or the statutory one of each day; none of a day whose rate is not known.',
    }),
    remindersPausedUntil: Opt(DayText()),
    reminders: Type.Array(
      Type.Object({
        level: Type.Number(),
        date: DayText(),
        payBy: DayText(),
        amount: Type.Number(),
        feeAmount: Type.Number(),
        interestAmount: Type.Number({ description: 'Interest on late payment since the letter before.' }),
        url: Type.String({ description: 'The letter as PDF, with the merchant’s key.' }),
        consumerUrl: Opt(
          Type.String({
            description: 'The same by a signed link, for 30 days. Only for keys with `admin:money` or `admin:privacy`.',
          }),
        ),
      }),
    ),
  },
  { title: 'OverdueCapture' },
);

export const listOverdue = operation({
  id: 'listOverdue',
  method: 'GET',
  path: '/admin/v1/merchants/:merchantId/overdue',
  summary: 'The captures that are overdue, longest first',
  about:
    'Page by page: `?limit=` up to 200, `?after=` the `next` of the page before. `?state=ReadyForCollection` shows what was reminded ' +
    'twice in vain.',
  scope: 'admin:read',
  query: { state: word(dunningStates, 'In this state.') },
  discloses: 'people',
  refusals: ['merchant.not_found', 'page.unknown'],
  answer: Type.Object({ overdue: Type.Array(OverdueCapture), next: Opt(Type.String()) }),
  async run({ merchant, query }, deps) {
    const { state } = query;
    const page = pageOf(query, [keyParts.day, keyParts.text], ['0001-01-01', '']);
    if (page instanceof Refusal) return page;
    const today = dayAt(businessTime(merchant, deps.clock()), merchant.timeZone);
    const isErased = state === undefined ? null : state === 'DebtorErased';
    const rows = await deps.db.read(
      selectOverdue,
      merchant.id,
      today,
      ...page.after,
      ...levelOf(state, today, merchant),
      page.rows,
      isErased,
    );
    const { shown, next } = page.of(rows, (row) => [String(row['dueOn']), String(row['number'])]);
    return { overdue: shown.flatMap((row) => overdueRecord(row, { merchant, today, deps })), ...next };
  },
});

/** The level of its reminders, and before and since which day the last was made. */
type Level = readonly [level: number | null, before: string | null, since: string | null];

function levelOf(state: DunningState | undefined, today: string, { contract }: MerchantOnClock): Level {
  if (state === undefined || state === 'DebtorErased') return [null, null, null];
  const passed = addDays(today, -reminderDays(contract.reminders).payWithinDays);
  if (state === 'ReadyForCollection') return [lastLevel, passed, null];
  if (state === 'SecondReminder') return [lastLevel, null, passed];
  return [dunningStates.indexOf(state), null, null];
}

interface Around {
  readonly merchant: MerchantOnClock;
  readonly today: string;
  readonly deps: Deps;
}

/** Nothing of what fell due on a holiday and may be paid in time today. */
function overdueRecord(row: Record<string, unknown>, { merchant, today, deps }: Around): Static<typeof OverdueCapture>[] {
  const capture = row as unknown as Capture;
  const installments = (row['installments'] as unknown[]).map((each): CaptureInstallment => rowOfJson(captureInstallments, each));
  const reminders = (row['reminders'] as unknown[]).map((each): CaptureReminder => rowOfJson(captureReminders, each));
  const collected = (row['collections'] as unknown[]).map((each): Collection => rowOfJson(collections, each));
  const { country, timeZone } = merchant;
  const parts = overdueParts(capture, installments, country, today);
  const [first] = parts;
  if (!first) return [];
  const overdueMinor = parts.reduce((sum, { amountMinor }) => sum + amountMinor, openReminderFeeMinor(capture));
  const order = row as unknown as Late['order'];
  // What is left to us to collect is on the list, so that a person sees it, and is not late.
  const isLeftToUs =
    row['isDebited'] === true && capture.debitReturnedOn === null && canCollect(merchant.contract.payee, order.currency);
  const late = isLeftToUs ? [] : overdueParts(capture, installments, country, today, { collections: collected, timeZone });
  const oldest = oldestOf(late);
  const record = {
    captureNumber: capture.number,
    orderNumber: String(row['orderNumber']),
    currency: String(row['currency']),
    state: row['isErased'] === true ? 'DebtorErased' : stateOf(capture, today, merchant),
    dueDate: first.on,
    daysOverdue: oldest === undefined ? 0 : Math.max(0, daysBetween(lastDayInTime(country, oldest), today)),
    overdueAmount: minorToWire(overdueMinor),
    openAmount: minorToWire(leftToPayMinor(capture, installments)),
    lateInterestAmount: minorToWire(interestOf({ order, capture, parts: late, today, reminders }, merchant).interestMinor),
    ...(capture.remindersPausedUntil !== null && { remindersPausedUntil: capture.remindersPausedUntil }),
    reminders: reminders.map((reminder) => {
      const { url, consumerUrl } = documentUrls(deps, merchant.id, reminder.documentId);
      const { level, madeOn: date, payBy } = reminder;
      return {
        level,
        date,
        payBy,
        amount: minorToWire(reminder.openMinor),
        feeAmount: minorToWire(reminder.feeMinor),
        interestAmount: minorToWire(reminder.interestMinor),
        url,
        consumerUrl,
      };
    }),
  };
  return [record];
}

function stateOf({ reminderLevel, remindedOn }: Capture, today: string, { contract }: MerchantOnClock): DunningState {
  if (reminderLevel < lastLevel || remindedOn === null) return dunningStates[reminderLevel] ?? 'Overdue';
  return addDays(remindedOn, reminderDays(contract.reminders).payWithinDays) < today ? 'ReadyForCollection' : 'SecondReminder';
}
