// A payment method as a shop shows it: words in the buyer's language, a picture, what the buyer agrees to.

import type { Product } from '../core/checkout/products.ts';
import { countries } from '../core/countries/countries.ts';
import { type Day, isValidOn } from '../core/dates.ts';
import { consentRequired } from '../core/law/consent.ts';
import { hasDuty, lawOn } from '../core/law/law-on.ts';
import type { Contract, Merchant } from '../core/merchant.ts';
import { type Currency, minorToWire } from '../core/money.ts';
import { keptIn, Recent } from '../core/remembering.ts';
import { amountIn } from '../core/texts/amounts.ts';
import { fill } from '../core/texts/fill.ts';
import { monthlyDueText } from '../core/texts/monthly-due.ts';
import { type Language, languages, texts } from '../core/texts/texts.ts';
import type { Signer, Signers } from '../store/secrets.ts';
import { InstallmentPlan, planToWire } from '../wire/plans.ts';
import { Amount, Opt, type Static, Type, Word } from '../wire/schema.ts';
import { writtenOnce } from '../wire/validate.ts';
import { type LegalUrls, type Logo, legalUrls, logoUrl, planUrl } from './legal.ts';

const LegalInfo = Type.Object(
  {
    requiresCustomerConsent: Type.Boolean({ description: 'Has the buyer to tick `text`, or only to see it?' }),
    termsAndConditionsUrl: Type.String(),
    privacyStatementUrl: Type.String(),
    bgb507Url: Opt(Type.String({ description: 'Germany, installments: what section 507 BGB demands to be shown.' })),
    text: Type.String({ description: 'HTML with links, in the buyer’s language.' }),
  },
  { title: 'LegalInfo' },
);

const AccountProduct = Type.Object(
  {
    profileNo: Type.Integer(),
    interestRate: Type.Number({ description: 'Nominal, a year, in per cent.' }),
    effectiveAnnualPercentageRate: Type.Number({
      description: 'With all fees, by the assumptions of the law for open-ended credit.',
    }),
    startupFee: Amount(),
    monthlyFee: Amount(),
    minimumPayment: Amount('The least that is paid a month.'),
  },
  { title: 'AccountProduct' },
);

const CampaignAnswer = Type.Object(
  { campaignNo: Type.Integer(), campaignNumber: Type.Integer(), description: Type.String() },
  { title: 'Campaign' },
);

export const PaymentMethod = Type.Object(
  {
    type: Word(['Invoice', 'Consolidatedinvoice', 'Installment', 'Account']),
    title: Type.String(),
    tag: Type.String(),
    logo: Type.String({ description: 'Address of an SVG.' }),
    consumerFeeAmount: Amount('All fees of the method, without interest.'),
    legalInfo: LegalInfo,
    directDebit: Opt(Type.Object({ available: Type.Boolean() }, { title: 'DirectDebitOffer' })),
    campaigns: Opt(Type.Array(CampaignAnswer)),
    installment: Opt(InstallmentPlan),
    account: Opt(AccountProduct),
  },
  { title: 'PaymentMethod' },
);
type PaymentMethod = Static<typeof PaymentMethod>;

/** Who is shown the methods, and where. */
export interface Showing {
  readonly merchant: Merchant;
  readonly language: Language;
  readonly currency: Currency;
  readonly basketMinor: bigint;
  readonly on: Day;
  readonly publicUrl: string;
  readonly signers: Signers;
}

/** Methods as they were shown, by the key that signs their links and by what a method is of. */
const shownMethods = new WeakMap<Signer, WeakMap<object, Recent<PaymentMethod>>>();
/** Of one plan, profile or contract: all of its kinds, languages and days together. */
const methodsKept = 8;

interface ShownList {
  readonly products: readonly Product[];
  readonly methods: PaymentMethod[];
}

/** Lists as they were shown, likewise, by the contract that they follow from. */
const shownLists = new WeakMap<Signer, WeakMap<Contract, Recent<ShownList>>>();
/** Of one contract: each is a text of ten kilobytes. */
const listsKept = 4;

