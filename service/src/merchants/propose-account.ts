// What proposing an account has in common, of a merchant and of the operator's own.
import { compactAccount, readBic } from '../core/bank/iban.ts';
import { Refusal, refuse } from '../core/refusals.ts';
import { payoutAccountFaults } from '../core/settlement/agreement.ts';
import type { Deps } from '../http/deps.ts';
import type { OperatorAsked } from '../http/operation.ts';
import { isServerError } from '../store/db.ts';
import { together } from '../store/transaction.ts';
import type { Static } from '../wire/schema.ts';
import { type AccountBody, type ChangeRecord, changeToWire, readChange } from './account-change-shape.ts';
import { type Proposal, proposing } from './account-changes.ts';

type Wanted = Pick<Proposal, 'merchant' | 'currency'> & { readonly isFirst: boolean };

/** An approved change of the same account that waits for its time makes every other one fail. */
export const isOpenAlready = (error: unknown): boolean => isServerError(error) && error.constraint === 'account_changes_open';

export async function propose(
  asked: Pick<OperatorAsked<Static<typeof AccountBody>>, 'body' | 'actor' | 'operation' | 'requestId'>,
  { isFirst, ...wanted }: Wanted,
  deps: Deps,
): Promise<Static<typeof ChangeRecord> | Refusal> {
  const { name, iban, bic: given, reason } = asked.body;
  if (reason.trim() === '') return refuse('value.required', 'reason');
  const bic = given?.trim() ? (readBic(given.trim()) ?? given.trim()) : undefined;
  const account = { name: name.trim(), iban: compactAccount(iban), ...(bic && { bic }) };
  const faults = payoutAccountFaults(account, wanted.currency, '').map((fault) => ({
    ...fault,
    field: fault.field?.replace(/^\./, '') ?? '',
  }));
  const refusal = Refusal.of(faults);
  if (refusal) return refusal;
  const atOnce = deps.mode === 'sandbox' && isFirst;
  const { id, calls } = proposing({ ...wanted, account, reason, atOnce }, asked, deps);
  try {
    await together(deps.db, calls);
  } catch (error) {
    if (isOpenAlready(error)) return refuse('account_change.open');
    throw error;
  }
  const change = await readChange(id, null, deps);
  return change instanceof Refusal ? change : changeToWire(change, deps);
}
