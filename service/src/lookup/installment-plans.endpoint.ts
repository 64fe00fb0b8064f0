// POST /lookup/installment-plans: the plans a merchant can offer for a basket value.
// Touches no database: the merchant's contract came with the key.

import { compute } from '../book/endpoint.ts';
import { currencyFault } from '../core/checkout/currency.ts';
import { dayAt } from '../core/dates.ts';
import { minorFromWire } from '../core/money.ts';
import { refuse } from '../core/refusals.ts';
import { planExample } from '../wire/examples.ts';
import { languageOf } from '../wire/messages.ts';
import { ConversationLanguage, CountryCode, CurrencyCode, Opt, PositiveAmount, Type } from '../wire/schema.ts';
import { PlansAnswer, plansShown } from './shown-plans.ts';

const PlansRequest = Type.Object(
  {
    amount: PositiveAmount('The basket’s value.'),
    currency: Opt(CurrencyCode()),
    countryCode: Opt(CountryCode()),
    conversationLanguage: Opt(ConversationLanguage()),
  },
  { title: 'InstallmentPlansRequest' },
);

const example = {
  ...planExample,
  readMore: 'https://pay.example/legal/plan/de-EUR-18500-1-3-0-0-0.kR3x0pVqYc1mZt8uWJ5bHA',
};

export const lookupInstallmentPlans = compute({
  id: 'lookupInstallmentPlans',
  method: 'POST',
  path: '/api/v3/lookup/installment-plans',
  tag: 'Additional services',
  summary: 'Installment plans for a basket value',
  about:
    'What the merchant’s contract holds and the law of the country allows on the day; shortest first. A basket outside every range has no plans, which is no error. `readMore` is a page for the buyer, in the language of the conversation.',
  scope: ['lookup', 'checkout'],
  refusals: ['order.currency_not_offered', 'order.currency_not_payable', 'country.not_offered'],
  example: {
    body: { amount: 185, currency: 'EUR', countryCode: 'DE' },
    answer: { availableInstallmentPlans: [example] },
  },
  body: PlansRequest,
  answer: PlansAnswer,

  compute({ body, merchant, now, publicUrl, signers }) {
    const { currency, country, contract } = merchant;
    // A key of another country or currency would show buyers plans they cannot have.
    if ((body.currency ?? currency) !== currency) return refuse('order.currency_not_offered', 'currency');
    const unpaid = currencyFault(merchant, currency, 'currency');
    if (unpaid) return unpaid;
    if ((body.countryCode ?? country) !== country) return refuse('country.not_offered', 'countryCode', { country });
    if (!contract.paymentTypes.includes('Installment')) return { availableInstallmentPlans: [] };
    const language = languageOf(body, merchant.language);
    const basketMinor = minorFromWire(body.amount);
    return plansShown(merchant, { basketMinor, language, on: dayAt(now, merchant.timeZone), publicUrl, signers });
  },
});