/** The methods of a basket, one list for all who are shown the same: a buyer asks several times for one basket. */
export function methodsToWire(products: readonly Product[], showing: Showing): PaymentMethod[] {
  const { merchant, language, currency, basketMinor, on, publicUrl, signers } = showing;
  const ofSigner = keptIn(shownLists, signers[0], () => new WeakMap<Contract, Recent<ShownList>>());
  const ofContract = keptIn(ofSigner, merchant.contract, () => new Recent<ShownList>(listsKept));
  const key = `${products.length} ${basketMinor} ${language} ${currency} ${on} ${publicUrl}`;
  const known = ofContract.find(key);
  // As many products may be others: a buyer can be refused one that the buyer before was not.
  if (known?.products === products) return known.methods;
  const methods = writtenOnce(products.map((product) => methodToWire(product, showing)));
  return ofContract.keep(key, { products, methods }).methods;
}

/** One for all who are shown the same: most methods say nothing of the basket. */
function methodToWire(product: Product, showing: Showing): PaymentMethod {
  const { merchant, language, currency, on, publicUrl, signers } = showing;
  const ofSigner = keptIn(shownMethods, signers[0], () => new WeakMap<object, Recent<PaymentMethod>>());
  const ofSubject = keptIn(ofSigner, subjectOf(product, merchant), () => new Recent<PaymentMethod>(methodsKept));
  const isDebited = 'directDebit' in product && product.directDebit;
  return ofSubject.of(`${product.kind} ${isDebited} ${language} ${currency} ${on} ${publicUrl}`, () =>
    writtenOnce(methodOf(product, showing)),
  );
}

/** What a method is of: it never changes, and no other method of its kind is of it. A plan has its basket, the others need none. */
function subjectOf(product: Product, { contract }: Merchant): object {
  if (product.kind === 'Installment') return product.plan ?? product.profile;
  return product.kind === 'Account' ? product.profile : contract;
}

function methodOf(product: Product, showing: Showing): PaymentMethod {
  switch (product.kind) {
    case 'Invoice':
      return product.directDebit ? directDebit(product, showing) : invoice(product, showing);
    case 'Consolidatedinvoice':
      return {
        type: 'Consolidatedinvoice',
        title: texts[showing.language].checkout.consolidatedTitle,
        tag: monthlyDueText(showing.language, showing.merchant.contract.consolidatedInvoiceDays),
        ...common(product, 'monthly-invoice', 0n, showing),
      };
    case 'Installment':
      return installment(product, showing);
    case 'Account':
      return account(product, showing);
  }
}

function invoice(product: Product, showing: Showing): PaymentMethod {
  const { merchant, on } = showing;
  const running = merchant.contract.campaigns.filter((campaign) => isValidOn(campaign, on));
  return {
    type: 'Invoice',
    ...words('invoice', { days: merchant.contract.invoiceDays }, showing),
    ...common(product, 'invoice', 0n, showing),
    ...(running.length > 0 && {
      campaigns: running.map(({ campaignNumber, description }) => ({ campaignNo: campaignNumber, campaignNumber, description })),
    }),
  };
}

/** An entry of its own: plug-ins recognise the plain invoice by the missing member. */
function directDebit(product: Product, showing: Showing): PaymentMethod {
  return {
    type: 'Invoice',
    ...words('directDebit', { days: showing.merchant.contract.invoiceDays }, showing),
    ...common(product, 'direct-debit', 0n, showing),
    directDebit: { available: true },
  };
}

function installment(product: Extract<Product, { kind: 'Installment' }>, showing: Showing): PaymentMethod {
  const { profile, plan, directDebit } = product;
  if (!plan) throw new Error('an installment method without its plan');
  const { currency, language, publicUrl, signers, basketMinor } = showing;
  const count = profile.numberOfInstallments;
  const page = planUrl(publicUrl, { language, currency, basketMinor, terms: plan.terms }, signers[0]);
  const fees = profile.startupFeeMinor + BigInt(count) * profile.monthlyFeeMinor;
  return {
    type: 'Installment',
    ...words(
      'installment',
      { count, amount: amountIn(language, plan.installmentMinor, currency, showing.merchant.country) },
      showing,
    ),
    ...common(product, 'installment', fees, showing, page),
    // Some plug-ins offer an installment only by this, and look at nothing else of the entry.
    ...(directDebit && { directDebit: { available: true } }),
    installment: planToWire(plan, page),
  };
}

