// What a consumer agrees to who opens an account: the form, the agreement and the notice of withdrawal, as of any other credit.
import { contractDataOf } from '../checkout/contract-data.ts';
import { documentRow } from '../documents/content.ts';
import type { JsonObject } from '../json.ts';
import type { StoredDocument } from '../rows.ts';
import type { Setting } from '../setting.ts';
import type { Language } from '../texts/texts.ts';
import { type Account, accountTermsOf } from './account.ts';

interface Applicant {
  /** As it was sent. */
  readonly customer: JsonObject;
  readonly language: Language;
  /** The page on which the account is withdrawn from. */
  readonly withdrawalUrl: (accountId: string) => string;
}

/** The document of an account that was just applied for; its number is the account's. */
export function agreementRow(
  account: Account,
  { customer, language, withdrawalUrl }: Applicant,
  { merchant, chance, now }: Setting,
): StoredDocument {
  const { number, currency, limitMinor: amountMinor, openedOn: on, customerNumber, profileNo } = account;
  const { interestRateBps, monthlyFeeMinor, minimumPaymentMinor, minimumPaymentBps, payoutFees } = accountTermsOf(account);
  const agreed = {
    profileNo,
    interestRateBps,
    startupFeeMinor: 0n,
    monthlyFeeMinor: BigInt(monthlyFeeMinor),
    minimumPaymentMinor: BigInt(minimumPaymentMinor),
    minimumPaymentBps,
  };
  const content = contractDataOf(
    {
      contract: {
        id: account.id,
        number,
        madeAt: now,
        paymentType: 'Account',
        terms: null,
        mandateNumber: null,
        bankAccount: null,
      },
      agreed: {
        terms: { directDebit: false, campaignNumber: null, daysUntilDue: null, installment: null, account: agreed },
        plan: null,
      },
      basket: { amountMinor, currency, on },
      checkout: { customer, customerNumber, orderDetails: null, amountMinor },
      request: { language, bankCode: null, withdrawalUrl },
      appliedFor: {
        firstStatementOn: account.nextNoticeOn,
        ...(payoutFees && { payoutFees }),
      },
    },
    merchant,
  );
  return documentRow(chance.id(), content, null);
}
