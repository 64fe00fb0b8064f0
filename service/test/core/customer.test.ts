// What is remembered of a customer is what was said last, who still owes is not erased, and who is on a list is there once.
import { describe, expect, it } from 'vitest';
import { type CustomerUpdate, comparableOfProfile, remember, updateCustomer } from '../../src/core/customer.ts';
import { whyNotErased } from '../../src/core/erasure.ts';
import { enter, type NewEntry, takeOff } from '../../src/core/list-entries.ts';
import { Refusal } from '../../src/core/refusals.ts';
import type { CustomerProfile, ListEntry } from '../../src/core/rows.ts';
import { introduced, personWith, settingOf } from '../support/applicant.ts';
import { merchantIn } from '../support/merchant.ts';

const now = Date.parse('2026-06-10T10:00:00Z');
const setting = settingOf(merchantIn('DE'), now);
const profile: CustomerProfile = { ...introduced.profile, customerKey: 'k', seenAt: 1 };

describe('a customer', () => {
  it('is remembered as last seen: what is said replaces, what is not said stays', () => {
    const { customer } = personWith();
    const first = remember({ customer }, { email: 'a@b.de', phone: null, language: undefined as unknown as null }, now);
    expect(first).toMatchObject({
      kind: 'insert',
      table: 'customerProfiles',
      row: { customerKey: 'k', email: 'a@b.de', phone: null, firstName: null, language: null, seenAt: now },
    });
    const next = remember({ customer, profile }, { email: 'a@b.de', phone: null }, now);
    expect(next).toMatchObject({ kind: 'update', row: profile, set: { email: 'a@b.de', seenAt: now } });
    expect(Object.keys('set' in next ? next.set : {}).sort()).toEqual(['email', 'seenAt']);
  });

  it('is compared by each number and by an address that has street, code and country', () => {
    const compared = (over: Partial<CustomerProfile>) => comparableOfProfile({ ...profile, ...over });
    expect(compared({ phone: '1', mobilePhone: '2', nationalIdKey: 'n' })).toMatchObject({ phones: ['1', '2'], idMark: 'n' });
    expect([compared({ phone: '1' }).phones, compared({ mobilePhone: '2' }).phones, compared({}).phones]).toEqual([
      ['1'],
      ['2'],
      [],
    ]);
    const address = { street: 'Weg 1', postalCode: '10115', countryCode: 'DE' };
    expect(compared({ address }).places).toEqual([{ ...address, streetNumber: null }]);
    expect(compared({ address: { ...address, streetNumber: '2' } }).places).toEqual([{ ...address, streetNumber: '2' }]);
    expect(compared({ address: null }).places).toEqual([]);
    for (const missing of Object.keys(address)) {
      const { [missing as 'street']: _, ...rest } = address;
      expect(compared({ address: rest }).places, missing).toEqual([]);
    }
  });

  it('is updated where the number was given to one', () => {
    const changed: CustomerUpdate = {
      distributionType: 'Email',
      email: 'a@b.de',
      mobilePhone: null,
      emailKey: 'e',
      phoneKey: null,
    };
    const named = personWith([], { profile });
    const known = { ...named, customer: { ...named.customer, number: '7', id: 'c' } };
    expect(updateCustomer(known, changed, { now })).toEqual({
      answer: {},
      changes: [remember(known, changed, now)],
      events: [],
      about: 'c',
      customerId: 'c',
    });
    for (const nobody of [undefined, named])
      expect(updateCustomer(nobody, changed, { now })).toMatchObject({ notices: [{ id: 'customer.not_found' }] });
  });

  it.each([
    [{}, undefined],
    [
      { orderNumber: 'N', accountNumber: 'A', debtMinor: 1n },
      { id: 'erasure.order_open', field: 'f', values: { number: 'N' } },
    ],
    [
      { accountNumber: 'A', debtMinor: 1n },
      { id: 'erasure.account_open', field: 'f', values: { number: 'A' } },
    ],
    [{ debtMinor: 1n }, { id: 'erasure.debt_open', field: 'f', values: { amount: '0.01' } }],
    [{ debtMinor: 123_45n }, { id: 'erasure.debt_open', field: 'f', values: { amount: '123.45' } }],
    [{ debtMinor: 0n }, undefined],
    [{ debtMinor: -1n }, undefined],
  ])('with %o open is not erased for %o', (open, notice) => {
    const refusal = whyNotErased({ orderNumber: null, accountNumber: null, debtMinor: 0n, ...open }, 'f');
    expect(refusal?.notices[0]).toEqual(notice);
  });
});

describe('a list', () => {
  const entry = (contentKey: string, over: Partial<NewEntry> = {}): NewEntry => {
    const said = { reason: 'r', enteredBy: 'o', expiresAt: null };
    return { list: 'negative', kind: 'email', content: '{}', contentKey, keys: 'x\ny\n', ...said, ...over };
  };
  const standing = (contentKey: string, expiresAt: number | null): ListEntry => ({
    ...entry(contentKey),
    id: contentKey,
    insertedAt: 0,
    expiresAt,
    removedAt: null,
    removedBy: null,
    removedReason: null,
  });
  const entered = (entries: NewEntry[], known: ListEntry[] = []) => enter(entries, known, setting);

  it('takes a new entry with each of its keys', () => {
    const { answer, changes, events, about } = entered([entry('a')]);
    const id = expect.any(String);
    const row = { ...entry('a'), id, insertedAt: now, removedAt: null, removedBy: null, removedReason: null };
    expect(changes).toEqual([
      { kind: 'insert', table: 'listEntries', row },
      { kind: 'insert', table: 'listKeys', row: { key: 'x', entryId: id } },
      { kind: 'insert', table: 'listKeys', row: { key: 'y', entryId: id } },
    ]);
    expect([answer, events, about]).toEqual([{ entered: 1, known: 0 }, [], '1 entries']);
  });

  it('takes the same content once, also within one request', () => {
    expect(entered([entry('a'), entry('a'), entry('b')]).answer).toEqual({ entered: 2, known: 1 });
    const known = entered([entry('a')], [standing('a', null)]);
    expect(known).toEqual({ answer: { entered: 0, known: 1 }, changes: [], events: [] });
    expect(entered([entry('a')], [standing('a', now + 1)]).answer).toEqual({ entered: 0, known: 1 });
  });

  it('takes an entry that is over again, as it is meant now', () => {
    const over = standing('a', now);
    const { answer, changes } = entered([entry('a', { reason: 'again', expiresAt: 5, enteredBy: 'p' }), entry('a')], [over]);
    const set = { reason: 'again', enteredBy: 'p', expiresAt: 5 };
    expect(changes).toEqual([{ kind: 'update', table: 'listEntries', row: over, add: {}, set }]);
    expect(answer).toEqual({ entered: 1, known: 1 });
  });

  it('loses an entry once, and says why', () => {
    const [said, row] = [{ removedBy: 'o', removedReason: 'wrong' }, standing('a', null)];
    const set = { removedAt: now, ...said };
    expect(takeOff(row, said, setting)).toEqual({
      answer: { ...row, ...set },
      changes: [{ kind: 'update', table: 'listEntries', row, add: {}, set }],
      events: [],
      about: 'a',
    });
    for (const none of [undefined, { ...row, removedAt: 1 }]) expect(takeOff(none, said, setting)).toBeInstanceOf(Refusal);
  });
});
