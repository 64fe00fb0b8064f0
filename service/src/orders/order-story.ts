// The whole story of an order: what its consumer owes, what was captured, paid and sent, and what happened to it, by whom and why.
// Nothing here names a person.

import type { Day } from '../core/dates.ts';
import type { MerchantOnClock } from '../core/merchant.ts';
import { minorToWire } from '../core/money.ts';
import type { CaptureReminder, PaymentReturn } from '../core/order/collecting.ts';
import type { Capture, Payment, Refund, Void } from '../core/order/rows.ts';
import { installmentMinor } from '../core/plan/plan.ts';
import { openMinorOf } from '../core/plan/schedule.ts';
import { documentUrls } from '../documents/link.ts';
import type { Deps } from '../http/deps.ts';
import { rowOfJson } from '../store/table.ts';
import { instantToWire } from '../wire/instants.ts';
import { Amount, DayText, InstantText, Opt, type Static, Type, Word } from '../wire/schema.ts';
import { captures } from './captures.sql.ts';
import { type OrderRow, orderExample, orderMembers, orderToWire } from './order-shape.ts';
import { installmentsOf, owedMembers, owedOf, todayOf } from './owed.ts';
import { paymentReturns, payments } from './payments.sql.ts';
import { refunds } from './refunds.sql.ts';
import { captureReminders } from './reminders.sql.ts';
import { voids } from './voids.sql.ts';

const Happened = Type.Object(
  {
    at: InstantText(),
    event: Opt(Type.String()),
    number: Opt(Type.String({ description: 'Of the capture, refund, void or shipping detail it is about.' })),
    amount: Opt(Amount()),
    version: Opt(Type.Number({ description: 'Of the order, after it.' })),
    source: Opt(Word(['shop', 'operator', 'consumer', 'service'])),
    operation: Opt(Type.String()),
    actor: Opt(Type.String({ description: 'Id of the key, or what of the service it was.' })),
    actorName: Opt(Type.String()),
    reason: Opt(Type.String()),
    requestId: Opt(Type.String()),
  },
  { title: 'Happened' },
);

const amounts = { amount: Amount(), createdAt: InstantText() };

const paper = (what: string) => ({
  url: Opt(Type.String({ description: `${what} as PDF, with the merchant’s key.` })),
  consumerUrl: Opt(
    Type.String({ description: 'The same by a signed link, for 30 days. Only for keys with `admin:money` or `admin:privacy`.' }),
  ),
});

const Reminder = Type.Object({
  level: Type.Number(),
  date: DayText(),
  payBy: DayText(),
  amount: Amount('That it asked for.'),
  feeAmount: Amount(),
  ...paper('The letter'),
});

export const Story = Type.Object(
  {
    ...orderMembers,
    captures: Type.Array(
      Type.Object({
        captureNumber: Type.String(),
        ...amounts,
        refundedAmount: Amount(),
        ...owedMembers,
        dueDate: DayText(),
        settledOn: Opt(DayText()),
        accountNumber: Opt(Type.String({ description: 'The customer account it was charged to.' })),
        paymentReference: Opt(Type.String({ description: 'What the consumer pays it under.' })),
        installments: Opt(
          Type.Array(
            Type.Object({
              dueDate: DayText(),
              amount: Amount(),
              principalAmount: Amount('What of it pays the purchase off.'),
              interestAmount: Amount(),
              feeAmount: Amount(),
              remainingPrincipalAmount: Amount('What is left of the purchase once it is paid.'),
              paidAmount: Amount(),
              openAmount: Amount(),
            }),
            { description: 'The amortisation table that a consumer may ask for (Directive (EU) 2023/2225 art. 21(2)).' },
          ),
        ),
        reminders: Type.Array(Reminder),
        ...paper('The invoice'),
      }),
    ),
    refunds: Type.Array(
      Type.Object({ refundNumber: Type.String(), captureNumber: Type.String(), ...amounts, ...paper('The credit note') }),
    ),
    contracts: Type.Array(
      Type.Object({
        contractNumber: Type.String(),
        informationGivenAt: InstantText('When the form and the agreement were handed to the shop for the consumer.'),
        openedAt: Opt(InstantText('When they were first fetched by the consumer’s link.')),
        ...paper('The contract'),
      }),
    ),
    letters: Type.Array(
      Type.Object({
        kind: Word(['WithdrawalReminder', 'Modification']),
        createdAt: InstantText(),
        openedAt: Opt(InstantText('When it was first fetched by the consumer’s link.')),
        ...paper('The letter'),
      }),
      { description: 'About the agreement: the reminder of the right of withdrawal, notices of changes. Earliest first.' },
    ),
    voids: Type.Array(Type.Object({ voidNumber: Type.String(), ...amounts })),
    payments: Type.Array(
      Type.Object({
        transactionId: Type.String(),
        captureNumber: Type.String(),
        ...amounts,
        valueDate: DayText(),
        returnedOn: Opt(DayText('The day on which the bank took it back: it pays nothing any more.')),
      }),
    ),
    decisions: Type.Array(
      Type.Object({
        id: Type.String(),
        outcome: Type.String(),
        amount: Amount('That was asked for.'),
        policyVersion: Type.String(),
        decidedAt: InstantText(),
      }),
    ),
    timeline: Type.Array(Happened, { description: 'Earliest first.' }),
  },
  { title: 'OrderStory' },
);

