// What was agreed with a merchant, version by version: what holds decides from the next request on, and every order says
// under which version it was made.

import { isDeepStrictEqual } from 'node:util';
import { auditValues } from '../book/auditing.ts';
import { contractFromForm, contractToForm } from '../core/agreement/contract-form.ts';
import { aboveLaw, type Hint, judgeContract } from '../core/agreement/lawful-contract.ts';
import { settlementMembers } from '../core/agreement/settlement-form.ts';
import { unmaskedFrom } from '../core/bank/masked.ts';
import { dayAt } from '../core/dates.ts';
import { businessTime, type Contract, type MerchantOnClock } from '../core/merchant.ts';
import { Refusal, refuse } from '../core/refusals.ts';
import { maySettle } from '../core/scopes.ts';
import { unmaskQuery } from '../http/disclosure.ts';
import { type OperatorAsked, operation } from '../http/operation.ts';
import { keyParts, pageOf } from '../http/paging.ts';
import { uuidv7 } from '../runtime/chance.ts';
import { call } from '../store/db.ts';
import { together } from '../store/transaction.ts';
import { instantToWire } from '../wire/instants.ts';
import { Flag, InstantText, Opt, Reason, Type, Whole } from '../wire/schema.ts';
import { changedAccounts, proposingAll, waitingHints, withoutWaiting } from './account-changes.ts';
import { actOn } from './acts.ts';
import { AnyContract, exampleContract, HintShape, Hints, hintsToWire } from './contract-shape.ts';
import { contractText, storedContract } from './merchants.sql.ts';
import { findContract, insertContract, keepFirstContract, listContracts as selectContracts } from './organisations.sql.ts';
import { lockMerchant } from './policies.sql.ts';
import { isOpenAlready } from './propose-account.ts';

const ContractVersion = Type.Object(
  {
    version: Type.Number(),
    active: Type.Boolean({ description: 'Holds now.' }),
    isDefault: Opt(Type.Boolean({ description: 'The service’s own of a demo shop, which has no version of its own yet.' })),
    contract: AnyContract,
    reason: Opt(Type.String()),
    author: Opt(Type.String({ description: 'Id of the operator’s key.' })),
    madeAt: Opt(InstantText()),
    aboveLaw: Opt(
      Type.Array(HintShape, {
        description: 'Of the one that holds: what it asks above the law of today. It is capped, or not offered.',
      }),
    ),
  },
  { title: 'ContractVersion' },
);

const example = {
  version: 2,
  active: true,
  contract: exampleContract,
  reason: 'Longer installments.',
  author: '00000000-0000-7000-8000-000000000000',
  madeAt: '2026-11-20T09:30:00Z',
};

interface Row {
  readonly version: number;
  readonly contract: unknown;
  readonly reason: string;
  readonly author: string;
  readonly madeAt: number;
}

const versionToWire = (row: Row, { name, contractVersion = 1 }: MerchantOnClock) => ({
  version: row.version,
  active: row.version === contractVersion,
  contract: contractToForm(storedContract(row.contract, name)),
  reason: row.reason,
  author: row.author,
  madeAt: instantToWire(row.madeAt),
});

/** What a demo shop begins with is kept nowhere, but comes with the version of the service that runs. */
const defaultToWire = ({ contract, contractVersion = 1 }: MerchantOnClock) => ({
  version: contractVersion,
  active: true,
  isDefault: true,
  contract: contractToForm(contract),
});

export const listContracts = operation({
  id: 'listContracts',
  method: 'GET',
  path: '/admin/v1/merchants/:merchantId/contracts',
  summary: 'The versions of a merchant’s contract',
  about: 'The latest first; `?limit=` and `?after=` page. A demo shop that still has its first one shows it as `isDefault`.',
  scope: 'admin:read',
  query: unmaskQuery,
  refusals: ['merchant.not_found', 'page.unknown'],
  example: { answer: { contracts: [example] } },
  answer: Type.Object({ contracts: Type.Array(ContractVersion), next: Opt(Type.String()) }),
  async run({ merchant, query }, deps) {
    const page = pageOf(query, [keyParts.int], [2_000_000_000]);
    if (page instanceof Refusal) return page;
    const rows = (await deps.db.read(selectContracts, merchant.id, ...page.after, page.rows)) as unknown as Row[];
    if (rows.length === 0 && (merchant.contractVersion ?? 1) < Number(page.after[0]))
      return { contracts: [defaultToWire(merchant)] };
    const { shown, next } = page.of(rows, ({ version }) => [version]);
    return {
      contracts: shown.map((row) => versionToWire(row, merchant)),
      ...next,
    };
  },
});

export const getMerchantContract = operation({
  id: 'getMerchantContract',
  method: 'GET',
  path: '/admin/v1/merchants/:merchantId/contracts/:version',
  summary: 'A version of a merchant’s contract, or the one that holds',
  about: '`active` instead of a version is the one that holds.',
  scope: 'admin:read',
  query: unmaskQuery,
  refusals: ['merchant.not_found', 'contract.not_found'],
  example: { answer: example },
  answer: ContractVersion,
  async run({ merchant, params }, deps) {
    const { contractVersion = 1 } = merchant;
    const asked = params['version'] === 'active' ? String(contractVersion) : (params['version'] ?? '');
    const [row] = /^\d{1,9}$/.test(asked) ? await deps.db.read(findContract, merchant.id, Number(asked)) : [];
    const asks = aboveLaw(merchant.contract, merchant, dayAt(businessTime(merchant, deps.clock()), merchant.timeZone));
    const above = asked === String(contractVersion) && asks.length > 0 && { aboveLaw: hintsToWire(asks) };
    if (row) return { ...versionToWire(row as unknown as Row, merchant), ...above };
    if (asked !== String(contractVersion)) return refuse('contract.not_found', 'version');
    return { ...defaultToWire(merchant), ...above };
  },
});

