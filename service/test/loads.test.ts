// Which loads a batch looks at follows from what its requests ask for, so what a load says of that has to be all of it.
import { expect, it } from 'vitest';
import type { Needs } from '../src/book/needs.ts';
import { loads } from '../src/loads.ts';

/** Asks for everything there is. */
const everything: Required<Needs> = {
  person: {
    key: 'key',
    spelledKeys: ['spelled'],
    number: '7',
    byNumber: true,
    marks: ['mark'],
    like: { nameKey: 'n', bornKey: 'b', emailKey: 'e', phoneKey: 'p', addressKey: 'a' },
    bornOn: '1980-01-01',
    listKeys: ['list'],
  },
  order: 'order',
  with: [
    'captures',
    'installments',
    'contents',
    'shippingDetails',
    'identityCheck',
    'collections',
    'withdrawal',
    'costReturns',
    'reminders',
    'reminded',
  ],
  checkout: 'checkout',
  decisionOfCheckout: 'checkout',
  contract: 'contract',
  captureNumber: '1',
  payment: 'payment',
  paymentReturn: 'return',
  refundNumber: '2',
  objection: 'objection',
  document: 'document',
  account: { number: '3', day: '2026-11-25', eventId: 'e', paymentId: 'p', with: ['open', 'whole', 'held', 'owner', 'letters'] },
  accountsOfPerson: true,
  merge: { from: 'from', into: 'into' },
  listContents: ['content'],
  listEntry: 'entry',
  settlement: 'EUR',
  payout: 'payout',
  adjustment: 'adjustment',
  older: new Map([['key', ['older']]]),
};

/** One who is known by a key alone. */
const onePerson: Needs = { person: { key: 'key', number: null, byNumber: false } };
const oneOrder: Needs = { order: 'order' };

it.each(loads.map((load) => [load.statement.name, load] as const))(
  '%s is wanted by what it says, and by nothing else',
  (_name, load) => {
    const wanting = [everything, onePerson, oneOrder].filter((needs) => load.parameters([needs]));
    expect(wanting).not.toEqual([]);
    for (const needs of wanting) {
      const rest = Object.fromEntries(Object.entries(needs).filter(([member]) => !load.asks.includes(member as keyof Needs)));
      expect(load.parameters([rest])).toBeUndefined();
    }
  },
);
