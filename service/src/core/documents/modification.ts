// The notice of a change of an agreement (Directive (EU) 2023/2225 art. 22): what changes from when, whether the consumer has to consent,
// how and until when to complain, and to whom; as data, and the pages composed from it.
import { countries } from '../countries/countries.ts';
import type { Day } from '../dates.ts';
import { fill } from '../texts/fill.ts';
import { texts } from '../texts/texts.ts';
import type { Block, Document } from './document.ts';
import { dayText, moneyText, percentText, type Writing } from './format.ts';
import { documentOf } from './invoice.ts';
import { type AgreementLetter, letterHead, writtenTo } from './withdrawal-reminder.ts';

export interface ModificationData extends AgreementLetter {
  readonly kind: 'Modification';
  /** The document's own id: an order may be changed more than once. */
  readonly number: string;
  readonly inForceOn: Day;
  readonly before: ChangedCredit;
  readonly after: ChangedCredit;
}

/** What of a credit an update of its order can change. */
export interface ChangedCredit {
  readonly amountMinor: bigint;
  readonly totalMinor: bigint;
  /** In their order; empty where it is paid at once or by statements. */
  readonly paymentsMinor: readonly bigint[];
  /** Null where it is not worked out for the credit. */
  readonly annualRate: string | null;
}

export function modificationPages(data: ModificationData): Document {
  const { language, country, payee } = data;
  const { notices: words, contract } = texts[language];
  const writing: Writing = { language, country };
  const { supervisor, disputeBody } = countries[country].law;
  const authority = payee.supervisoryAuthority ?? supervisor?.text;
  const blocks: Block[] = [
    ...letterHead(data, words.changeTitle, [[words.changeFrom, dayText(data.inForceOn, writing)]]),
    { kind: 'paragraph', text: words.changeIntro },
    {
      kind: 'table',
      columns: [
        { title: words.changeWhat, width: 30 },
        { title: words.changeBefore, width: 35 },
        { title: words.changeAfter, width: 35 },
      ],
      rows: changedRows(data, writing),
    },
    ...[words.changeRest, words.changeConsent].map((text): Block => ({ kind: 'paragraph', text })),
    { kind: 'heading', level: 2, text: contract.complaints },
    { kind: 'paragraph', text: fill(words.changeObject, { name: writtenTo(payee) }) },
    { kind: 'paragraph', text: [contract.complaintsText, disputeBody].filter(Boolean).join(' ') },
    ...(authority ? [{ kind: 'paragraph', text: `${contract.supervision}: ${authority}` } as const] : []),
  ];
  return documentOf(data, `${words.changeTitle} ${data.orderNumber ?? ''}`, blocks);
}

function changedRows({ language, currency, before, after }: ModificationData, writing: Writing): string[][] {
  const { contract } = texts[language];
  const money = (minor: bigint): string => moneyText(minor, currency, writing);
  const rows: [string, (credit: ChangedCredit) => string][] = [
    [contract.amount, ({ amountMinor }) => money(amountMinor)],
    [contract.total, ({ totalMinor }) => money(totalMinor)],
    [contract.payments, ({ paymentsMinor }) => paymentsText(paymentsMinor, money)],
    [contract.apr, ({ annualRate }) => (annualRate === null ? '' : percentText(annualRate, writing))],
  ];
  return rows.map(([label, of]) => [label, of(before), of(after)]).filter(([, one, other]) => one !== other);
}

/** `1 × 40,00 EUR, 11 × 36,50 EUR`. */
function paymentsText(payments: readonly bigint[], money: (minor: bigint) => string): string {
  const runs: { count: number; minor: bigint }[] = [];
  for (const minor of payments) {
    const last = runs.at(-1);
    if (last?.minor === minor) last.count += 1;
    else runs.push({ count: 1, minor });
  }
  return runs.map(({ count, minor }) => `${count} × ${money(minor)}`).join(', ');
}
