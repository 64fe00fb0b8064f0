// POST /customer-account: apply for account credit; GET /customer-account/{ssn}: find an account by its owner's number.

import { type EndpointRequest, read, write } from '../book/endpoint.ts';
import type { Account } from '../core/account/account.ts';
import { type AccountRequest, type Applied, applyForAccount as apply } from '../core/account/apply.ts';
import { answering } from '../core/changes.ts';
import type { Json, JsonObject } from '../core/json.ts';
import { minorFromWire } from '../core/money.ts';
import { type Notice, Refusal, refuse } from '../core/refusals.ts';
import { outcomes } from '../core/risk/decide-credit.ts';
import { documentLink, linkUrl } from '../documents/link.ts';
import { hear } from '../sources/sources.ts';
import { customerFaults } from '../wire/customer-faults.ts';
import {
  Address,
  type CheckoutCustomer,
  Email,
  type Introducing,
  introductionFromWire,
  partyFromWire,
  personNeedFromWire,
} from '../wire/customers.ts';
import { Message, messageOf } from '../wire/messages.ts';
import { withRights } from '../wire/rejections.ts';
import {
  ConversationLanguage,
  CountryCode,
  CurrencyCode,
  CutText,
  InstantText,
  Opt,
  PositiveAmount,
  type Static,
  Text,
  Type,
  Word,
} from '../wire/schema.ts';
import { contestUrl, signedUrl } from '../wire/signed-link.ts';
import { type LookedAt, marksFromWire, traitsFromWire } from '../wire/traits.ts';
import { AccountAnswer, AccountCustomer, accountCustomerToWire, accountToWire, type Owner } from './account-shapes.ts';
import { applyExample, findAccountExample } from './examples.ts';
import { accountBySsn } from './find-account.ts';

const Applicant = Type.Object(
  {
    salutation: Opt(Word(['Mr', 'Mrs', 'Miss', 'Diverse'])),
    firstName: Opt(CutText(50)),
    lastName: Opt(CutText(50, 'Of a company its name.')),
    companyName: Opt(CutText(50)),
    customerNumber: Opt(Text(100)),
    organizationPersonalNo: Opt(Text(20, 'National or organisation number, in any of its written forms.')),
    category: Word(['Person', 'Company']),
    currency: CurrencyCode(),
    distributionBy: Opt(Word(['Company', 'Client'])),
    distributionType: Opt(Word(['Paper', 'Email', 'Sms'])),
    email: Email,
    address: Address,
    phone: Opt(Text(20)),
    directPhone: Opt(Text(20)),
    mobilePhone: Opt(Text(20)),
  },
  { title: 'AccountApplicant' },
);

const ApplyBody = Type.Object(
  {
    accountLimit: PositiveAmount('The credit limit asked for; less may be granted.'),
    customer: Applicant,
    firstNoticeDate: Opt(InstantText('No statement demands a payment before.')),
    countryCode: CountryCode(),
    conversationLanguage: ConversationLanguage(),
  },
  { title: 'AccountApplication' },
);
type Body = Static<typeof ApplyBody>;

const ApplyAnswer = Type.Object(
  {
    outcome: Word(outcomes),
    riskCheckMessages: Opt(Type.Array(Message)),
    temporaryExternalProblem: Type.Boolean({ description: 'A source of information did not answer in time.' }),
    customer: AccountCustomer,
    account: Opt(AccountAnswer),
    agreementUrl: Opt(
      Type.String({
        description:
          'Form and agreement as PDF, to be handed to the consumer at once: a signed link that ends after a month. Of an account that is new.',
      }),
    ),
  },
  { title: 'AccountApplicationAnswer' },
);

export const applyForAccount = write({
  id: 'applyForAccount',
  method: 'POST',
  path: '/api/v3/customer-account',
  tag: 'FastTrack',
  summary: 'Apply for customer account credit',
  about:
    'A rejected or pending decision is an answer with status 200: look at `outcome`. A person has one account a currency: ' +
    'who applies again is answered with the first one.',
  scope: ['accounts'],
  refusals: ['order.currency_not_offered', 'order.currency_not_payable', 'method.not_available', 'merchant.inactive'],
  example: applyExample,
  params: Type.Object({}),
  body: ApplyBody,
  answer: ApplyAnswer,

  check(body, shopDay) {
    return Refusal.of(
      customerFaults(customerOf(body), shopDay).map((fault) => ({
        ...fault,
        field: ownField(fault.field ?? '', body),
      })),
    );
  },

  prepare: ({ body, merchant: { country } }, sources) =>
    hear(customerOf(body), { country, currency: body.customer.currency }, sources),

  opensCredit: () => true,

  needs({ body, merchant, hash }) {
    const marks = Object.values(marksFromWire(lookedAt(body), merchant.country, hash));
    return { person: { ...personNeedFromWire(introducing(body), merchant.country, hash), marks }, accountsOfPerson: true };
  },

  decide({ person, accountsOfPerson }, { body, merchant, publicUrl, hash, signers, prepared, setting }) {
    if (!person) throw new Error('an application without a person in hand');
    const withdrawalUrl = (id: string): string => signedUrl(publicUrl, 'withdrawal', { merchantId: merchant.id, id }, signers[0]);
    const decided = apply(
      { ...requestFromWire(body, merchant, hash), withdrawalUrl },
      person,
      accountsOfPerson,
      prepared,
      setting,
    );
    if (decided instanceof Refusal) return decided;
    return answering(decided, (applied) => {
      const url = () => contestUrl(publicUrl, merchant.id, applied.decisionId ?? '', signers[0]);
      // Links end in real time, not by the test clock.
      const link = applied.agreementId && documentLink(merchant.id, applied.agreementId, setting.now - merchant.clockOffsetMs);
      const reasons = withRights(applied.reasons, { outcome: applied.outcome, category: body.customer.category }, url);
      const answer = {
        ...answerToWire({ ...applied, reasons }, body, merchant, prepared.bureau.verdict === 'silent'),
        ...(link && { agreementUrl: linkUrl(publicUrl, link, signers[0]) }),
      };
      if (!applied.account || !answer.account || body.customer.category === 'Company') return answer;
      return { ...answer, account: { ...answer.account, withdrawalUrl: withdrawalUrl(applied.account.id) } };
    });
  },
});

