// A merchant's contract as people write it: amounts in the currency's unit, rates in per cent. It is read strictly, and
// all that is wrong with it is reported at once (core/form.ts). The credit policy has versions of its own.
import { countryCodes } from '../countries/countries.ts';
import { type AccountProfile, type CreditProfile, type InstallmentProfile, paymentParts } from '../credit-profiles.ts';
import { Form, onePerField } from '../form.ts';
import type { Json } from '../json.ts';
import { type Campaign, type Contract, canCollect, creditRisks, type Merchant } from '../merchant.ts';
import { maxAmount, minorFromWire, minorToWire } from '../money.ts';
import { monthlyDays } from '../monthly-invoice.ts';
import { paymentTypes } from '../payment-types.ts';
import { type Notice, Refusal } from '../refusals.ts';
import type { Policy } from '../risk/policy.ts';
import { pageAddress } from './page-address.ts';
import { payeeFromForm, payeeMembers, payeeToForm } from './payee-form.ts';
import { reminderMembers, remindersOf, remindersToForm } from './reminder-form.ts';
import { settlementFaults, settlementFromForm, settlementMembers, settlementToForm } from './settlement-form.ts';

/** Whose contract it is. */
export type Party = Pick<Merchant, 'country' | 'currency'>;

export const contractMembers = [
  'paymentTypes',
  'expiryDays',
  'expiryWarningDays',
  'invoiceDays',
  'consolidatedInvoiceDays',
  'returnPauseDays',
  'reminders',
  'reviewHours',
  'confirmationMinutes',
  'installmentProfiles',
  'accountProfiles',
  'accountPaymentOrder',
  'campaigns',
  'directDebit',
  'refusesTestNumbers',
  'bankCountries',
  'payee',
  'legalPages',
  'creditRisk',
  ...settlementMembers,
] as const;

const validityMembers = ['validFrom', 'validTo'];
const creditMembers = [
  'profileNo',
  'interestRatePercent',
  'startupFee',
  'monthlyFee',
  'from',
  'to',
  'contractRequired',
  'bankAccountRequired',
  'signedInWriting',
  ...validityMembers,
];
const campaignMembers = ['campaignNumber', 'description', 'daysUntilDue', ...validityMembers];

/** A contract as it was written, or everything that is wrong with it. The policy is not part of the form. */
export function contractFromForm(value: unknown, party: Party, policy: Policy, path = 'contract'): Contract | Refusal {
  const faults: Notice[] = [];
  const form = new Form(value, path, contractMembers, faults);
  const payee = form.inner('payee', payeeMembers);
  const direct = form.flag('directDebit');
  const contract: Contract = {
    paymentTypes: form.words('paymentTypes', paymentTypes),
    expiryDays: form.whole('expiryDays', 1, 365),
    invoiceDays: form.whole('invoiceDays', 1, 120),
    consolidatedInvoiceDays: monthlyDaysOf(form),
    returnPauseDays: form.wholeOr('returnPauseDays', 14, 90, 14),
    installmentProfiles: form.list('installmentProfiles', [...creditMembers, 'numberOfInstallments']).map(installmentOf),
    accountProfiles: form
      .list('accountProfiles', [...creditMembers, 'minimumPayment', 'minimumPaymentPercent'])
      .map(accountProfileOf),
    campaigns: form.list('campaigns', campaignMembers).map(campaignOf),
    directDebit: direct,
    payee: payeeFromForm(payee, party, direct),
    policy,
    ...optionalMembers(form),
    ...settlementFromForm(form),
  };
  demandWhole(form, contract, party);
  faults.push(...settlementFaults(contract, path));
  return Refusal.of(onePerField(faults)) ?? contract;
}

