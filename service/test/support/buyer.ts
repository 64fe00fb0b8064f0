// A person who orders at a shop without a book.
import type { Merchant } from '../../src/core/merchant.ts';
import { type AuthorizeRequest, authorize } from '../../src/core/order/authorize.ts';
import type { OrderInHand, PersonInHand } from '../../src/core/order/in-hand.ts';
import { attemptCode, countSending, decidePending } from '../../src/core/order/review.ts';
import { type BureauAnswer, nothingHeard } from '../../src/core/risk/facts.ts';
import { plainTraits } from '../../src/core/risk/traits.ts';
import type { Customer, Rows, TableName } from '../../src/core/rows.ts';
import { chosen } from './checkout.ts';
import { Held } from './held.ts';
import { merchantIn } from './merchant.ts';

export const start = Date.parse('2026-03-11T09:30:00Z');
const shop = merchantIn('DE');

/** How an order is paid where its buyer refers to nothing. */
export const plainly: AuthorizeRequest['payment'] = {
  choice: chosen('Invoice'),
  bankAccount: null,
  bankCode: null,
  contractNamed: false,
  contract: null,
  contractParty: null,
};

export class Buyer extends Held {
  /** What else is known of the person. */
  known: Partial<PersonInHand> = {};

  constructor(customer: Partial<Customer> = {}, merchant: Merchant = shop, now = start) {
    const unknown = { key: 'k', id: 'id', number: null, identified: false, mergedInto: null, clearedUntil: null };
    super(merchant, now, { customers: [{ ...unknown, ...customer }], exposures: [] });
  }
  /** A row that is there before. */
  with<Name extends TableName>(table: Name, row: Rows[Name]): this {
    this.put(table, row);
    return this;
  }
  get person(): PersonInHand {
    const [customer] = this.list('customers');
    if (!customer) throw new Error('no customer');
    const [profile] = this.list('customerProfiles');
    const rows = {
      customer,
      exposures: this.list('exposures'),
      velocities: this.list('velocities'),
      ...(profile && { profile }),
    };
    return { ...rows, numberSettled: false, alike: [], listed: [], ...this.known };
  }
  get inHand(): OrderInHand {
    const [order] = this.list('orders');
    if (!order) throw new Error('no order');
    const { exposure } = this;
    return {
      order,
      customer: this.person.customer,
      captures: [],
      installments: [],
      costReturns: [],
      reminders: [],
      exposure,
      exposures: [exposure],
      velocities: [],
    };
  }
  decide(step: 'approve' | 'decline') {
    return this.take(decidePending(this.inHand, step, this.setting, { reason: 'r', decidedBy: 'd' }));
  }
  attempt(right: boolean) {
    return this.take(attemptCode(this.inHand, this.list('identityChecks')[0], right, this.setting));
  }
  send(): boolean {
    return this.take(countSending(this.inHand, this.list('identityChecks')[0], this.setting)) as boolean;
  }
  authorize(
    grossMinor: bigint,
    over: Partial<AuthorizeRequest> = {},
    bureau: BureauAnswer = { verdict: 'clear' },
    taken = false,
  ) {
    const person = {
      nationalId: null,
      customerNumber: null,
      email: 'ida@example.org',
      birthDate: '1990-01-01',
      postalCode: '10115',
    };
    const request: AuthorizeRequest = {
      number: 'N-1',
      checkout: null,
      contractCheckout: null,
      paymentType: over.payment?.choice.type ?? 'Invoice',
      payment: plainly,
      currency: this.merchant.currency,
      totals: { grossMinor, netMinor: grossMinor, lines: [] },
      party: { category: 'Person', name: 'Ida Weber', ...person },
      traits: plainTraits,
      marks: { email: 'e' },
      introduction: null,
      contents: {
        items: null,
        customer: { firstName: 'Ida' },
        deliveryCustomer: null,
        nationalId: null,
        deliveryNationalId: null,
        payment: null,
        remarks: null,
      },
      ...over,
    };
    return this.take(authorize(request, this.person, { ...nothingHeard, bureau }, taken, this.setting));
  }
}
