// The credit policy and its decisions, for a risk analyst at a terminal.
import { readFileSync } from 'node:fs';
import { demand, type Reach } from './admin-api.ts';
import { exitCodes, Failure } from './failure.ts';
import { inPath } from './in-path.ts';
import { listMerchants, type Merchant, pickMerchant } from './operate.ts';
import { paint } from './table.ts';
import { table } from './terminal.ts';

export interface PolicyVersion {
  readonly version: string;
  readonly country: string;
  readonly active: boolean;
  readonly policy: object;
  readonly reason?: string;
  readonly author?: string;
  readonly madeAt?: string;
}

const policiesOf = (merchant: Pick<Merchant, 'id'>): string => `/admin/v1/merchants/${merchant.id}/policies`;

export const readPolicy = (reach: Reach, merchant: Merchant, version = 'active'): Promise<PolicyVersion> =>
  demand(reach, 'GET', `${policiesOf(merchant)}/${inPath(version)}`);

export const listPolicies = async (reach: Reach, merchant: Merchant): Promise<readonly PolicyVersion[]> =>
  (await demand<{ policies: PolicyVersion[] }>(reach, 'GET', policiesOf(merchant))).policies;

export const setPolicy = (reach: Reach, merchant: Merchant, policy: object, reason: string): Promise<PolicyVersion> =>
  demand(reach, 'POST', policiesOf(merchant), { policy, reason });

export function policyLines(merchant: Merchant, { version, active, reason, madeAt, policy }: PolicyVersion): string[] {
  const since = madeAt === undefined ? 'as agreed in the contract' : `made ${madeAt}`;
  return [
    `${merchant.name} (${merchant.country}): version ${version}, ${active ? paint.green('holds') : 'does not hold any more'}, ${since}`,
    ...(reason === undefined ? [] : [`because: ${reason}`]),
    JSON.stringify(policy, null, 2),
  ];
}

export const policyListLines = (versions: readonly PolicyVersion[]): string[] =>
  versions.length === 0
    ? ['Only the policy of the contract ever held.']
    : table(
        ['version', '', 'made', 'because'],
        versions.map(({ version, active, madeAt, reason }) => [version, active ? 'holds' : '', madeAt ?? '', reason ?? '']),
      );

/** A policy from a file: as `dps policy show --json` gives it, or the policy alone. */
export function policyFrom(file: string): object {
  let read: unknown;
  try {
    read = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const why = error instanceof SyntaxError ? 'is no JSON' : 'cannot be read';
    throw new Failure(
      `${file} ${why}.`,
      'Begin with dps policy show --merchant <merchant> --json, or examples/policies/standard.json.',
      exitCodes.usage,
    );
  }
  const policy = typeof read === 'object' && read !== null && 'policy' in read ? read.policy : read;
  if (typeof policy !== 'object' || policy === null || Array.isArray(policy))
    throw new Failure(
      `${file} holds no policy.`,
      'A policy is a JSON object; see examples/policies/standard.json.',
      exitCodes.usage,
    );
  return policy;
}

interface Result {
  readonly outcome: string;
  readonly rule: { readonly name: string; readonly found?: string; readonly allowed?: string };
  readonly check: string;
  readonly creditKinds?: readonly string[];
  readonly fraudKinds?: readonly string[];
  readonly defaultPercent: number;
  readonly fraudPercent: number;
  readonly limit: number;
  readonly scorecard: string;
  readonly weights: readonly {
    readonly fact: string;
    readonly value: string;
    readonly default: number;
    readonly fraud: number;
  }[];
}

export interface Decision {
  readonly orderNumber: string;
  readonly orderState: string;
  readonly decidedAt: string;
  readonly outcome: string;
  readonly codes: readonly string[];
  readonly amount: number;
  readonly currency: string;
  readonly policyVersion: string;
  readonly facts: readonly { readonly name: string; readonly value: string }[];
  readonly result?: Result;
  readonly again: 'same' | 'different' | 'older';
  readonly againResult?: Result;
}

export interface CheckoutDecision {
  readonly checkoutId: string;
  readonly decidedAt: string;
  readonly outcome: string;
  readonly codes: readonly string[];
  readonly amount: number;
  readonly currency: string;
  readonly policyVersion: string;
  readonly facts: Decision['facts'];
  readonly methods: readonly {
    readonly type: string;
    readonly profileNo?: number;
    readonly directDebit?: boolean;
    readonly offered: boolean;
    readonly reason?: string;
    readonly detail?: string;
  }[];
}

/** Checkouts are named by ids, orders by whatever a shop calls them. */
export const isCheckoutId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** What a checkout was offered and what not; none when no merchant has such a checkout: it may be an order's number. */
export async function readCheckoutDecisions(
  reach: Reach,
  checkoutId: string,
  wanted: string | undefined,
): Promise<CheckoutDecision[]> {
  const all = await listMerchants(reach);
  const merchants = wanted === undefined ? all : [pickMerchant(all, wanted)];
  const found: CheckoutDecision[] = [];
  for (const merchant of merchants) {
    const path = `/admin/v1/merchants/${merchant.id}/checkouts/${checkoutId}/decisions`;
    try {
      found.push(...(await demand<{ decisions: CheckoutDecision[] }>(reach, 'GET', path)).decisions);
    } catch (error) {
      if (!(error instanceof Failure && error.message.includes('No decision was made'))) throw error;
    }
  }
  return found;
}

