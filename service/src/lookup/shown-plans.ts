// The plans for a basket, as an answer: it follows from the merchant's contract, the day, the language and the key that signs links.
import { planUrl } from '../checkout/legal.ts';
import type { Day } from '../core/dates.ts';
import type { Contract, Merchant } from '../core/merchant.ts';
import { plansFor } from '../core/plan/offers.ts';
import { keptIn, Recent } from '../core/remembering.ts';
import type { Language } from '../core/texts/texts.ts';
import type { Signer, Signers } from '../store/secrets.ts';
import { InstallmentPlan, planToWire } from '../wire/plans.ts';
import { type Static, Type } from '../wire/schema.ts';
import { writtenOnce } from '../wire/validate.ts';

export const PlansAnswer = Type.Object({ availableInstallmentPlans: Type.Array(InstallmentPlan) }, { title: 'InstallmentPlans' });
type PlansAnswer = Static<typeof PlansAnswer>;

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
export function plansShown(merchant: Merchant, showing: Showing): PlansAnswer {
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
