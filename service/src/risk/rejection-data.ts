// An automated rejection as the person may read of it, from the decision as it was kept; and the papers made of it.
import { rejectedAgain } from '../core/checkout/rejected-again.ts';
import { addDays, dayAt } from '../core/dates.ts';
import { buyerOf } from '../core/documents/buyer.ts';
import type { RejectionData } from '../core/documents/rejection.ts';
import type { Json, JsonObject } from '../core/json.ts';
import { lawOn } from '../core/law/law-on.ts';
import type { Merchant } from '../core/merchant.ts';
import type { Currency } from '../core/money.ts';
import type { RefusalId } from '../core/refusals.ts';
import type { Score } from '../core/risk/decide-credit.ts';
import { policyOf, resultOf, storedApplication, storedFacts } from '../core/risk/decision.ts';
import { type Grounds, groundsByReason, groundsOf } from '../core/risk/grounds.ts';
import { type Contested, clearedMs, isContestable } from '../core/risk/objection.ts';
import type { Objection } from '../core/risk/rows.ts';
import { kindsOf } from '../core/risk/scorecard.ts';
import { scorecardFor, scorecardNamed } from '../core/risk/scorecards.ts';
import type { Language } from '../core/texts/texts.ts';
import type { Composed, Paper } from '../documents/paper.ts';
import type { Db } from '../store/db.ts';
import type { Signer } from '../store/secrets.ts';
import type { OpenRow } from '../store/table.ts';
import { languageOf } from '../wire/messages.ts';
import { contestUrl } from '../wire/signed-link.ts';
import { findObjection, findRejection, objections } from './objections.sql.ts';

/** A row of `find_rejection`. */
export interface Rejection extends Omit<Contested, 'language'> {
  readonly reasons: Json;
  readonly facts: Json;
  readonly result: Json;
  readonly application: Json;
  readonly policy: Json;
  readonly decidedAt: number;
  readonly customer: JsonObject | null;
}

/** A rejection that the person may contest; nothing where the engine did not decide alone, or on a company. */
export async function readRejection(db: Db, merchantId: string, id: string): Promise<Rejection | undefined> {
  const [row] = await db.read(findRejection, merchantId, id);
  const found = row as unknown as Rejection | undefined;
  if (!found) return undefined;
  const { category } = storedApplication(found.application);
  return isContestable(category, found.reasons as unknown as { id: RefusalId }[]) ? found : undefined;
}

export async function readObjection(
  { db, open }: { readonly db: Db; readonly open: OpenRow },
  merchantId: string,
  id: string,
): Promise<Objection | undefined> {
  const [row] = await db.read(findObjection, merchantId, id);
  return row && (open(objections, row) as unknown as Objection);
}

/** Of a customer who is not known any more the merchant's. */
const languageOfRejection = ({ customer }: Rejection, { language }: Merchant): Language =>
  languageOf({ customer: customer ?? {} }, language);

export interface Linking {
  readonly publicUrl: string;
  readonly signer: Pick<Signer, 'link'>;
}

/** What the person may know of the decision. */
export function rejectionData(rejection: Rejection, merchant: Merchant, { publicUrl, signer }: Linking): RejectionData {
  const { register: name = null, categories = [] } = storedFacts(rejection.facts).bureau;
  const { basis, kinds, isOfRegister } = groundsIn(rejection, merchant);
  const { decisionId } = rejection;
  const decidedOn = dayAt(rejection.decidedAt, merchant.timeZone);
  return {
    kind: 'Rejection',
    number: decisionId,
    language: languageOfRejection(rejection, merchant),
    country: merchant.country,
    currency: rejection.currency as Currency,
    amountMinor: rejection.amountMinor,
    madeAt: rejection.decidedAt,
    madeOn: decidedOn,
    decidedOn,
    shopName: merchant.name,
    payee: merchant.contract.payee,
    buyer: buyerOf(rejection.customer ?? {}, merchant.country),
    reference: rejection.kind === 'checkout' ? decisionId.slice(0, 8) : rejection.subject,
    basis,
    kinds,
    register: isOfRegister ? { name, categories } : null,
    url: contestUrl(publicUrl, merchant.id, decisionId, signer),
  };
}

/** What decided, by the result that was kept; a question for methods is scored once more. */
function groundsIn(
  rejection: Rejection,
  { country, contract }: Merchant,
): Pick<RejectionData, 'basis' | 'kinds'> & Pick<Grounds, 'isOfRegister'> {
  const { kind, customerKey } = rejection;
  const reasons = rejection.reasons as unknown as { id: RefusalId }[];
  const [application, facts] = [storedApplication(rejection.application), storedFacts(rejection.facts)];
  const kept = { application, facts, policy: policyOf(rejection.policy) };
  if (kind === 'checkout') {
    const scorecard = scorecardFor(lawOn(country, facts.today));
    const again = rejectedAgain({ ...kept, reasons, isKnown: customerKey !== null }, contract.paymentTypes, scorecard);
    if (again) return withKinds(groundsOf({ kind, facts, ...again }, again.types), again.result);
  }
  if (rejection.result === null) return { ...groundsByReason(reasons, facts.bureau), kinds: [] };
  const result = resultOf(rejection.result);
  return withKinds(groundsOf({ kind, ...kept, result }), result);
}

function withKinds({ isScored, ...grounds }: Grounds, result: Score) {
  const scorecard = isScored ? scorecardNamed(result.scorecard) : undefined;
  return { ...grounds, kinds: scorecard ? kindsOf(scorecard, 'default') : [] };
}

/** The answer to an objection, as a letter. */
function answerData(data: RejectionData, objection: Objection, merchant: Merchant): RejectionData | undefined {
  const { answeredAt, outcome, answer, statement, language } = objection;
  if (answeredAt === null || outcome === null || answer === null) return undefined;
  const until = clearedUntil(objection, merchant) ?? '';
  return {
    ...data,
    kind: 'ReviewAnswer',
    language: language as Language,
    madeAt: answeredAt,
    madeOn: dayAt(answeredAt, merchant.timeZone),
    review: { statement, answer, outcome, until },
  };
}

/** The last whole day on which the decision is not held against the customer; nothing where it was not answered. */
export const clearedUntil = ({ answeredAt }: Objection, { timeZone }: Merchant): string | undefined =>
  answeredAt === null ? undefined : addDays(dayAt(answeredAt + clearedMs, timeZone), -1);

/** Letters about rejections, under the id of the decision; and the answers, under one of their own. */
export const rejectionPaper =
  (linking: Linking): Paper =>
  async (source, merchant, id): Promise<Composed | undefined> => {
    const rejection = await readRejection(source.db, merchant.id, id);
    // Of an erased person no letter is composed again.
    if (rejection?.kind === 'order' && rejection.customer === null) return undefined;
    if (rejection) return { content: rejectionData(rejection, merchant, linking), orderId: rejection.orderId };
    const objection = await readObjection(source, merchant.id, id);
    const contested = objection && (await readRejection(source.db, merchant.id, objection.decisionId));
    const content = contested && answerData(rejectionData(contested, merchant, linking), objection, merchant);
    return content && { content, orderId: contested.orderId };
  };
