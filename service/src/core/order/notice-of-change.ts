// An update of an order changes the agreement on paying it later: its consumer is given notice of what changes, in the same moment (C99).
// Of a higher total that needs a new agreement there is no notice: its form is given anew.

import { type Decided, insert } from '../changes.ts';
import { termsOf } from '../checkout/terms.ts';
import { dayAt } from '../dates.ts';
import { buyerOf } from '../documents/buyer.ts';
import { documentRow } from '../documents/content.ts';
import type { ChangedCredit } from '../documents/modification.ts';
import type { JsonObject } from '../json.ts';
import { hasDuty, lawOn } from '../law/law-on.ts';
import { installmentMinor, planOf } from '../plan/plan.ts';
import type { Setting } from '../setting.ts';
import type { Language } from '../texts/texts.ts';
import type { Order, OrderContents } from './rows.ts';

type NoticeGiven = Pick<Decided<Order>, 'changes' | 'events'>;

export const noNotice: NoticeGiven = { changes: [], events: [] };

/** The notice, where the total is another one and the law of the order's day has that duty; nothing for a company. */
export function noticeOfChange(
  before: Order,
  after: Order,
  { customer: stored }: OrderContents,
  language: Language,
  { merchant, chance, now }: Setting,
): NoticeGiven {
  const { country, timeZone } = merchant;
  const customer = (stored ?? null) as JsonObject | null;
  const law = lawOn(country, dayAt(before.insertedAt, timeZone));
  const isOfConsumer = customer !== null && customer['customerCategory'] !== 'Company';
  if (before.authorizedMinor === after.authorizedMinor || !isOfConsumer || !hasDuty('modificationNotice', law)) return noNotice;
  const id = chance.id();
  const today = dayAt(now, timeZone);
  const content = {
    kind: 'Modification',
    number: id,
    language,
    country,
    currency: after.currency,
    madeAt: now,
    madeOn: today,
    shopName: merchant.name,
    payee: merchant.contract.payee,
    buyer: buyerOf(customer, country),
    orderNumber: after.number,
    agreementNumber: null,
    inForceOn: today,
    before: creditOf(before),
    after: creditOf(after),
  } as const;
  return {
    changes: [insert('documents', documentRow(id, content, after.id))],
    events: [
      {
        type: 'order.change_notified',
        orderId: after.id,
        subject: after.number,
        currency: after.currency,
        amountMinor: 0n,
        details: { inForceOn: today },
      },
    ],
  };
}

function creditOf(order: Order): ChangedCredit {
  const { authorizedMinor: amountMinor } = order;
  const { installment } = termsOf(order);
  const plan = installment && planOf(amountMinor, installment);
  return {
    amountMinor,
    totalMinor: plan?.totalMinor ?? amountMinor,
    paymentsMinor: plan?.installments.map(installmentMinor) ?? [],
    annualRate: plan?.effectiveAnnualPercentageRate ?? null,
  };
}