export const checkoutLines = (decisions: readonly CheckoutDecision[]): string[] =>
  decisions.flatMap(({ checkoutId, decidedAt, outcome, codes, amount, currency, policyVersion, facts, methods }) => [
    paint.bold(`Checkout ${checkoutId}, ${amount.toFixed(2)} ${currency}, decided ${decidedAt}`),
    `${tint(outcome)}${toldAs(codes)}, by policy version ${policyVersion}`,
    '',
    ...table(
      ['method', 'profile', 'offered', 'why not'],
      methods.map(({ type, profileNo, directDebit, offered, reason, detail }) => [
        // Installments are paid by it or not; of an invoice it is another method.
        directDebit && type !== 'Installment' ? `${type}, direct debit` : type,
        profileNo === undefined ? '' : String(profileNo),
        offered ? 'yes' : 'no',
        [reason, detail].filter(Boolean).join(' '),
      ]),
    ),
    '',
    ...table(
      ['fact', 'value'],
      facts.map(({ name, value }) => [name, value]),
    ),
  ]);

/** All decisions on an order, of the merchant that was named or of whichever has the order. */
export async function readDecisions(reach: Reach, orderNumber: string, wanted: string | undefined): Promise<Decision[]> {
  const all = await listMerchants(reach);
  const merchants = wanted === undefined ? all : [pickMerchant(all, wanted)];
  const found: Decision[] = [];
  for (const merchant of merchants) found.push(...(await decisionsAt(reach, merchant, orderNumber, wanted !== undefined)));
  if (found.length === 0)
    throw new Failure(`No merchant has an order ${orderNumber}.`, 'Is the number right? It is the shop’s own.');
  return found;
}

async function decisionsAt(reach: Reach, merchant: Merchant, orderNumber: string, demanded: boolean): Promise<Decision[]> {
  const path = `/admin/v1/merchants/${merchant.id}/orders/${inPath(orderNumber)}/decisions`;
  const found: Decision[] = [];
  try {
    for (let after = ''; ; ) {
      const page = await demand<{ decisions: Decision[]; next?: string }>(reach, 'GET', `${path}?after=${after}`);
      found.push(...page.decisions);
      if (page.next === undefined) return found;
      after = page.next;
    }
  } catch (error) {
    // Another merchant may have it.
    const isMissing = error instanceof Failure && error.message.includes('No decision was made');
    if (isMissing && !demanded) return found;
    throw error;
  }
}

const tint = (outcome: string): string =>
  outcome === 'Accepted' ? paint.green(outcome) : outcome === 'Rejected' ? paint.red(outcome) : paint.yellow(outcome);

const toldAs = (codes: readonly string[]): string => (codes.length > 0 ? `, told to the shop as ${codes.join(', ')}` : '');

const signed = (weight: number): string => (weight > 0 ? `+${weight}` : String(weight));

export const decisionLines = (decisions: readonly Decision[]): string[] =>
  decisions.flatMap((decision, index) => [...(index > 0 ? [''] : []), ...oneDecision(decision)]);

function oneDecision(decision: Decision): string[] {
  const { orderNumber, orderState, decidedAt, outcome, codes, amount, currency, policyVersion, facts, result, again } = decision;
  return [
    paint.bold(`Order ${orderNumber} (now ${orderState}), ${amount.toFixed(2)} ${currency}, decided ${decidedAt}`),
    `${tint(outcome)}${toldAs(codes)}, by policy version ${policyVersion}`,
    ...(result ? resultLines(result, currency) : []),
    '',
    ...table(
      ['fact', 'value'],
      facts.map(({ name, value }) => [name, value]),
    ),
    ...(result ? weightLines(result) : []),
    '',
    againLine(again, decision.againResult),
  ];
}

function resultLines(result: Result, currency: string): string[] {
  const { rule, check, defaultPercent, fraudPercent, limit, scorecard, creditKinds, fraudKinds } = result;
  const found = [rule.found, rule.allowed && `allowed ${rule.allowed}`].filter(Boolean).join(', ');
  const decidedBy = rule.name === 'none' ? 'nothing spoke against it' : `${rule.name}${found ? ` (${found})` : ''}`;
  return [
    `Decided by: ${decidedBy}${check === 'none' ? '' : `, a check of ${check}`}`,
    `Probability of default ${defaultPercent.toFixed(2)} %, of fraud ${fraudPercent.toFixed(2)} % (scorecard ${scorecard})`,
    ...(creditKinds && fraudKinds
      ? [`The credit score looks at: ${creditKinds.join(', ')}`, `The fraud score looks at: ${fraudKinds.join(', ')}`]
      : []),
    `Limit for this person: ${limit.toFixed(2)} ${currency}`,
  ];
}

function weightLines({ weights }: Result): string[] {
  const right = (title: string) => ({ title, align: 'right' as const });
  const rows = weights.map(({ fact, value, default: toDefault, fraud }) => [fact, value, signed(toDefault), signed(fraud)]);
  return [
    '',
    'Reasons with their weight (above 0 is worse; 693 doubles the odds):',
    ...table(['reason', 'is', right('default'), right('fraud')], rows),
  ];
}

function againLine(again: Decision['again'], other: Result | undefined): string {
  if (again === 'same') return paint.green('Run again: the same outcome, to the last figure.');
  if (again === 'older')
    return paint.yellow(
      'Not run again: an earlier version of the engine or the scorecard made this decision. What it was made on stands above.',
    );
  const now = other
    ? ` It comes to ${other.outcome} by ${other.rule.name}, default ${other.defaultPercent} %, fraud ${other.fraudPercent} %.`
    : '';
  return paint.red(
    `RUN AGAIN IT COMES TO SOMETHING ELSE.${now} What is stored or the engine was changed: find out before you rely on either.`,
  );
}
