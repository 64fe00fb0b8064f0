// POST /customer-account/{accountNumber}/event: add an event to an account. The one endpoint
// that the specification gives down to its fields: names, types, words and the error body are exactly its own.
import { write } from '../book/endpoint.ts';
import { addEvent as add, type EventAnswer, type EventRequest, eventKinds } from '../core/account/event.ts';
import { eventTime, eventTimePattern } from '../core/account/event-time.ts';
import { amountOf, type EventLine, eventTotalsFaults } from '../core/account/items.ts';
import { readAccountNumber } from '../core/account/number.ts';
import { answering } from '../core/changes.ts';
import { dayAt } from '../core/dates.ts';
import type { Json } from '../core/json.ts';
import { minorFromWire, scaled } from '../core/money.ts';
import { priceDecimals, quantityDecimals } from '../core/order/totals.ts';
import { like, type Notice, Refusal } from '../core/refusals.ts';
import { outcomes } from '../core/risk/decide-credit.ts';
import { maxItems } from '../wire/items.ts';
import { canonicalJson } from '../wire/json.ts';
import { Message, messageOf } from '../wire/messages.ts';
import {
  Amount,
  ConversationLanguage,
  CountryCode,
  CurrencyCode,
  CutText,
  chooses,
  Opt,
  Quantity,
  type Static,
  Text,
  Type,
  UnitPrice,
  Uuid,
  Word,
} from '../wire/schema.ts';
import { eventExample } from './examples.ts';

/** C60: how the specification's run of words is cut. */
const categoryTypes = [
  'NotSet',
  'Charge',
  'Sales',
  'Deposit',
  'Payout',
  'Transfer',
  'Unit',
  'Consumer',
  'Cancel',
  'Clearing',
  'CardDeposit',
  'CardClearing',
] as const;

const timeExample = '2026-11-20T09:30:00+01:00';

const EventItem = Type.Object(
  {
    itemId: Text(100),
    itemDescription: CutText(255, 'Longer text is cut.'),
    unitCode: CutText(50),
    quantity: Quantity(),
    unitPrice: UnitPrice('Gross price of one unit.'),
    netAmount: Opt(UnitPrice('Net price of one unit.')),
    taxAmount: Opt(UnitPrice('Tax of one unit; the tax of the whole line is understood too.')),
    discount: Opt(Amount('Of the whole line.')),
    grossAmount: Opt(Amount('unitPrice × quantity − discount.')),
  },
  { title: 'AccountEventItem', ...chooses({ amount: ['unitPrice', 'quantity', 'discount'] }) },
);
type EventItem = Static<typeof EventItem>;

const AccountEventBody = Type.Object(
  {
    eventType: Word(eventKinds),
    categoryType: Opt(Word(categoryTypes)),
    time: Type.String({
      maxLength: 64,
      pattern: eventTimePattern,
      examples: [timeExample],
      'x-format': 'date-time',
      description: 'ISO 8601 date-time when the event appeared; without an offset the local time of `countryCode`.',
    }),
    nfcId: Opt(Text(255, 'ID of the NFC chip used.')),
    posId: Opt(Text(255, 'ID of the POS terminal used.')),
    posName: Opt(CutText(255, 'Name of the POS terminal used.')),
    totalTax: Opt(Amount('Sum of the taxes of all items.')),
    totalAmount: Opt(Amount('Sum of the gross amounts of all items; negative only for an InterestCorrection.')),
    items: Opt(Type.Array(EventItem, { maxItems })),
    currency: CurrencyCode(),
    accountTransactionId: Opt(Text(255, 'Your own id: the same event sent again gets the first answer.')),
    countryCode: CountryCode(),
    conversationLanguage: ConversationLanguage(),
  },
  { title: 'AccountEvent', ...chooses({ amount: ['totalAmount'], items: ['items'], unless: { eventType: ['Info'] } }) },
);
type Body = Static<typeof AccountEventBody>;

const AccountEventAnswer = Type.Object(
  {
    eventAdded: Type.Boolean(),
    transactionId: Uuid(),
    outcome: Word(outcomes),
    riskCheckMessages: Opt(Type.Array(Message)),
  },
  { title: 'AccountEventAnswer' },
);

