// The token of a bank account that was found valid: the same for an account at a merchant while the key is, so that nothing is stored, and
// of no use to who does not have the account. Sent with an order, it says that the account is the one that was validated.
import { accountSent, judgeAccount } from '../core/bank/bank-account.ts';
import { compactAccount } from '../core/bank/iban.ts';
import { servable } from '../core/bank/sepa.ts';
import type { Merchant } from '../core/merchant.ts';
import { type Refusal, refuse } from '../core/refusals.ts';
import type { Signer, Signers } from '../store/secrets.ts';
import type { Payment } from './payment.ts';

type Owner = Pick<Merchant, 'id' | 'country'>;

/** A national account has the token of its IBAN. */
export const accountToken = ({ id }: Owner, account: string, { token }: Pick<Signer, 'token'>): string =>
  token(`account-token ${id} ${compactAccount(account)}`);

/** A token that is not of the account beside it (400.004). */
export function tokenFault({ directDebit }: Payment, path: string, merchant: Owner, signers: Signers): Refusal | undefined {
  if (directDebit?.token === undefined) return undefined;
  const { bankAccount, bankCode, token } = directDebit;
  const { iban } = judgeAccount(accountSent(bankAccount, bankCode ?? null), merchant.country, servable);
  if (signers.some((signer) => token === accountToken(merchant, iban ?? bankAccount, signer))) return undefined;
  return refuse('value.format', `${path}.directDebit.token`);
}