export const exampleStory = {
  ...orderExample,
  captures: [
    {
      captureNumber: '1795167000234567890',
      amount: 60,
      createdAt: '2026-11-20T10:00:00Z',
      refundedAmount: 0,
      openAmount: 60,
      dueAmount: 0,
      paidAmount: 0,
      owedBackAmount: 0,
      nextDueDate: '2026-12-04',
      reminderCount: 0,
      dueDate: '2026-12-04',
      paymentReference: 'RF24179516700023456',
      reminders: [],
      url: 'https://pay.example/documents/0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b33.pdf',
    },
  ],
  refunds: [],
  contracts: [],
  letters: [],
  voids: [],
  payments: [],
  decisions: [
    {
      id: '0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b31',
      outcome: 'Accepted',
      amount: 104.95,
      policyVersion: 'standard',
      decidedAt: '2026-11-20T09:30:00Z',
    },
  ],
  timeline: [
    {
      at: '2026-11-20T10:00:00Z',
      event: 'order.captured',
      number: '1795167000234567890',
      amount: 60,
      version: 2,
      source: 'operator',
      operation: 'captureOrder',
      actor: '00000000-0000-7000-8000-000000000000',
      actorName: 'Night shift',
      reason: 'The shop’s system is down.',
      requestId: '0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b32',
    },
  ],
};

/** When a paper was made, and when it reached the consumer. */
interface Given {
  readonly madeAt: number;
  readonly openedAt: number | null;
}

export interface StoryRow extends OrderRow {
  readonly captures: readonly unknown[];
  readonly refunds: readonly unknown[];
  readonly voids: readonly unknown[];
  readonly payments: readonly unknown[];
  readonly paymentReturns: readonly unknown[];
  readonly reminders: readonly unknown[];
  readonly contracts: readonly (Given & { readonly number: string; readonly documentId: string | null })[];
  readonly letters: readonly (Given & { readonly kind: 'WithdrawalReminder' | 'Modification'; readonly documentId: string })[];
  readonly decisions: readonly {
    id: string;
    outcome: string;
    amountMinor: string;
    policyVersion: string | null;
    decidedAt: number;
  }[];
  readonly events: readonly EventRow[];
  readonly acts: readonly ActRow[];
}

interface EventRow {
  readonly type: string;
  readonly subject: string;
  readonly amountMinor: string;
  readonly version: number | null;
  readonly source: string | null;
  readonly requestId: string | null;
  readonly happenedAt: number;
}

interface ActRow {
  readonly actor: string;
  readonly actorName: string | null;
  readonly operation: string;
  readonly reason: string | null;
  readonly requestId: string;
  readonly happenedAt: number;
}

type Making = Pick<Deps, 'publicUrl' | 'secrets' | 'clock'>;

const made = (amountMinor: bigint, insertedAt: number) => ({
  amount: minorToWire(amountMinor),
  createdAt: instantToWire(insertedAt),
});

export function storyToWire(row: StoryRow, merchant: MerchantOnClock, deps: Making): Static<typeof Story> {
  const today = todayOf(merchant, deps.clock());
  const paperOf = (documentId: string | null): Paper => {
    if (documentId === null) return {};
    const { url, consumerUrl } = documentUrls(deps, merchant.id, documentId);
    return { url, consumerUrl };
  };
  const returned = new Map(
    row.paymentReturns.map((json) => {
      const { transactionId, returnedOn }: PaymentReturn = rowOfJson(paymentReturns, json);
      return [transactionId, returnedOn];
    }),
  );
  return {
    ...orderToWire(row, today),
    captures: row.captures.map((json) => captureToWire(rowOfJson(captures, json), row, today, paperOf)),
    refunds: row.refunds.map((json) => {
      const { number, captureNumber, amountMinor, insertedAt, documentId }: Refund = rowOfJson(refunds, json);
      return { refundNumber: number, captureNumber, ...made(amountMinor, insertedAt), ...paperOf(documentId) };
    }),
    contracts: row.contracts.map(({ number, documentId, madeAt, openedAt }) => ({
      contractNumber: number,
      informationGivenAt: instantToWire(madeAt),
      ...(openedAt !== null && { openedAt: instantToWire(openedAt) }),
      ...paperOf(documentId),
    })),
    letters: row.letters.map(({ kind, documentId, madeAt, openedAt }) => ({
      kind,
      createdAt: instantToWire(madeAt),
      ...(openedAt !== null && { openedAt: instantToWire(openedAt) }),
      ...paperOf(documentId),
    })),
    voids: row.voids.map((json) => {
      const each: Void = rowOfJson(voids, json);
      return { voidNumber: each.number, ...made(each.amountMinor, each.insertedAt) };
    }),
    payments: row.payments.map((json) => {
      const { transactionId, captureNumber, amountMinor, insertedAt, valueOn }: Payment = rowOfJson(payments, json);
      const returnedOn = returned.get(transactionId);
      const payment = { transactionId, captureNumber, ...made(amountMinor, insertedAt), valueDate: valueOn };
      return returnedOn === undefined ? payment : { ...payment, returnedOn };
    }),
    decisions: row.decisions.map(({ id, outcome, amountMinor, policyVersion, decidedAt }) => ({
      id,
      outcome,
      amount: minorToWire(BigInt(amountMinor)),
      policyVersion: policyVersion ?? '',
      decidedAt: instantToWire(decidedAt),
    })),
    timeline: timelineOf(row),
  };
}

