// An account that money is paid to or from is changed by two persons: one proposes, another approves, and it is in force after a while
// in which payouts go on as before (C94). What is in force is applied by the first of them to see it: the job, a payout file, a look at the changes.

import { operatorsOwn } from '../book/audit.sql.ts';
import { auditValues } from '../book/auditing.ts';
import { masked } from '../core/bank/masked.ts';
import type { Instant } from '../core/dates.ts';
import { businessTime, type Contract, type MerchantOnClock } from '../core/merchant.ts';
import type { Currency } from '../core/money.ts';
import { compactPayoutAccount } from '../core/settlement/agreement.ts';
import type { PayoutAccount } from '../core/settlement/terms.ts';
import type { Deps } from '../http/deps.ts';
import type { OperatorAsked } from '../http/operation.ts';
import { chance } from '../runtime/chance.ts';
import { type Call, call, type Db } from '../store/db.ts';
import type { Secrets } from '../store/secrets.ts';
import { placeOf } from '../store/table.ts';
import { together } from '../store/transaction.ts';
import {
  accountChanges,
  applyToContract,
  applyToHouse,
  houseAccounts,
  insertChange,
  listDueChanges,
  replaceProposal,
} from './account-changes.sql.ts';
import { keepFirstContract } from './organisations.sql.ts';
import { lockMerchant } from './policies.sql.ts';

export interface AccountChange {
  readonly merchantId: string;
  readonly id: string;
  readonly currency: Currency;
  readonly content: string;
  readonly state: 'Proposed' | 'Approved' | 'Effective' | 'Rejected' | 'Replaced';
  readonly reason: string;
  readonly proposedBy: string;
  readonly proposedAt: Instant;
  readonly approvedBy: string | null;
  readonly approvedAt: Instant | null;
  readonly effectiveAt: Instant | null;
  readonly endedBy: string | null;
  readonly endedAt: Instant | null;
  /** The number of the account as it may be shown. */
  readonly shown: string;
  /** The days in which it may be approved are over. */
  readonly isOver: boolean;
}

const iso = (instant: Instant): string => new Date(instant).toISOString();

export interface Proposal {
  /** Nothing: an account that payouts are made from. */
  readonly merchant: Pick<MerchantOnClock, 'id' | 'clockOffsetMs'> | null;
  readonly currency: Currency;
  readonly account: PayoutAccount;
  readonly reason: string;
  /** It is the first, and in force without a second person. */
  readonly atOnce: boolean;
  /** Only if the act with this id, of the same transaction, changes something. */
  readonly actId?: string;
}

/** The id of the change and what proposes it, to be sent in one transaction. What is open and approved already makes it fail (23505). */
export function proposing(
  { merchant, currency, account, reason, atOnce, actId }: Proposal,
  { actor, operation, requestId }: Pick<OperatorAsked<unknown>, 'actor' | 'operation' | 'requestId'>,
  { secrets, clock }: Pick<Deps, 'secrets' | 'clock'>,
): { id: string; calls: Call[] } {
  const [merchantId, id] = [merchant?.id ?? operatorsOwn, chance.id()];
  const happenedAt = merchant ? businessTime(merchant, clock()) : clock();
  const act = { merchantId, actor, operation, subject: id, requestId, reason, happenedAt };
  const content = secrets.seal(JSON.stringify(account), placeOf(accountChanges, 'content', merchantId, { id }));
  const values = [merchantId, id, currency, content, masked(account.iban), reason.trim(), actor] as const;
  return {
    id,
    calls: [
      call(replaceProposal, merchantId, currency, actor),
      call(
        insertChange,
        ...values,
        atOnce ? iso(happenedAt) : null,
        actId ?? null,
        ...auditValues(act, chance.id()),
        chance.id(),
      ),
    ],
  };
}

/** What proposes the accounts that a contract names beside the ones that are in force, with the act that makes the version of the contract itself. */
export const proposingAll = (
  waiting: readonly Pick<Proposal, 'currency' | 'account'>[],
  of: Pick<Proposal, 'merchant' | 'reason' | 'actId'>,
  by: Parameters<typeof proposing>[1],
  deps: Parameters<typeof proposing>[2],
): Call[] => waiting.flatMap(({ currency, account }) => proposing({ ...of, currency, account, atOnce: false }, by, deps).calls);

