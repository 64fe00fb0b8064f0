// POST /checkout/:checkoutId/contract: the contract of an installment, an account or a direct debit, to show and to refer to.

import { write } from '../book/endpoint.ts';
import { ibanOrNumber } from '../core/bank/bank-account.ts';
import { answering } from '../core/changes.ts';
import { type MadeContract, makeContract } from '../core/checkout/make-contract.ts';
import type { Checkout } from '../core/checkout/rows.ts';
import type { ContractRequest } from '../core/checkout/terms.ts';
import type { CountryCode } from '../core/countries/countries.ts';
import { dayAt } from '../core/dates.ts';
import { isInvoiceCredit, lawOn } from '../core/law/law-on.ts';
import { accountKey } from '../core/lists.ts';
import type { Merchant } from '../core/merchant.ts';
import { productRefusals } from '../core/refusals/checkout.ts';
import { Refusal, refuse } from '../core/refusals.ts';
import type { Language } from '../core/texts/texts.ts';
import { documentLink, linkUrl } from '../documents/link.ts';
import { tokenFault } from '../wire/account-tokens.ts';
import { contractExample } from '../wire/examples.ts';
import { languageOf, languageOfCheckout } from '../wire/messages.ts';
import { choiceFromWire, Payment } from '../wire/payment.ts';
import { ConversationLanguage, Opt, type Static, Type, Uuid, Word } from '../wire/schema.ts';
import { signedUrl } from '../wire/signed-link.ts';
import { contractContent, mandateContent, maxContent, type Telling } from './contract-text.ts';
import { checkoutIdOf } from './two-step.ts';

const ContractRequestBody = Type.Object(
  { paymentInfo: Payment, conversationLanguage: Opt(ConversationLanguage()) },
  { title: 'ContractRequest' },
);
type Body = Static<typeof ContractRequestBody>;

const contractTypes = ['Invoice', 'Installment', 'DirectDebit', 'Account'] as const;

const ContractAnswer = Type.Object(
  {
    contractId: Uuid('For `payment.contractId` of authorize or of an update.'),
    requireCustomerConfirmation: Type.Boolean({ description: 'Has the buyer to agree before it is referred to?' }),
    contractList: Type.Array(
      Type.Object(
        {
          contractType: Word(contractTypes),
          contractContent: Type.String({ maxLength: maxContent, description: 'HTML in the buyer’s language, to be shown.' }),
          contractNumber: Type.String({ maxLength: 50 }),
        },
        { title: 'ContractListEntry' },
      ),
    ),
    contractUrl: Type.String({ description: 'The whole contract as PDF, for the buyer: a signed link that ends after a month.' }),
  },
  { title: 'ContractAnswer' },
);

export const createContract = write({
  id: 'createContract',
  method: 'POST',
  path: '/api/v3/checkout/:checkoutId/contract',
  tag: 'Additional services',
  summary: 'Create an installment and/or direct debit contract',
  about:
    'Holds for 24 hours and for one order: of this checkout, this payment method, this amount and this bank account. Some profiles demand one (400.109). Of a plan, an account or a direct debit the checkout has to name the buyer, with the address.',
  scope: ['checkout'],
  refusals: [
    'checkout.not_found',
    'checkout.used',
    'method.not_available',
    ...productRefusals,
    'bank_account.not_served',
    'method.recurring',
    'merchant.inactive',
  ],
  example: contractExample,
  params: Type.Object({ checkoutId: Type.String() }),
  body: ContractRequestBody,
  answer: ContractAnswer,

  opensCredit: () => true,

  needs({ params }) {
    const checkout = checkoutIdOf(params.checkoutId) ?? null;
    return { checkout, decisionOfCheckout: checkout };
  },

  decide({ checkout, decisionOfCheckout }, { body, merchant: { clockOffsetMs }, publicUrl, hash, signers, setting }) {
    if (!checkout) return refuse('checkout.not_found', 'checkoutId');
    const { merchant } = setting;
    const fault = tokenFault(body.paymentInfo, 'paymentInfo', merchant, signers);
    if (fault) return fault;
    const language = languageFor(body, checkout, merchant);
    const withdrawalUrl = (id: string): string => signedUrl(publicUrl, 'withdrawal', { merchantId: merchant.id, id }, signers[0]);
    const request = { ...requestFromWire(body, language, merchant.country, hash), withdrawalUrl };
    const decided = makeContract(checkout, request, setting, decisionOfCheckout);
    if (decided instanceof Refusal) return decided;
    const { withdrawalDays } = lawOn(merchant.country, dayAt(setting.now, merchant.timeZone));
    return answering(decided, (made) => {
      // Links end in real time, not by the test clock.
      const link = documentLink(merchant.id, made.contract.documentId, setting.now - clockOffsetMs);
      const contractUrl = linkUrl(publicUrl, link, signers[0]);
      const telling = { made, checkout, merchant, language, withdrawalDays };
      return { ...answerToWire(telling, isInvoiceCredit(setting.law)), contractUrl };
    });
  },
});

function requestFromWire(
  { paymentInfo }: Body,
  language: Language,
  country: CountryCode,
  hash: (text: string) => string,
): Omit<ContractRequest, 'withdrawalUrl'> {
  const { directDebit } = paymentInfo;
  const { bankAccount = null, bankCode = null } = directDebit ?? {};
  return {
    choice: choiceFromWire(paymentInfo),
    bankAccount,
    bankAccountKey: bankAccount && hash(accountKey(ibanOrNumber(bankAccount, bankCode, country))),
    bankCode,
    language,
  };
}

/** The language of this request, else of the first one. */
const languageFor = (body: Body, checkout: Checkout, { language }: Merchant): Language =>
  languageOf(body, languageOfCheckout(checkout, language));

function answerToWire(telling: Telling, isAnyCredit: boolean): Omit<Static<typeof ContractAnswer>, 'contractUrl'> {
  const { contract, agreed } = telling.made;
  const { bankAccount, mandateNumber } = contract;
  const mandate =
    bankAccount !== null && mandateNumber !== null
      ? [
          {
            contractType: 'DirectDebit' as const,
            contractContent: mandateContent(telling, bankAccount, mandateNumber),
            contractNumber: mandateNumber,
          },
        ]
      : [];
  const own = { contractType: typeOf(telling.made), contractContent: contractContent(telling), contractNumber: contract.number };
  // An invoice by direct debit is agreed to by its mandate alone.
  const isCredit = agreed.plan !== null || agreed.terms.account !== null;
  return {
    contractId: contract.id,
    requireCustomerConfirmation: isCredit || isAnyCredit || mandate.length > 0,
    contractList: isCredit || mandate.length === 0 ? [own, ...mandate] : mandate,
  };
}

const typeOf = ({ agreed }: MadeContract): 'Installment' | 'Account' | 'Invoice' =>
  agreed.plan ? 'Installment' : agreed.terms.account ? 'Account' : 'Invoice';
