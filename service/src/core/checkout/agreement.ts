// What an order is placed on: the terms of a contract that the buyer agreed to, or those of the merchant's products.
import { accountSent, bankCodeExample, ibanOrNumber, judgeAccount, shortestAccount } from '../bank/bank-account.ts';
import { bicExample, compactAccount, looksLikeIban } from '../bank/iban.ts';
import { servable } from '../bank/sepa.ts';
import { servedCountries } from '../bank/served.ts';
import { type Change, update } from '../changes.ts';
import { type CountryCode, countries } from '../countries/countries.ts';
import type { Instant } from '../dates.ts';
import { canCollect, type Merchant } from '../merchant.ts';
import type { Currency } from '../money.ts';
import type { Order } from '../order/rows.ts';
import { isAnother, type Party } from '../party.ts';
import { like, Refusal, refuse } from '../refusals.ts';
import { type Basket, isDebited, needsAccount } from './products.ts';
import type { PaymentContract } from './rows.ts';
import { agree, type Choice, isRateOf, notCollected, type Terms, termsOf } from './terms.ts';

/** How a buyer pays, with what the shop refers to. */
export interface PaymentRequest {
  readonly choice: Choice;
  readonly bankAccount: string | null;
  readonly bankCode: string | null;
  /** Did the shop name a contract? */
  readonly contractNamed: boolean;
  /** The contract of that name, under lock. */
  readonly contract: PaymentContract | null;
  readonly checkoutId: string | null;
  /** Whom the contract names, and who orders. */
  readonly contractParty: Partial<Party> | null;
  readonly party: Person;
}

/** What distinguishes one person from another. */
type Person = Parameters<typeof isAnother>[0];

/** A contract that a request names, whom it binds, and whose order it is for. */
export type Named = Pick<PaymentRequest, 'contract' | 'contractParty' | 'party'>;

export interface Agreement {
  readonly terms: Terms;
  readonly bankAccount: string | null;
}

/**
 * The agreement of an order. A contract holds as it was made, even if the merchant's products have changed; one that is not
 * this order's (another checkout, person, method, profile, amount or account, used or over) does not count: 400.109, as when a profile
 * needs one and none is named. A bank account is demanded where money is collected by direct debit.
 */
export function paymentAgreementOf(
  asked: PaymentRequest,
  basket: Basket,
  merchant: Merchant,
  now: Instant,
  path: string,
): Agreement | Refusal {
  const { contract, contractNamed, choice } = asked;
  if (contract && !choice.recurring && holdsFor(contract, asked, basket, merchant, now)) {
    const terms = termsOf(contract);
    // The mandate names the contract's account, so that is the one that is collected from.
    const bankAccount = contract.bankAccount ?? asked.bankAccount;
    if (asked.bankAccount !== null) {
      const mayCollect = contract.bankAccount !== null || isDebited(null, basket, merchant);
      // What the order names beside the contract's own account is not collected from.
      const collectedIn = contract.bankAccount === null ? basket.currency : null;
      const named = { isRequired: false, collectedIn };
      const fault = mayCollect ? bankAccountFault(asked, named, merchant, path) : notCollected(path);
      if (fault) return fault;
    }
    const debited = { ...terms, directDebit: terms.directDebit || bankAccount !== null };
    const { mandateNumber } = contract;
    return { terms: mandateNumber === null ? debited : { ...debited, mandateNumber }, bankAccount };
  }
  const agreed = agree(choice, basket, merchant, path);
  if (agreed instanceof Refusal) return agreed;
  if (contractNamed || agreed.profile?.contractRequired) return refuse('method.contract_needed', `${path}.contractId`);
  const named = { isRequired: needsAccount(agreed.profile, basket, merchant), collectedIn: basket.currency };
  const fault = bankAccountFault(asked, named, merchant, path);
  return fault ?? { terms: agreed.terms, bankAccount: asked.bankAccount };
}

/** An account that is named with an order or for a contract. */
export interface NamedAccount {
  readonly isRequired: boolean;
  /** The currency in which it is collected from; null where another account is. */
  readonly collectedIn: Currency | null;
}

/**
 * Money cannot be collected from nowhere (400.002), nor from an account that cannot be one (400.004, 400.006) or is in a country that
 * the merchant takes none from (400.393).
 */