function optionalMembers(form: Form): Partial<Contract> {
  const order = form.words('accountPaymentOrder', paymentParts);
  form.demand(order.length === 0 || order.length === 3, 'value.required', 'accountPaymentOrder');
  const bankCountries = form.words('bankCountries', countryCodes);
  return {
    ...(order.length > 0 && { accountPaymentOrder: order }),
    ...(bankCountries.length > 0 && { bankCountries }),
    ...(form.has('expiryWarningDays') && { expiryWarningDays: form.wholes('expiryWarningDays', 1, 365) }),
    ...(form.has('reviewHours') && { reviewHours: form.whole('reviewHours', 1, 720) }),
    ...(form.has('confirmationMinutes') && { confirmationMinutes: form.whole('confirmationMinutes', 5, 1440) }),
    ...(form.has('creditRisk') && { creditRisk: form.word('creditRisk', creditRisks, 'operator') }),
    ...(form.flag('refusesTestNumbers') && { refusesTestNumbers: true }),
    ...(form.has('reminders') && { reminders: remindersOf(form.inner('reminders', reminderMembers)) }),
    ...(form.has('legalPages') && { legalPages: legalPagesOf(form.inner('legalPages', legalMembers)) }),
  };
}

const legalMembers = ['termsAndConditionsUrl', 'privacyStatementUrl'] as const;

const legalPagesOf = (form: Form): NonNullable<Contract['legalPages']> => ({
  termsAndConditionsUrl: form.readOrNull('termsAndConditionsUrl', 500, pageAddress, 'https://shop.example.com/terms'),
  privacyStatementUrl: form.readOrNull('privacyStatementUrl', 500, pageAddress, 'https://shop.example.com/privacy'),
});

/** What no single member shows. */
function demandWhole(form: Form, contract: Contract, { currency }: Party): void {
  const { paymentTypes: types, installmentProfiles, accountProfiles, campaigns, directDebit, payee } = contract;
  form.demand(types.length > 0, 'value.required', 'paymentTypes');
  form.demand(!types.includes('Installment') || installmentProfiles.length > 0, 'value.required', 'installmentProfiles');
  form.demand(!types.includes('Account') || accountProfiles.length > 0, 'value.required', 'accountProfiles');
  // SEPA collects euro and nothing else.
  form.demand(!directDebit || currency === 'EUR', 'value.out_of_range', 'directDebit');
  for (const [list, profiles] of Object.entries({ installmentProfiles, accountProfiles }))
    for (const [index, { bankAccountRequired }] of profiles.entries())
      form.demand(
        !bankAccountRequired || canCollect(payee, currency),
        'value.out_of_range',
        `${list}[${index}].bankAccountRequired`,
      );
  demandOnce(
    form,
    'installmentProfiles',
    'profileNo',
    installmentProfiles.map(({ profileNo }) => profileNo),
  );
  demandOnce(
    form,
    'accountProfiles',
    'profileNo',
    accountProfiles.map(({ profileNo }) => profileNo),
  );
  demandOnce(
    form,
    'campaigns',
    'campaignNumber',
    campaigns.map(({ campaignNumber }) => campaignNumber),
  );
}

/** A shop names a profile by its number: two with the same one could not be distinguished. */
function demandOnce(form: Form, list: string, member: string, numbers: readonly number[]): void {
  for (const [index, number] of numbers.entries())
    form.demand(numbers.indexOf(number) === index, 'value.out_of_range', `${list}[${index}].${member}`);
}

function monthlyDaysOf(form: Form): number {
  const days = form.wholeOr('consolidatedInvoiceDays', 0, 90, 0);
  form.demand(monthlyDays(days) === days, 'value.out_of_range', 'consolidatedInvoiceDays');
  return days;
}

function validityOf(form: Form): Pick<CreditProfile, 'validFrom' | 'validTo'> {
  const validity = { validFrom: form.dayOrNull('validFrom'), validTo: form.dayOrNull('validTo') };
  const { validFrom, validTo } = validity;
  form.demand(validFrom === null || validTo === null || validFrom <= validTo, 'value.out_of_range', 'validTo');
  return validity;
}

function creditOf(form: Form): CreditProfile {
  const fromMinor = form.amountOr('from', 0n);
  const toMinor = form.amountOr('to', minorFromWire(maxAmount));
  form.demand(fromMinor <= toMinor, 'value.out_of_range', 'to');
  return {
    profileNo: form.whole('profileNo', 1, 1_000_000),
    interestRateBps: form.has('interestRatePercent') ? form.bps('interestRatePercent') : 0,
    startupFeeMinor: form.amountOr('startupFee', 0n),
    monthlyFeeMinor: form.amountOr('monthlyFee', 0n),
    fromMinor,
    toMinor,
    contractRequired: form.flag('contractRequired'),
    bankAccountRequired: form.flag('bankAccountRequired'),
    ...(form.flag('signedInWriting') && { signedInWriting: true }),
    ...validityOf(form),
  };
}