/** The applicant in the words of the checkout, so that the same rules hold for both (C47). */
function customerOf({ customer, countryCode, conversationLanguage }: Body): CheckoutCustomer {
  const { category, organizationPersonalNo, directPhone, currency: _currency, distributionBy: _by, ...same } = customer;
  const phone = same.phone ?? directPhone;
  return {
    ...same,
    customerCategory: category,
    conversationLanguage,
    ...(organizationPersonalNo !== undefined && { identificationNumber: organizationPersonalNo }),
    ...(phone !== undefined && { phone }),
    address: { countryCode, ...same.address },
  };
}

const ownNames: Readonly<Record<string, string>> = {
  'customer.identificationNumber': 'customer.organizationPersonalNo',
  'customer.customerCategory': 'customer.category',
};
const ownField = (field: string, { customer }: Body): string =>
  field === 'customer.phone' && customer.phone === undefined ? 'customer.directPhone' : (ownNames[field] ?? field);

const introducing = (body: Body): Introducing => ({ customer: customerOf(body) });
const lookedAt = (body: Body): LookedAt => ({ customer: customerOf(body), items: [], totalGrossAmount: body.accountLimit });

function requestFromWire(
  body: Body,
  { country }: EndpointRequest<unknown, Body>['merchant'],
  hash: (text: string) => string,
): Omit<AccountRequest, 'withdrawalUrl'> {
  const { organizationPersonalNo, ...named } = body.customer;
  return {
    askedMinor: minorFromWire(body.accountLimit),
    currency: body.customer.currency,
    party: partyFromWire(customerOf(body)),
    introduction: introductionFromWire(introducing(body), country, hash),
    traits: traitsFromWire(lookedAt(body), country),
    marks: marksFromWire(lookedAt(body), country, hash),
    customer: { ...named, conversationLanguage: body.conversationLanguage } as JsonObject,
    nationalId: organizationPersonalNo ?? null,
    firstNoticeAt: body.firstNoticeDate === undefined ? null : Date.parse(body.firstNoticeDate),
    language: body.conversationLanguage,
  };
}

function answerToWire(
  { outcome, reasons, customerNumber, account }: Omit<Applied, 'reasons'> & { readonly reasons: readonly Notice[] },
  { customer, conversationLanguage }: Body,
  { country, contract }: EndpointRequest<unknown, Body>['merchant'],
  temporaryExternalProblem: boolean,
): Static<typeof ApplyAnswer> {
  const messages = reasons.map((reason) => messageOf(reason, conversationLanguage));
  return {
    outcome,
    ...(messages.length > 0 && { riskCheckMessages: messages }),
    temporaryExternalProblem,
    customer: accountCustomerToWire(customer, customerNumber, account, country),
    ...(account && { account: accountToWire(account, contract.payee) }),
  };
}

export const findAccount = read({
  id: 'findAccount',
  path: '/api/v3/customer-account/:ssn',
  tag: 'FastTrack',
  summary: 'Find a customer account by social security number',
  about: 'In any form in which the number is written. It is never logged, and the answer is not to be stored.',
  scope: ['accounts', 'read'],
  refusals: ['account.not_found'],
  example: findAccountExample,
  params: Type.Object({ ssn: Type.String() }),
  answer: Type.Object({ account: AccountAnswer, customer: AccountCustomer }, { title: 'FoundAccount' }),
  find: accountBySsn,
  noted: ([row]) => (row ? String(row['number']) : 'found 0'),
  answerFrom([row], { merchant }) {
    if (!row) return refuse('account.not_found', 'ssn');
    const { customer, ...account } = row as unknown as Account & { customer: Json };
    return {
      account: accountToWire(account, merchant.contract.payee),
      customer: accountCustomerToWire((customer ?? {}) as Owner, account.customerNumber, account, merchant.country),
    };
  },
});
