// An order as the operator sees it. No answer names a person: a customer is a number.

import type { Day } from '../core/dates.ts';
import { minorToWire } from '../core/money.ts';
import { type Order, orderStates } from '../core/order/rows.ts';
import { leftMinor } from '../core/order/states.ts';
import { instantToWire } from '../wire/instants.ts';
import { Amount, DayText, InstantText, Opt, type Static, Type, Word } from '../wire/schema.ts';
import { type OwedRow, owedMembers, owedToWire } from './owed.ts';

export const orderMembers = {
  id: Type.String(),
  orderNumber: Type.String(),
  state: Word(orderStates),
  paymentType: Type.String(),
  customerNumber: Opt(Type.String()),
  currency: Type.String(),
  authorizedAmount: Amount(),
  leftToCaptureAmount: Amount('Authorized, and neither captured nor voided. What the consumer owes is `openAmount`.'),
  capturedAmount: Amount(),
  voidedAmount: Amount(),
  refundedAmount: Amount(),
  ...owedMembers,
  expiresOn: DayText(),
  contractVersion: Opt(Type.Number({ description: 'Of the merchant’s contract, under which it was made.' })),
  createdAt: InstantText(),
  updatedAt: InstantText(),
};

export const FoundOrder = Type.Object(orderMembers, { title: 'FoundOrder' });

export const orderExample = {
  id: '0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b30',
  orderNumber: 'WEB-1001',
  state: 'PartlyCaptured',
  paymentType: 'Invoice',
  customerNumber: 'K-77',
  currency: 'EUR',
  authorizedAmount: 104.95,
  leftToCaptureAmount: 44.95,
  capturedAmount: 60,
  voidedAmount: 0,
  refundedAmount: 0,
  openAmount: 60,
  dueAmount: 0,
  paidAmount: 0,
  owedBackAmount: 0,
  nextDueDate: '2026-12-04',
  reminderCount: 0,
  expiresOn: '2026-12-20',
  contractVersion: 1,
  createdAt: '2026-11-20T09:30:00Z',
  updatedAt: '2026-11-20T10:00:00Z',
};

export interface OrderRow extends Order, OwedRow {
  readonly customerNumber: string | null;
}

export function orderToWire(row: OrderRow, today: Day): Static<typeof FoundOrder> {
  const { id, number, state, paymentType, customerNumber, currency, expiresOn, contractVersion } = row;
  return {
    id,
    orderNumber: number,
    state,
    paymentType,
    ...(customerNumber !== null && { customerNumber }),
    currency,
    authorizedAmount: minorToWire(row.authorizedMinor),
    leftToCaptureAmount: minorToWire(leftMinor(row)),
    capturedAmount: minorToWire(row.capturedMinor),
    voidedAmount: minorToWire(row.voidedMinor),
    refundedAmount: minorToWire(row.refundedMinor),
    ...owedToWire(row, today),
    expiresOn,
    ...(contractVersion !== null && { contractVersion }),
    createdAt: instantToWire(row.insertedAt),
    updatedAt: instantToWire(row.updatedAt),
  };
}