const installmentOf = (form: Form): InstallmentProfile => ({
  ...creditOf(form),
  numberOfInstallments: form.whole('numberOfInstallments', 2, 120),
});

const accountProfileOf = (form: Form): AccountProfile => ({
  ...creditOf(form),
  minimumPaymentMinor: form.amountOr('minimumPayment', 0n),
  minimumPaymentBps: form.bps('minimumPaymentPercent'),
});

const campaignOf = (form: Form): Campaign => ({
  campaignNumber: form.whole('campaignNumber', 1, 1_000_000),
  description: form.text('description', 200),
  daysUntilDue: form.whole('daysUntilDue', 1, 365),
  ...validityOf(form),
});

const percentOfBps = (bps: number): number => bps / 100;
const mostMinor = minorFromWire(maxAmount);

function creditToForm(profile: CreditProfile): { readonly [name: string]: Json } {
  const { profileNo, interestRateBps, startupFeeMinor, monthlyFeeMinor, fromMinor, toMinor, validFrom, validTo } = profile;
  return {
    profileNo,
    interestRatePercent: percentOfBps(interestRateBps),
    startupFee: minorToWire(startupFeeMinor),
    monthlyFee: minorToWire(monthlyFeeMinor),
    from: minorToWire(fromMinor),
    ...(toMinor < mostMinor && { to: minorToWire(toMinor) }),
    contractRequired: profile.contractRequired,
    bankAccountRequired: profile.bankAccountRequired,
    ...(profile.signedInWriting && { signedInWriting: true }),
    ...(validFrom !== null && { validFrom }),
    ...(validTo !== null && { validTo }),
  };
}

/** The contract as people write it; what it gives is read back as the same contract. Amounts of null are left out. */
export function contractToForm(contract: Contract): { readonly [name: string]: Json } {
  const { accountPaymentOrder, bankCountries, expiryWarningDays, reminders, reviewHours, confirmationMinutes, legalPages } =
    contract;
  return {
    paymentTypes: contract.paymentTypes,
    expiryDays: contract.expiryDays,
    ...(expiryWarningDays && { expiryWarningDays }),
    invoiceDays: contract.invoiceDays,
    consolidatedInvoiceDays: contract.consolidatedInvoiceDays,
    returnPauseDays: contract.returnPauseDays,
    ...(reminders && { reminders: remindersToForm(reminders) }),
    ...(reviewHours !== undefined && { reviewHours }),
    ...(confirmationMinutes !== undefined && { confirmationMinutes }),
    installmentProfiles: contract.installmentProfiles.map((profile) => ({
      ...creditToForm(profile),
      numberOfInstallments: profile.numberOfInstallments,
    })),
    accountProfiles: contract.accountProfiles.map((profile) => ({
      ...creditToForm(profile),
      minimumPayment: minorToWire(profile.minimumPaymentMinor),
      minimumPaymentPercent: percentOfBps(profile.minimumPaymentBps),
    })),
    ...(accountPaymentOrder && { accountPaymentOrder }),
    campaigns: contract.campaigns.map(({ validFrom, validTo, ...campaign }) => ({
      ...campaign,
      ...(validFrom !== null && { validFrom }),
      ...(validTo !== null && { validTo }),
    })),
    directDebit: contract.directDebit,
    ...(contract.creditRisk && { creditRisk: contract.creditRisk }),
    ...(contract.refusesTestNumbers && { refusesTestNumbers: true }),
    ...(bankCountries && { bankCountries }),
    payee: payeeToForm(contract.payee),
    ...(legalPages && { legalPages: withoutNull({ ...legalPages }) }),
    ...settlementToForm(contract),
  };
}

const withoutNull = (members: Readonly<Record<string, string | null | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(members).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));
