// Every message the service can give, in one table: public code, HTTP status, who has to act, the English text for the
// integrator, and the phrase for the consumer (core/texts). Codes as public clients of this kind of API know them;
// ours begin at 400.2xx (C05). A code is a name: 400.115 is answered with status 404 (C03).
import { administrationRefusals } from './refusals/administration.ts';
import { bankRefusals } from './refusals/bank.ts';
import { checkoutRefusals } from './refusals/checkout.ts';
import { customerAccountRefusals } from './refusals/customer-account.ts';
import { customerRefusals } from './refusals/customers.ts';
import { orderRefusals } from './refusals/orders.ts';
import { requestRefusals } from './refusals/requests.ts';
import { riskRefusals } from './refusals/risk.ts';
import type { CatalogueEntry } from './refusals/row.ts';
import { settlementRefusals } from './refusals/settlement.ts';
import { webhookRefusals } from './refusals/webhooks.ts';
import type { Language } from './texts/texts.ts';

/** All messages; each feature has a file of them, and no id is in two. */
export const catalogue = {
  ...requestRefusals,
  ...checkoutRefusals,
  ...orderRefusals,
  ...customerAccountRefusals,
  ...riskRefusals,
  ...bankRefusals,
  ...webhookRefusals,
  ...settlementRefusals,
  ...customerRefusals,
  ...administrationRefusals,
} as const satisfies Record<string, CatalogueEntry>;

export type RefusalId = keyof typeof catalogue;

/** One message as the core says it; the wire writes it out in the consumer's language. */
export interface Notice {
  readonly id: RefusalId;
  readonly field?: string;
  readonly values?: Values;
}

/** A refusal is a value, not an exception: nothing was changed, and these are the reasons, most important first. */
export class Refusal {
  readonly notices: readonly [Notice, ...Notice[]];
  /** Which language the consumer is known to speak, where the request itself names none. */
  readonly language: Language | undefined;
  constructor(notices: readonly [Notice, ...Notice[]], language?: Language) {
    this.notices = notices;
    this.language = language;
  }
  /** The same for a consumer who speaks this language. */
  spokenIn(language: Language): Refusal {
    return new Refusal(this.notices, language);
  }
  /** For all of these reasons; no refusal where there is none. */
  static of([first, ...others]: readonly Notice[]): Refusal | undefined {
    return first && new Refusal([first, ...others]);
  }
  get status(): number {
    return catalogue[this.notices[0].id].status;
  }
}

type Values = Readonly<Record<string, string>>;
type BlanksOf<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | BlanksOf<Rest> : never;
/** The values that a message cannot do without; `why` is a remark at its end. */
type Wanted<Id extends RefusalId> = Exclude<BlanksOf<(typeof catalogue)[Id]['message']>, 'why'>;
type ValuesGiven<Id extends RefusalId> = [Wanted<Id>] extends [never]
  ? [field?: string, values?: Values]
  : [field: string | undefined, values: Readonly<Record<Wanted<Id>, string>>];

/** Refuse for one reason; `field` is the dotted path of the member that caused it. What the message names has to be given. */
export function refuse<Id extends RefusalId>(id: Id, ...[field, values]: ValuesGiven<Id>): Refusal {
  return new Refusal([{ id, ...(field !== undefined && { field }), ...(values && { values }) }]);
}

/** A message has at most 4096 letters; a longer list is in the interface's description. */
const mostLetters = 3900;

/** Which words a value may be, for the message about one that it may not be. */
export function oneOf(words: readonly string[]): Values {
  const listed = words.join(', ');
  return listed.length > mostLetters ? {} : { why: ` It is one of ${listed}.`, words: listed };
}

/** What a value looks like, for the message about one that does not: the consumer is shown the example as well. */
export const like = (example: string): Values => ({ why: ` Write it like ${example}.`, example });
