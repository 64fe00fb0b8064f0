// The letter about an automated rejection, and the one with the answer of the person who looked at it: what they say, as data,
// and the pages composed from it. Only what a person may know of a decision: which check it was, which kinds of data, which
// register; never a score or a weight.
import type { CountryCode } from '../countries/countries.ts';
import type { Day, Instant } from '../dates.ts';
import type { DataKind } from '../law/rows.ts';
import type { Payee } from '../merchant.ts';
import type { Currency } from '../money.ts';
import type { RegisterCategory } from '../risk/facts.ts';
import type { Basis as Ground } from '../risk/grounds.ts';
import type { RightsWords } from '../texts/en/rights.ts';
import { fill } from '../texts/fill.ts';
import { type Language, texts } from '../texts/texts.ts';
import type { Buyer } from './buyer.ts';
import type { Block, Document } from './document.ts';
import { dayText, moneyText, type Writing } from './format.ts';
import { documentOf, payeeLine } from './invoice.ts';

export interface RejectionData {
  readonly kind: 'Rejection' | 'ReviewAnswer';
  /** The id of the decision. */
  readonly number: string;
  readonly language: Language;
  readonly country: CountryCode;
  readonly currency: Currency;
  readonly amountMinor: bigint;
  readonly madeAt: Instant;
  readonly madeOn: Day;
  readonly decidedOn: Day;
  readonly shopName: string;
  readonly payee: Payee;
  /** Without a name where that is not known any more. */
  readonly buyer: Buyer;
  readonly reference: string;
  readonly basis: Ground;
  /** What the credit score looked at; empty where another check decided. */
  readonly kinds: readonly DataKind[];
  /** Null where no register led to it. */
  readonly register: { readonly name: string | null; readonly categories: readonly RegisterCategory[] } | null;
  /** Where a person is asked to look at it. */
  readonly url: string;
  /** Of the answer. */
  readonly review?: {
    readonly statement: string | null;
    readonly answer: string;
    readonly outcome: 'stands' | 'changed';
    readonly until: Day;
  };
}

export function rejectionPages(data: RejectionData): Document {
  const { language, country, currency, payee, buyer } = data;
  const words = texts[language].rights;
  const writing: Writing = { language, country };
  const title = data.review ? words.answerTitle : words.letterTitle;
  const amount = moneyText(data.amountMinor, currency, writing);
  const day = dayText(data.decidedOn, writing);
  const blocks: Block[] = [
    { kind: 'paragraph', text: payeeLine(payee), tone: 'small' },
    { kind: 'heading', level: 1, text: title },
    {
      kind: 'sides',
      left: [buyer.name, ...buyer.addressLines].filter(Boolean),
      right: [
        [words.madeOn, dayText(data.madeOn, writing)],
        [words.reference, data.reference],
        [words.amount, amount],
      ],
    },
    { kind: 'paragraph', text: fill(words.rejected, { day, amount, shop: data.shopName }) },
    ...(data.review ? answerBlocks(data.review, words, writing) : decisionBlocks(data, words)),
  ];
  return documentOf(data, title, blocks);
}

function answerBlocks(
  { statement, answer, outcome, until }: NonNullable<RejectionData['review']>,
  words: RightsWords,
  writing: Writing,
): Block[] {
  return [
    { kind: 'paragraph', text: fill(words[outcome], { until: dayText(until, writing) }), tone: 'strong' },
    { kind: 'paragraph', text: answer },
    ...(statement === null
      ? []
      : ([
          { kind: 'heading', level: 2, text: words.yourView },
          { kind: 'paragraph', text: statement },
        ] as const)),
    { kind: 'paragraph', text: words.debtAdvice, tone: 'small' },
  ];
}

function decisionBlocks(data: RejectionData, words: RightsWords): Block[] {
  return [
    { kind: 'paragraph', text: words.automated },
    { kind: 'heading', level: 2, text: words.basis },
    ...basisTexts(data, words).map((text): Block => ({ kind: 'paragraph', text })),
    { kind: 'heading', level: 2, text: words.rights },
    { kind: 'list', items: rightsTexts(data, words) },
    { kind: 'paragraph', text: fill(words.how, { url: '' }).trimEnd(), tone: 'strong', link: data.url },
    { kind: 'paragraph', text: words.debtAdvice, tone: 'small' },
  ];
}

type Basis = Pick<RejectionData, 'basis' | 'kinds' | 'register'>;

/** What decided, and on which data: for the letter and the page alike. */
export function basisTexts({ basis, kinds, register }: Basis, words: RightsWords): string[] {
  const shown = kinds.flatMap((kind) => wordOf(kindWords[kind], words));
  const named = register?.name ? fill(words.register, { register: register.name }) : words.registerUnnamed;
  const categories = (register?.categories ?? []).flatMap((each) => wordOf(categoryWords[each], words));
  return [
    words[`basis${basis}`],
    ...(shown.length > 0 ? [`${words.lookedAt}: ${shown.join('; ')}.`] : []),
    ...(register === null ? [] : [named]),
    ...(categories.length > 0 ? [`${words.categories}: ${categories.join('; ')}.`] : []),
  ];
}

const wordOf = (name: keyof RightsWords | undefined, words: RightsWords): string[] => (name ? [words[name]] : []);

/** Those that some fact of a scorecard is of. */
const kindWords: Readonly<Partial<Record<DataKind, keyof RightsWords>>> = {
  order: 'kindOrder',
  applicantKind: 'kindApplicantKind',
  paymentHistory: 'kindPaymentHistory',
  creditRegister: 'kindCreditRegister',
  merchantLists: 'kindMerchantLists',
  contact: 'kindContact',
  device: 'kindDevice',
  age: 'kindAge',
  name: 'kindName',
  address: 'kindAddress',
};

const categoryWords: Readonly<Record<RegisterCategory, keyof RightsWords>> = {
  paymentHistory: 'categoryPaymentHistory',
  openDebts: 'categoryOpenDebts',
  insolvency: 'categoryInsolvency',
  income: 'categoryIncome',
  assets: 'categoryAssets',
  employment: 'categoryEmployment',
  identity: 'categoryIdentity',
};

export const rightsTexts = ({ register }: Basis, words: RightsWords): string[] => [
  words.rightPerson,
  words.rightView,
  ...(register === null ? [] : [words.rightRegister]),
];
