// What a merchant pays and how it is paid, as people write it: rates in per cent, amounts in the currency's unit. What can be
// settled by is said in one place (core/settlement/agreement.ts); here it is read and its faults named as they were written.
import type { Form } from '../form.ts';
import type { Json } from '../json.ts';
import type { Contract } from '../merchant.ts';
import { type Currency, currencies, minorToWire } from '../money.ts';
import { paymentTypes } from '../payment-types.ts';
import type { Notice } from '../refusals.ts';
import { agreementFaults, compactPayoutAccount } from '../settlement/agreement.ts';
import { type FeeTerm, type PayoutAccount, type SettlementTerms, settlementPeriods } from '../settlement/terms.ts';

type SettlementPart = Pick<Contract, 'fees' | 'reserve' | 'settlement'>;

export const settlementMembers = ['fees', 'reserve', 'settlement'] as const;

/** Fees, reserve and settlement of a contract's form; what is left out is not agreed. */
export function settlementFromForm(form: Form): SettlementPart {
  return {
    ...(form.has('fees') && { fees: feesOf(form.inner('fees', ['terms', 'onRefund'])) }),
    ...(form.has('reserve') && { reserve: reserveOf(form.inner('reserve', ['percent', 'days'])) }),
    ...(form.has('settlement') && {
      settlement: settlementTermsOf(
        form.inner('settlement', ['period', 'weekday', 'delayDays', 'minimumPayout', 'payoutAccounts']),
      ),
    }),
  };
}

function feesOf(form: Form): NonNullable<Contract['fees']> {
  const terms = form.list('terms', ['paymentType', 'percent', 'fixed', 'validFrom', 'validTo']).map((term): FeeTerm => {
    const [validFrom, validTo] = [term.dayOrNull('validFrom'), term.dayOrNull('validTo')];
    return {
      paymentType: term.word('paymentType', paymentTypes),
      percentBps: term.has('percent') ? term.bps('percent') : 0,
      fixedMinor: term.amountOr('fixed', 0n),
      ...(validFrom !== null && { validFrom }),
      ...(validTo !== null && { validTo }),
    };
  });
  return {
    terms,
    ...(form.has('onRefund') && { onRefund: form.word('onRefund', ['kept', 'percentReturned'] as const, 'kept') }),
  };
}

const reserveOf = (form: Form) => ({ percentBps: form.bps('percent'), days: form.whole('days', 0, 730) });

function settlementTermsOf(form: Form): SettlementTerms {
  const accounts = form.has('payoutAccounts') ? accountsOf(form.inner('payoutAccounts', currencies)) : undefined;
  return {
    period: form.word('period', settlementPeriods, 'weekly' as const),
    ...(form.has('weekday') && { weekday: form.whole('weekday', 1, 7) }),
    ...(form.has('delayDays') && { delayDays: form.whole('delayDays', 0, 60) }),
    ...(form.has('minimumPayout') && { minimumPayoutMinor: form.amount('minimumPayout') }),
    ...(accounts && { payoutAccounts: accounts }),
  };
}

function accountsOf(form: Form): NonNullable<SettlementTerms['payoutAccounts']> {
  const named = form.names().filter((name): name is Currency => (currencies as readonly string[]).includes(name));
  return Object.fromEntries(
    named.map((currency): [Currency, PayoutAccount] => {
      const account = form.inner(currency, ['name', 'iban', 'bic']);
      const bic = account.textOrNull('bic', 11);
      const iban = account.text('iban', 42).replace(/\s/g, '');
      return [currency, compactPayoutAccount({ name: account.text('name', 140), iban, bic })];
    }),
  );
}

/** What is wrong with them, by the members of the form. */
export const settlementFaults = (contract: Contract, path: string): Notice[] =>
  agreementFaults(contract).map((fault) => ({ ...fault, field: `${path}.${asWritten(fault.field ?? '')}` }));

const asWritten = (field: string): string =>
  field
    .replace(/\.(\d+)(?=\.|$)/g, '[$1]')
    .replace('percentBps', 'percent')
    .replace('fixedMinor', 'fixed')
    .replace('minimumPayoutMinor', 'minimumPayout');

/** As people write them. */
export function settlementToForm({ fees, reserve, settlement }: SettlementPart): { readonly [name: string]: Json } {
  return {
    ...(fees && { fees: { terms: fees.terms.map(termToForm), ...(fees.onRefund && { onRefund: fees.onRefund }) } }),
    ...(reserve && { reserve: { percent: reserve.percentBps / 100, days: reserve.days } }),
    ...(settlement && { settlement: settlementTermsToForm(settlement) }),
  };
}

const termToForm = ({ paymentType, percentBps, fixedMinor, validFrom, validTo }: FeeTerm): Json => ({
  paymentType,
  percent: percentBps / 100,
  fixed: minorToWire(fixedMinor),
  ...(validFrom && { validFrom }),
  ...(validTo && { validTo }),
});

function settlementTermsToForm({ minimumPayoutMinor, payoutAccounts, ...terms }: SettlementTerms): Json {
  const accounts = Object.entries(payoutAccounts ?? {}).map(([currency, { name, iban, bic }]) => [
    currency,
    { name, iban, ...(bic && { bic }) },
  ]);
  return {
    ...terms,
    ...(minimumPayoutMinor !== undefined && { minimumPayout: minorToWire(minimumPayoutMinor) }),
    ...(payoutAccounts && { payoutAccounts: Object.fromEntries(accounts) as Json }),
  };
}
