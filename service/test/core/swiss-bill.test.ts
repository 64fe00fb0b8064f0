// A Swiss invoice keeps its payment part where a name is written with an apostrophe or a dash of typesetters.
import { expect, it } from 'vitest';
import { payloadOf } from '../../src/core/documents/payment.ts';
import { drawReference } from '../../src/core/payment-reference/references.ts';
import { demoContract } from '../../src/sandbox/demo-shops.ts';

const { payee } = demoContract('CH');
const reference = drawReference('CH', payee, { digits: (count) => '7'.repeat(count) });
const debtor = { street: 'Rue', houseNumber: '1', postalCode: '1003', place: 'Lausanne', country: 'CH' };
const bill = (name: string, buyer: string): string[] =>
  payloadOf(
    {
      country: 'CH',
      currency: 'CHF',
      amountMinor: 100n,
      reference,
      dueOn: null,
      message: '',
      payee: { ...payee, name },
      debtor: { ...debtor, name: buyer },
    },
    { country: 'CH', language: 'FR' },
  )?.split('\n') ?? [];

it('is drawn for L’Atelier – Chez Ève and the firm of D’Amico', () => {
  const lines = bill('L’Atelier – Chez Ève', 'D‘Amico — Fils');
  expect([lines[5], lines[21]]).toEqual(["L'Atelier - Chez Ève", "D'Amico - Fils"]);
  // What no letter of the standard stands for is not written otherwise.
  expect(bill('Владимир', 'x')).toEqual([]);
  expect(bill('Shop', 'Владимир')[21]).toBe('');
});
