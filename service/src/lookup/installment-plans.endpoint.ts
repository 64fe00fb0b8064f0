// POST /lookup/installment-plans: the plans a merchant can offer for a basket value.
// Touches no database: the merchant's contract came with the key.

import { compute } from '../book/endpoint.ts';
import { planUrl } from '../checkout/legal.ts';
import { currencyFault } from '../core/checkout/currency.ts';
import { type Day, dayAt } from '../core/dates.ts';
import type { Contract, Merchant } from '../core/merchant.ts';
import { minorFromWire } from '../core/money.ts';
import { plansFor } from '../core/plan/offers.ts';
import { refuse } from '../core/refusals.ts';
import { keptIn, Recent } from '../core/remembering.ts';
import type { Language } from '../core/texts/texts.ts';
import type { Signer, Signers } from '../store/secrets.ts';
import { planExample } from '../wire/examples.ts';
import { languageOf } from '../wire/messages.ts';
import { InstallmentPlan, planToWire } from '../wire/plans.ts';
import { ConversationLanguage, CountryCode, CurrencyCode, Opt, PositiveAmount, type Static, Type } from '../wire/schema.ts';
import { writtenOnce } from '../wire/validate.ts';

const PlansRequest = Type.Object(
  {
    amount: PositiveAmount('The basket’s value.'),
    currency: Opt(CurrencyCode()),
    countryCode: Opt(CountryCode()),
    conversationLanguage: Opt(ConversationLanguage()),
  },
  { title: 'InstallmentPlansRequest' },
);

const PlansAnswer = Type.Object({ availableInstallmentPlans: Type.Array(InstallmentPlan) }, { title: 'InstallmentPlans' });
type PlansAnswer = Static<typeof PlansAnswer>;

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

/** What plans are shown for, and where. */
interface Showing {
  readonly basketMinor: bigint;
  readonly language: Language;
  readonly on: Day;
  readonly publicUrl: string;
  readonly signers: Signers;
}

/** Answers as they were given, by the key that signs their links and by the contract that they follow from: it never changes. */
const givenAnswers = new WeakMap<Signer, WeakMap<Contract, Recent<PlansAnswer>>>();
const answersKept = 16;

/** One for all who ask for the same basket: a page shows its plans to every visitor. */
function plansShown(merchant: Merchant, showing: Showing): PlansAnswer {
  const { country, currency, contract } = merchant;
  const { basketMinor, language, on, publicUrl, signers } = showing;
  const ofSigner = keptIn(givenAnswers, signers[0], () => new WeakMap<Contract, Recent<PlansAnswer>>());
  const ofContract = keptIn(ofSigner, contract, () => new Recent<PlansAnswer>(answersKept));
  return ofContract.of(`${country} ${currency} ${basketMinor} ${language} ${on} ${publicUrl}`, () => {
    const { plans } = plansFor(basketMinor, merchant, on);
    const shown = plans.map((plan) =>
      planToWire(plan, planUrl(publicUrl, { language, currency, basketMinor, terms: plan.terms }, signers[0])),
    );
    return writtenOnce({ availableInstallmentPlans: shown });
  });
}