/** The accounts of a contract that differ from the ones before it. */
export function changedAccounts(
  contract: Pick<Contract, 'settlement'>,
  before: Pick<Contract, 'settlement'> | undefined,
): { currency: Currency; account: PayoutAccount; isFirst: boolean }[] {
  const known = before?.settlement?.payoutAccounts ?? {};
  return Object.entries(contract.settlement?.payoutAccounts ?? {}).flatMap(([name, account]) => {
    const currency = name as Currency;
    const agreed = known[currency] && compactPayoutAccount(known[currency]);
    const isSame =
      agreed && agreed.name === account.name && agreed.iban === account.iban && (agreed.bic ?? '') === (account.bic ?? '');
    return isSame ? [] : [{ currency, account, isFirst: agreed === undefined }];
  });
}

/** What a contract says of accounts that wait. */
export const waitingHints = (waiting: readonly { currency: Currency }[]): { field: string; text: string }[] =>
  waiting.map(({ currency }) => ({
    field: `contract.settlement.payoutAccounts.${currency}`,
    text: 'It waits for a second person to approve it (account-changes); until it is in force payouts go to the account before, if there is one.',
  }));

/** The contract without the accounts that wait for a second person: those before it stay where there are any. */
export function withoutWaiting(
  contract: Contract,
  before: Contract | undefined,
  waiting: readonly { currency: Currency }[],
): Contract {
  if (!contract.settlement || waiting.length === 0) return contract;
  const kept = waiting.map(({ currency }) => [currency, before?.settlement?.payoutAccounts?.[currency]] as const);
  const accounts = Object.entries({ ...contract.settlement.payoutAccounts, ...Object.fromEntries(kept) });
  const payoutAccounts = Object.fromEntries(accounts.filter(([, account]) => account !== undefined));
  return { ...contract, settlement: { ...contract.settlement, payoutAccounts } };
}

interface Applying {
  readonly db: Db;
  readonly secrets: Pick<Secrets, 'open' | 'seal'>;
  readonly clock: () => number;
}

type DueChange = AccountChange & { readonly clockOffsetMs: number };

/** A change that is in force and could not be applied. */
export interface FailedChange extends Pick<AccountChange, 'id' | 'merchantId' | 'currency'> {
  readonly fault: unknown;
}

/** Apply what is in force by now: how many, and what could not be. Each is one transaction, that another may take before. */
async function applyDue(
  applying: Applying,
  only: string | null = null,
): Promise<{ readonly applied: number; readonly failed: readonly FailedChange[] }> {
  const now = applying.clock();
  const rows = await applying.db.read(listDueChanges, iso(now), only);
  let applied = 0;
  const failed: FailedChange[] = [];
  for (const row of rows as unknown as DueChange[]) {
    try {
      applied += await applyOne(applying, row, now);
    } catch (fault) {
      // One that cannot be read must not keep the accounts of the other merchants from coming into force.
      const { id, merchantId, currency } = row;
      failed.push({ id, merchantId, currency, fault });
    }
  }
  return { applied, failed };
}

/** As the job does it, which fails where one of them could not be applied; how many were. */
export async function applyDueChanges(applying: Applying, only: string | null = null): Promise<number> {
  const { applied, failed } = await applyDue(applying, only);
  const [first] = failed;
  if (first)
    throw new Error(`${failed.length} account changes could not be applied, ${first.id} the first`, { cause: first.fault });
  return applied;
}

/**
 * As it is done before a change or an account is looked at: what could not be applied is logged and returned. Nothing may be paid to or
 * from the account that it replaces.
 */
export async function applyBeforeLooking(deps: Applying & Pick<Deps, 'log' | 'auth'>): Promise<readonly FailedChange[]> {
  const { applied, failed } = await applyDue(deps);
  if (applied > 0) deps.auth.forget();
  for (const { id, fault } of failed) deps.log.error({ change: id, err: fault }, 'an account change could not be applied');
  return failed;
}

async function applyOne({ db, secrets }: Applying, row: DueChange, now: Instant): Promise<number> {
  const { merchantId, id, currency, content, reason, clockOffsetMs } = row;
  const happenedAt = now + clockOffsetMs;
  const act = { merchantId, actor: 'job', operation: 'apply-account-changes', subject: id, requestId: '', reason, happenedAt };
  const recorded = [...auditValues(act, chance.id()), chance.id()];
  const account = secrets.open(content, placeOf(accountChanges, 'content', merchantId, { id }));
  const forHouse = (): string => secrets.seal(account, placeOf(houseAccounts, 'content', '', { currency }));
  const calls =
    merchantId === operatorsOwn
      ? [call(applyToHouse, merchantId, id, forHouse(), ...recorded)]
      : [
          call(lockMerchant, merchantId),
          call(keepFirstContract, merchantId),
          call(applyToContract, merchantId, id, account, ...recorded),
        ];
  return (await together(db, calls)).at(-1)?.length ?? 0;
}