export function bankAccountFault(
  { bankAccount, bankCode, choice }: Pick<PaymentRequest, 'bankAccount' | 'bankCode' | 'choice'>,
  { isRequired, collectedIn }: NamedAccount,
  { country, contract }: Merchant,
  path: string,
): Refusal | undefined {
  const field = `${path}.directDebit.bankAccount`;
  if (bankAccount === null) return isRequired || choice.directDebit ? refuse('value.required', field) : undefined;
  if (compactAccount(bankAccount).length < shortestAccount)
    return refuse('value.too_short', field, { limit: String(shortestAccount) });
  const { isValid, reasons, iban } = judgeAccount(
    accountSent(bankAccount, bankCode),
    country,
    // Of an order the contract's own account was agreed to when its contract was made.
    collectedIn === null ? servable : servedCountries(contract),
  );
  if (isValid) {
    // A file of direct debits names accounts by their IBAN: without one it could never be collected.
    const isUnreachable = iban === undefined && collectedIn !== null && canCollect(contract.payee, collectedIn);
    return isUnreachable ? unreachable(bankCode, country, path) : undefined;
  }
  if (reasons[0] === 'country') return refuse('bank_account.not_served', field);
  const byBank = ['bic', 'bicOtherCountry', 'bankCode'].includes(reasons[0] ?? '');
  if (byBank) return refuse('value.format', `${path}.directDebit.bankCode`, like(bicExample));
  return refuse('value.format', field, like(countries[country].examples.iban));
}

/** The bank's code is missing where it makes a number an IBAN; else the IBAN itself is wanted. */
function unreachable(bankCode: string | null, country: CountryCode, path: string): Refusal {
  const code = bankCode === null ? bankCodeExample(country) : undefined;
  if (code !== undefined) return refuse('value.format', `${path}.directDebit.bankCode`, like(code));
  return refuse('value.format', `${path}.directDebit.bankAccount`, like(countries[country].examples.iban));
}

function holdsFor(contract: PaymentContract, asked: PaymentRequest, basket: Basket, merchant: Merchant, now: Instant): boolean {
  const { choice, checkoutId, bankAccount, bankCode } = asked;
  const { installment, account } = termsOf(contract);
  const profileNo = installment?.profileNo ?? account?.profileNo ?? null;
  const number = installment?.numberOfInstallments ?? null;
  return (
    isOpenFor({ ...asked, contract }, { type: choice.type, bankAccount, bankCode }, basket, merchant, now) &&
    profileNo === choice.profileNo &&
    (choice.numberOfInstallments === null || choice.numberOfInstallments === number) &&
    (choice.interestRate === null || installment === null || isRateOf(choice.interestRate, installment, contract.amountMinor)) &&
    (checkoutId === null || checkoutId === contract.checkoutId)
  );
}

/** A contract binds only the person it names, once, in its day, to its amount, payment method and account. */
export function isOpenFor(
  { contract, contractParty, party }: Named & { readonly contract: PaymentContract },
  placed: { readonly type: string; readonly bankAccount: string | null; readonly bankCode?: string | null },
  basket: Basket,
  { country }: Merchant,
  now: Instant,
): boolean {
  const { type, bankAccount, bankCode = null } = placed;
  return (
    contract.orderId === null &&
    now < contract.expiresAt &&
    contract.amountMinor === basket.amountMinor &&
    contract.currency === basket.currency &&
    contract.paymentType === type &&
    (bankAccount === null ||
      contract.bankAccount === null ||
      isAccountOf(bankAccount, bankCode, contract.bankAccount, country)) &&
    (contractParty === null || isPartyOf(contract, contractParty, party, country))
  );
}

/** A plan, an account or a mandate binds whom it names, and without a name no one. */
function isPartyOf(contract: PaymentContract, named: Partial<Party>, party: Person, country: CountryCode): boolean {
  if (!named.name && namesItsBuyer(contract.paymentType, contract.mandateNumber !== null)) return false;
  return !isAnother(party, named, country);
}

/** Does a contract have to say who agrees to it? Who is sent a plain invoice agrees by ordering. */
export const namesItsBuyer = (paymentType: string, hasMandate: boolean): boolean =>
  hasMandate || paymentType === 'Installment' || paymentType === 'Account';

/** Is this the account of a contract? A national number without its bank is, where the contract's IBAN ends with it. */
function isAccountOf(account: string, bankCode: string | null, ofContract: string, country: CountryCode): boolean {
  const [asked, agreed] = [compactAccount(account), compactAccount(ofContract)];
  if (asked === agreed || compactAccount(ibanOrNumber(account, bankCode, country)) === agreed) return true;
  return bankCode === null && !looksLikeIban(asked) && agreed.endsWith(asked);
}

/** An accepted or pending order uses its contract up, and so does an update that rests on it. */
export function useContract(contract: PaymentContract, order: Order, now: Instant): Change {
  return update('contracts', contract, { set: { orderId: order.id, usedAt: now } });
}