interface Paper {
  readonly url?: string;
  readonly consumerUrl?: string;
}

function captureToWire(capture: Capture, row: StoryRow, today: Day, paperOf: (documentId: string | null) => Paper) {
  const installments = installmentsOf(row).filter(({ captureNumber }) => captureNumber === capture.number);
  const reminders = row.reminders.map((json): CaptureReminder => rowOfJson(captureReminders, json));
  return {
    captureNumber: capture.number,
    ...made(capture.amountMinor, capture.insertedAt),
    refundedAmount: minorToWire(capture.refundedMinor),
    ...owedOf([capture], installments, today),
    dueDate: capture.dueOn,
    ...(capture.settledOn !== null && { settledOn: capture.settledOn }),
    ...(capture.chargedAccount !== null && { accountNumber: capture.chargedAccount }),
    ...(capture.paymentReference !== null && { paymentReference: capture.paymentReference }),
    ...(installments.length > 0 && {
      installments: installments.map((each, index) => ({
        dueDate: each.dueOn,
        amount: minorToWire(installmentMinor(each)),
        principalAmount: minorToWire(each.principalMinor),
        interestAmount: minorToWire(each.interestMinor),
        feeAmount: minorToWire(each.feeMinor),
        remainingPrincipalAmount: minorToWire(
          installments.slice(index + 1).reduce((left, { principalMinor }) => left + principalMinor, 0n),
        ),
        paidAmount: minorToWire(each.paidMinor),
        openAmount: minorToWire(openMinorOf(each)),
      })),
    }),
    reminders: reminders
      .filter(({ captureNumber }) => captureNumber === capture.number)
      .map(({ level, madeOn: date, payBy, openMinor, feeMinor, documentId }) => ({
        level,
        date,
        payBy,
        amount: minorToWire(openMinor),
        feeAmount: minorToWire(feeMinor),
        ...paperOf(documentId),
      })),
    ...paperOf(capture.documentId),
  };
}

/** Events with who caused them and why; an act without an event is listed itself. */
function timelineOf({ events, acts, number }: StoryRow): Static<typeof Happened>[] {
  const shown = events.map((event) => {
    // A job names its requests by itself, so the moment has to be the same as well.
    const act = acts.find(
      ({ requestId, happenedAt }) =>
        happenedAt === event.happenedAt && (event.requestId === null || requestId === event.requestId),
    );
    return { at: event.happenedAt, event, act };
  });
  const known = new Set(shown.map(({ act }) => act));
  const others = acts.filter((act) => !known.has(act)).map((act) => ({ at: act.happenedAt, event: undefined, act }));
  return [...shown, ...others]
    .sort((a, b) => a.at - b.at)
    .map(({ at, event, act }) => ({
      at: instantToWire(at),
      ...(event && eventToWire(event, number)),
      ...(act && actToWire(act)),
    }));
}

const sources = ['shop', 'operator', 'consumer', 'service'] as const;

function eventToWire({ type, subject, amountMinor, version, source }: EventRow, orderNumber: string) {
  const known = sources.find((each) => each === source);
  return {
    event: type,
    ...(subject !== orderNumber && { number: subject }),
    ...(amountMinor !== '0' && { amount: minorToWire(BigInt(amountMinor)) }),
    ...(version !== null && { version }),
    ...(known && { source: known }),
  };
}

const actToWire = ({ operation: name, actor, actorName, reason, requestId }: ActRow) => ({
  operation: name,
  actor,
  ...(actorName !== null && { actorName }),
  ...(reason !== null && { reason }),
  requestId,
});