function account(product: Extract<Product, { kind: 'Account' }>, showing: Showing): PaymentMethod {
  const { profile, annualRate, directDebit } = product;
  const { currency, language } = showing;
  return {
    type: 'Account',
    ...words('account', { amount: amountIn(language, profile.minimumPaymentMinor, currency, showing.merchant.country) }, showing),
    ...common(product, 'account', profile.startupFeeMinor, showing, null),
    ...(directDebit && { directDebit: { available: true } }),
    account: {
      profileNo: profile.profileNo,
      interestRate: profile.interestRateBps / 100,
      effectiveAnnualPercentageRate: Number(annualRate ?? 0),
      startupFee: minorToWire(profile.startupFeeMinor),
      monthlyFee: minorToWire(profile.monthlyFeeMinor),
      minimumPayment: minorToWire(profile.minimumPaymentMinor),
    },
  };
}

type Named = 'invoice' | 'directDebit' | 'installment' | 'account';

function words(name: Named, values: Readonly<Record<string, string | number>>, { language }: Showing) {
  const phrases = texts[language].checkout;
  return { title: fill(phrases[`${name}Title`], values), tag: fill(phrases[`${name}Tag`], values) };
}

/** `page` is what has to be read before a credit is agreed on: null where there is no page for it. */
function common(product: Product, logo: Logo, feesMinor: bigint, showing: Showing, page?: string | null) {
  const { merchant, language, on, publicUrl } = showing;
  const requiresCustomerConsent = consentRequired(product, merchant.country, on);
  const { urls, warning, consent, notice } = legalOf(showing);
  const planPage = countries[merchant.country].law.showsPlanBeforeConsent && page;
  const phrases = texts[language].checkout;
  const before = page ? `${fill(phrases.information, { information: link(page, phrases.informationLink) })} ` : '';
  return {
    logo: logoUrl(publicUrl, logo),
    consumerFeeAmount: minorToWire(feesMinor),
    legalInfo: {
      requiresCustomerConsent,
      ...urls,
      ...(planPage && { bgb507Url: planPage }),
      text: warning + before + (requiresCustomerConsent ? consent : notice),
    },
  };
}

interface Legal {
  readonly urls: LegalUrls;
  /** First and in bold wherever credit is offered, where the law of the day asks for it: also of an invoice of a third party. */
  readonly warning: string;
  readonly consent: string;
  readonly notice: string;
}

/** What all methods of a merchant say alike for every basket: written once for each version of its contract, language and day. */
const legalTexts = new WeakMap<Contract, Recent<Legal>>();

function legalOf(showing: Showing): Legal {
  const { merchant, language, on, publicUrl } = showing;
  const kept = keptIn(legalTexts, merchant.contract, () => new Recent<Legal>(languages.length));
  return kept.of(`${language} ${on} ${publicUrl}`, () => legalTextsOf(showing));
}

function legalTextsOf({ merchant, language, on, publicUrl }: Showing): Legal {
  const urls = legalUrls(merchant, language, publicUrl);
  const { checkout, contract } = texts[language];
  const links = {
    terms: link(urls.termsAndConditionsUrl, checkout.termsLink),
    privacy: link(urls.privacyStatementUrl, checkout.privacyLink),
  };
  return {
    urls,
    warning: hasDuty('advertisingWarning', lawOn(merchant.country, on)) ? `<strong>${contract.warning}</strong> ` : '',
    consent: fill(checkout.consent, links),
    notice: fill(checkout.notice, links),
  };
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character] ?? '');

function link(url: string, words: string): string {
  return `<a href="${escaped(url)}" target="_blank" rel="noopener">${escaped(words)}</a>`;
}
