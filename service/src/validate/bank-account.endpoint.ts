// POST /validate/bank-account: is it an account that could exist?
import { compute } from '../book/endpoint.ts';
import {
  type AccountReason,
  type AccountSent,
  type AccountVerdict,
  judgeAccount,
  shortestAccount,
} from '../core/bank/bank-account.ts';
import { compactAccount } from '../core/bank/iban.ts';
import { servedCountries } from '../core/bank/served.ts';
import type { Merchant } from '../core/merchant.ts';
import { type Refusal, refuse } from '../core/refusals.ts';
import { accountToken } from '../wire/account-tokens.ts';
import { languageOf, Message, messageOf } from '../wire/messages.ts';
import { ConversationLanguage, Flag, Opt, type Static, Text, Type } from '../wire/schema.ts';

const BankAccountRequest = Type.Object(
  {
    bankAccount: Opt(Text(200, 'IBAN or national account number, 7 to 34 characters.')),
    accountNumber: Opt(Text(200, 'The same as bankAccount.')),
    iban: Opt(Text(200, 'The same as bankAccount.')),
    bankCode: Opt(Text(50, 'BIC; in digits the national code of the bank.')),
    bic: Opt(Text(50, 'BIC.')),
    bankNumber: Opt(Text(50, 'National code of the bank: Bankleitzahl, clearing number, registration number.')),
    createToken: Opt(Flag('Is a token of a valid account wanted, for `payment.directDebit.token`?')),
    nonce: Opt(Text(4096)),
    conversationLanguage: Opt(ConversationLanguage()),
  },
  { title: 'BankAccountRequest' },
);
type Body = Static<typeof BankAccountRequest>;

const BankAccountAnswer = Type.Object(
  {
    isValid: Type.Boolean(),
    token: Opt(Type.String({ maxLength: 50, description: 'Of a valid account, where createToken asked for it.' })),
    riskCheckMessages: Opt(Type.Array(Message)),
    reasons: Opt(Type.Array(Type.String(), { description: 'Why, in words for programs.' })),
    iban: Opt(Type.String({ description: 'Completed from account and bank code where it was not sent.' })),
    bic: Opt(Type.String()),
    bankName: Opt(Type.String()),
  },
  { title: 'BankAccountAnswer' },
);

export const validateBankAccount = compute({
  id: 'validateBankAccount',
  method: 'POST',
  path: '/api/v3/validate/bank-account',
  tag: 'Additional services',
  summary: 'Validate bank account details',
  about:
    'Form and check digits of IBANs and of the national accounts of the nine countries; no bank is asked whether the account exists. What the rules cannot decide is valid, with a notice.',
  scope: ['lookup', 'checkout'],
  example: {
    body: { bankAccount: 'DE89 3704 0044 0532 0130 00' },
    answer: { isValid: true, iban: 'DE89370400440532013000', bic: 'COBADEFFXXX', bankName: 'Commerzbank' },
  },
  body: BankAccountRequest,
  answer: BankAccountAnswer,

  compute({ body, merchant, signers }) {
    const refusal = lengthFault(body);
    if (refusal) return refusal;
    const verdict = judgeAccount(sentFrom(body), merchant.country, servedCountries(merchant.contract));
    const { isValid, iban } = verdict;
    const token = isValid && body.createToken ? accountToken(merchant, iban ?? accountOf(body) ?? '', signers[0]) : undefined;
    return { ...answerToWire(verdict, body, merchant), ...(token !== undefined && { token }) };
  },
});

const longest = 34;

const accountNames = ['bankAccount', 'iban', 'accountNumber'] as const;
/** The name that the account was sent by; a shop looks for it in what it sent. */
const nameOf = (body: Body) => accountNames.find((name) => body[name] !== undefined) ?? 'bankAccount';
const accountOf = (body: Body): string | undefined => body[nameOf(body)];

/** Blanks do not count. */
function lengthFault(body: Body): Refusal | undefined {
  const account = accountOf(body);
  if (account === undefined) return refuse('value.required', 'bankAccount');
  const { length } = compactAccount(account);
  // Dashes and blanks of a national account belong to its length as it is written, not to what it needs.
  if (length < shortestAccount) return refuse('value.too_short', nameOf(body), { limit: String(shortestAccount) });
  return length > longest ? refuse('value.too_long', nameOf(body), { limit: String(longest) }) : undefined;
}

/** A bankCode of digits is the national code of the bank, else a BIC. */
function sentFrom(body: Body): AccountSent {
  const isNumber = body.bankCode !== undefined && /^[\d .-]+$/.test(body.bankCode);
  const bic = body.bic ?? (isNumber ? undefined : body.bankCode);
  const bankNumber = body.bankNumber ?? (isNumber ? body.bankCode : undefined);
  return { account: accountOf(body) ?? '', ...(bic !== undefined && { bic }), ...(bankNumber !== undefined && { bankNumber }) };
}

/** The member that is to blame, under the name it was sent by. */
function fieldOf(reason: AccountReason | undefined, body: Body): string {
  if (reason?.startsWith('bic')) return body.bic === undefined ? 'bankCode' : 'bic';
  if (reason === 'bankCode') return body.bankNumber === undefined ? 'bankCode' : 'bankNumber';
  return nameOf(body);
}

function answerToWire(verdict: AccountVerdict, body: Body, { language }: Merchant): Static<typeof BankAccountAnswer> {
  const { isValid, message, reasons, iban, bic, bankName } = verdict;
  const field = fieldOf(reasons[0], body);
  const riskMessage = message && messageOf({ id: message, field }, languageOf(body, language));
  return {
    isValid,
    ...(riskMessage && { riskCheckMessages: [riskMessage] }),
    ...(reasons.length > 0 && { reasons: [...reasons] }),
    ...(iban !== undefined && { iban }),
    ...(bic !== undefined && { bic }),
    ...(bankName !== undefined && { bankName }),
  };
}
