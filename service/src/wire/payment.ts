// The payment block of authorize and contract.
import type { Choice } from '../core/checkout/terms.ts';
import { CutText, DayText, Opt, Remark, type Static, Text, Type, Uuid, Whole, Word } from './schema.ts';

/** Every payment type that clients know; which of them a merchant has is in its contract. */
const paymentTypes = ['Invoice', 'Account', 'Installment', 'Consolidatedinvoice', 'DirectDebitInvoice', 'PayinX'] as const;
const profileNo = Whole(0, 1_000_000);

export const Payment = Type.Object(
  {
    type: Word(paymentTypes),
    contractId: Opt(Uuid()),
    directDebit: Opt(
      Type.Object({
        bankAccount: Text(34),
        bankCode: Opt(Text(11)),
        token: Opt(Text(50, 'Of validate/bank-account: the account is the one that was validated.')),
      }),
    ),
    recurringDirectDebit: Opt(
      Type.Object(
        { directDebitAgreement: Opt(Text(50)), bankAccount: Opt(Text(34)), bankCode: Opt(Text(11)) },
        { description: 'Refused: no agreements for later direct debits are kept.' },
      ),
    ),
    campaign: Opt(Type.Object({ campaignNumber: Whole(0, 1_000_000) })),
    account: Opt(Type.Object({ profileNo })),
    consolidatedInvoice: Opt(Type.Object({ invoiceDate: Opt(DayText()) })),
    installment: Opt(Type.Object({ profileNo, numberOfInstallments: Opt(Whole(0, 1_000)), customerInterestRate: Opt(Remark()) })),
  },
  { title: 'Payment' },
);
export type Payment = Static<typeof Payment>;

/** How the buyer pays, as the core sees it. Numbers of 0 and ids of zeros are what typed clients send for "none". */
export function choiceFromWire(payment: Payment): Choice {
  const { type, directDebit, recurringDirectDebit, campaign, account, installment } = payment;
  const byDebit = type === 'DirectDebitInvoice';
  const profile = { Installment: installment, Account: account }[type as string];
  return {
    type: byDebit ? 'Invoice' : type,
    campaignNumber: campaign?.campaignNumber || null,
    profileNo: profile?.profileNo ?? null,
    numberOfInstallments: installment?.numberOfInstallments || null,
    interestRate: installment?.customerInterestRate ?? null,
    directDebit: byDebit || directDebit !== undefined,
    ...(recurringDirectDebit && { recurring: true }),
  };
}

/** What plug-ins report about themselves: information only. */
export const AdditionalData = Type.Object(
  {
    pluginProvider: Opt(CutText(50)),
    pluginVersion: Opt(CutText(50)),
    shopUrl: Opt(CutText(2048)),
    shopPlatform: Opt(CutText(50)),
    shopPlatformVersion: Opt(CutText(50)),
  },
  { title: 'AdditionalData' },
);