/** The contract as it was asked for, a masked account being the one that holds, with what is worth knowing of it, or everything that is wrong with it. */
function judged(value: object, merchant: MerchantOnClock, on: string): { contract: Contract; hints: readonly Hint[] } | Refusal {
  const whole = unmaskedFrom(value, contractToForm(merchant.contract));
  const contract = contractFromForm(whole, merchant, merchant.contract.policy);
  if (contract instanceof Refusal) return contract;
  const hints = judgeContract(contract, merchant, on);
  return hints instanceof Refusal ? hints : { contract, hints };
}

/** Consumers' money is the operator's until it is paid out: where they pay to is no organisation's to say. */
const operatorsMembers = [...settlementMembers, 'payee', 'creditRisk'] as const;

/** Why a key may not ask for this contract in the place of another; nothing when it may. */
function termsChanged(contract: Contract, before: Contract, asked: OperatorAsked<unknown>): Refusal | undefined {
  if (maySettle(asked)) return undefined;
  const [after, agreed] = [contractToForm(contract), contractToForm(before)];
  const member =
    operatorsMembers.find((name) => !isDeepStrictEqual(after[name], agreed[name])) ??
    (addsUnpriced(contract, before) ? 'paymentTypes' : undefined);
  return member && refuse('contract.terms_fixed', `contract.${member}`, { member });
}

/** Fees are agreed by payment type, and a type without a term costs nothing. */
const addsUnpriced = ({ paymentTypes, fees }: Contract, before: Contract): boolean =>
  fees !== undefined &&
  paymentTypes.some((type) => !before.paymentTypes.includes(type) && !fees.terms.some(({ paymentType }) => paymentType === type));

export const setContract = operation({
  id: 'setContract',
  method: 'POST',
  path: '/admin/v1/merchants/:merchantId/contracts',
  summary: 'Make a new version of a merchant’s contract; it holds at once',
  about:
    'The whole contract: what is left out is not agreed any more. An account that is sent masked, as it was shown, stays as it is. Another payout account is only proposed by it: a second person approves it (`approveAccountChange`), and until it is in force the one before stays. Everything that is wrong is reported in one answer. Orders keep what they were made under: plans, rates, fees and days until due. `replaces` guards against a change made in between; with `checkOnly` it is judged and nothing is changed. A key that is limited to an organisation leaves `fees`, `reserve`, `settlement`, `payee` and `creditRisk` as they are and adds no payment type that has no fee yet, unless it has the scope `admin:settlement`.',
  scope: 'admin:merchants',
  refusals: [
    'payout.account_invalid',
    'merchant.not_found',
    'contract.above_law',
    'agreement.terms_overlap',
    'contract.changed',
    'account_change.open',
    'contract.terms_fixed',
    'policy.unknown_member',
    'value.required',
    'value.out_of_range',
  ],
  example: {
    body: { contract: exampleContract, reason: 'Longer installments.', replaces: 1 },
    answer: { ...example, hints: [] },
  },
  body: Type.Object(
    {
      contract: AnyContract,
      reason: Reason(),
      replaces: Opt(Whole(1, 1_000_000_000)),
      checkOnly: Opt(Flag()),
    },
    { title: 'SetContract' },
  ),
  answer: Type.Object({ ...ContractVersion.properties, hints: Hints }, { title: 'SetContractVersion' }),
  async run(asked, deps) {
    const { merchant } = asked;
    const { body } = asked;
    const read = judged(body.contract, merchant, dayAt(businessTime(merchant, deps.clock()), merchant.timeZone));
    if (read instanceof Refusal) return read;
    const fixed = termsChanged(read.contract, merchant.contract, asked);
    if (fixed) return fixed;
    const { contractVersion = 1 } = merchant;
    const waiting = changedAccounts(read.contract, merchant.contract).filter(({ isFirst }) => deps.mode === 'live' || !isFirst);
    const contract = withoutWaiting(read.contract, merchant.contract, waiting);
    const hints = [...hintsToWire(read.hints), ...waitingHints(waiting)];
    if (body.checkOnly) return { version: contractVersion + 1, active: false, contract: contractToForm(contract), hints };
    const act = actOn(merchant, asked, body.reason, deps, 'contract');
    // What was not to be changed was held against this version, and accounts against these: others may have come meanwhile.
    const replaces = body.replaces ?? (maySettle(asked) ? null : contractVersion);
    const accounts = JSON.stringify(merchant.contract.settlement?.payoutAccounts ?? null);
    const values = [merchant.id, contractText(contract), body.reason.trim(), asked.actor, replaces, accounts] as const;
    const actId = uuidv7(deps.clock());
    const proposals = proposingAll(waiting, { merchant, reason: body.reason, actId }, asked, deps);
    const done = await together(deps.db, [
      call(lockMerchant, merchant.id),
      call(keepFirstContract, merchant.id),
      call(insertContract, ...values, ...auditValues(act, actId)),
      ...proposals,
    ]).catch((error: unknown) => {
      if (isOpenAlready(error)) return refuse('account_change.open');
      throw error;
    });
    if (done instanceof Refusal) return done;
    const [row] = done[2] ?? [];
    if (!row) return refuse('contract.changed', 'replaces');
    deps.auth.forget();
    const version = row as unknown as Row;
    return { ...versionToWire(version, { ...merchant, contractVersion: version.version }), hints };
  },
});