export const addEvent = write({
  id: 'addEvent',
  method: 'POST',
  path: '/api/v3/customer-account/:accountNumber/event',
  tag: 'FastTrack',
  summary: 'Add event to an account',
  about:
    'Purchases, withdrawals and their commissions use the credit limit; a WithdrawalCorrection gives it back; an ' +
    'InterestCorrection (signed) moves interest; Info is only noted. What is above the remaining limit is an answer with ' +
    '`eventAdded: false` and outcome `Rejected`. A refusal is one message object.',
  scope: ['accounts'],
  refusals: [
    'account.not_found',
    'account.transaction_used',
    'account.currency',
    'event.total_amount',
    'event.total_tax',
    'event.item_amount',
    'merchant.inactive',
  ],
  // Specification 2.3 and 4.1: the error body is the message object itself (C04).
  oneMessage: true,
  example: eventExample,
  params: Type.Object({ accountNumber: Type.String() }),
  body: AccountEventBody,
  answer: AccountEventAnswer,

  check(body) {
    return Refusal.of([...timeFaults(body), ...amountFaults(body), ...eventTotalsFaults(totalsOf(body))]);
  },

  opensCredit: ({ eventType }) => eventType === 'Purchase' || eventType === 'Withdrawal',

  needs({ params, body, merchant }) {
    const eventId = body.accountTransactionId ?? null;
    return {
      account: {
        number: readAccountNumber(params.accountNumber) ?? '',
        day: dayAt(instantOf(body), merchant.timeZone),
        eventId,
      },
    };
  },

  decide({ account }, { body, hashes, setting }) {
    const decided = add(account, requestFromWire(body, hashes), setting);
    return decided instanceof Refusal ? decided : answering(decided, (answer) => answerToWire(answer, body));
  },
});

/** Before this no till kept accounts, and databases have no day for what is much earlier. */
const earliest = Date.UTC(1900, 0, 1);
/** From here on it is another day of five digits somewhere. */
const latest = Date.UTC(9999, 11, 31);

function timeFaults({ time, countryCode }: Body): Notice[] {
  const instant = eventTime(time, countryCode);
  if (instant === null) return [{ id: 'value.format', field: 'time', values: like(timeExample) }];
  return instant < earliest || instant >= latest ? [{ id: 'value.out_of_range', field: 'time' }] : [];
}

/** Only interest is corrected in both directions; everywhere else the event's type says which way the money goes (C62). */
function amountFaults(body: Body): Notice[] {
  if (body.eventType === 'InterestCorrection' || amountOf(totalsOf(body)) >= 0n) return [];
  return [{ id: 'value.out_of_range', field: body.totalAmount === undefined ? 'items' : 'totalAmount' }];
}

const instantOf = ({ time, countryCode }: Body): number => eventTime(time, countryCode) ?? 0;

const totalsOf = ({ totalAmount, totalTax, items = [] }: Body) => ({
  amountMinor: totalAmount === undefined ? null : minorFromWire(totalAmount),
  taxMinor: totalTax === undefined ? null : minorFromWire(totalTax),
  lines: items.map(lineFromWire),
});

function lineFromWire({ quantity, unitPrice, discount, grossAmount, taxAmount, netAmount }: EventItem): EventLine {
  const unitPriceE4 = scaled(unitPrice, priceDecimals);
  const derived = netAmount === undefined ? null : unitPriceE4 - scaled(netAmount, priceDecimals);
  return {
    quantityE6: scaled(quantity, quantityDecimals),
    unitPriceE4,
    discountMinor: discount === undefined ? 0n : minorFromWire(discount),
    grossMinor: grossAmount === undefined ? null : minorFromWire(grossAmount),
    taxE4: taxAmount === undefined ? derived : scaled(taxAmount, priceDecimals),
  };
}

function requestFromWire(body: Body, hashes: (text: string) => readonly string[]): EventRequest {
  const { eventType, categoryType = 'NotSet', currency, accountTransactionId = null, countryCode, nfcId, posId, posName } = body;
  const totals = totalsOf(body);
  const happenedAt = instantOf(body);
  return {
    eventType,
    categoryType,
    happenedAt,
    currency,
    accountTransactionId,
    // As it was understood: other blanks, cases or words for the same thing are the same event (C63).
    contentHashes: hashes(canonicalJson({ categoryType, ...body, time: happenedAt })),
    amountMinor: amountOf(totals),
    taxMinor: totals.taxMinor,
    countryCode,
    language: body.conversationLanguage,
    nfcId: nfcId ?? null,
    posId: posId ?? null,
    posName: posName ?? null,
    items: (body.items ?? null) as Json,
  };
}

function answerToWire(
  { eventAdded, transactionId, outcome, reasons }: EventAnswer,
  body: Body,
): Static<typeof AccountEventAnswer> {
  const messages = reasons.map((reason) => messageOf(reason, body.conversationLanguage));
  return { eventAdded, transactionId, outcome, ...(messages.length > 0 && { riskCheckMessages: messages }) };
}
