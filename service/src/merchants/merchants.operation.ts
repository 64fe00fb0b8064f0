// Merchants: made with their contract, renamed, deactivated. Country and currency never change: orders, references and law
// follow from them.

import { auditValues } from '../book/auditing.ts';
import { contractFromForm } from '../core/agreement/contract-form.ts';
import { judgeContract } from '../core/agreement/lawful-contract.ts';
import { countries } from '../core/countries/countries.ts';
import { dayAt } from '../core/dates.ts';
import { like, type Notice, Refusal, refuse } from '../core/refusals.ts';
import { policyFromForm } from '../core/risk/policy-form.ts';
import { standardPolicy } from '../core/risk/standard-policy.ts';
import { languages } from '../core/texts/texts.ts';
import type { Deps } from '../http/deps.ts';
import { text } from '../http/filters.ts';
import { operation } from '../http/operation.ts';
import { byName, pageOf } from '../http/paging.ts';
import { uuidv7 } from '../runtime/chance.ts';
import { call } from '../store/db.ts';
import { together } from '../store/transaction.ts';
import { AnyPolicy } from '../wire/policy.ts';
import { CountryCode, CurrencyCode, Opt, Reason, type Static, Text, Type, Word } from '../wire/schema.ts';
import { changedAccounts, proposingAll, waitingHints, withoutWaiting } from './account-changes.ts';
import { actOn } from './acts.ts';
import { AnyContract, exampleContract, Hints, hintsToWire } from './contract-shape.ts';
import { findMerchant } from './find-merchant.ts';
import { findOrganisation } from './find-organisation.ts';
import { changed, example, Merchant, merchantToWire } from './merchant-shape.ts';
import { contractText, listMerchantsAfter, merchantOf } from './merchants.sql.ts';
import { insertMerchant, updateMerchant } from './organisations.sql.ts';

export const listMerchants = operation({
  id: 'listMerchants',
  method: 'GET',
  path: '/admin/v1/merchants',
  summary: 'The merchants',
  about: 'By name; `?organisationId=` those of one organisation, `?limit=` (200 where nothing is said) and `?after=` page.',
  scope: 'admin:read',
  query: { organisationId: text(100, 'Those of this organisation.') },
  keepsToOrganisation: true,
  refusals: ['page.unknown', 'organisation.not_found'],
  example: { answer: { merchants: [example] } },
  answer: Type.Object({ merchants: Type.Array(Merchant), next: Opt(Type.String()) }),
  async run({ query, organisationId: own }, deps) {
    const page = pageOf({ limit: 200, ...query }, ...byName);
    if (page instanceof Refusal) return page;
    const wanted = query.organisationId;
    const organisation = wanted === undefined ? undefined : await findOrganisation(wanted, deps);
    const missing = wanted !== undefined && (!organisation || (own !== null && organisation.id !== own));
    if (missing) return refuse('organisation.not_found', 'organisationId');
    const rows = await deps.db.read(listMerchantsAfter, organisation?.id ?? own, ...page.after, page.rows);
    const { shown, next } = page.of(rows.map(merchantOf), ({ name, id }) => [name, id]);
    return { merchants: shown.map((merchant) => merchantToWire(merchant, deps)), ...next };
  },
});

export const getMerchant = operation({
  id: 'getMerchant',
  method: 'GET',
  path: '/admin/v1/merchants/:merchantId',
  summary: 'A merchant',
  scope: 'admin:read',
  refusals: ['merchant.not_found'],
  example: { answer: example },
  answer: Merchant,
  run: async ({ merchant }, deps) => merchantToWire(merchant, deps),
});

const CreateMerchant = Type.Object(
  {
    organisationId: Opt(Type.String({ description: 'Whose it is; that of the key where the key is limited to one.' })),
    name: Text(70, 'As consumers read it; its own within the organisation, without regard to case.'),
    country: CountryCode(),
    currency: Opt(CurrencyCode()),
    language: Opt(Word(languages)),
    timeZone: Opt(Text(60, 'As in the IANA database; that of the country where nothing is said.')),
    contract: AnyContract,
    policy: Opt(AnyPolicy),
    reason: Reason(),
  },
  { title: 'CreateMerchant' },
);

export const createMerchant = operation({
  id: 'createMerchant',
  method: 'POST',
  path: '/admin/v1/merchants',
  summary: 'Make a merchant with its contract',
  about:
    'Everything that is wrong is reported in one answer. A profile that the law of the country never lets be offered is refused; what is only worth knowing comes as `hints`. Without a policy the merchant begins with the standard one (examples/policies/standard.json). It takes orders at once; its keys are made next. In live mode a payout account waits for a second person (`approveAccountChange`). What it pays and whom its consumers pay is part of it, so a key that is limited to an organisation needs the scope `admin:settlement`.',
  scope: 'admin:merchants',
  keepsToOrganisation: true,
  operatorsMoney: 'moves',
  refusals: [
    'payout.account_invalid',
    'organisation.not_found',
    'name.used',
    'contract.above_law',
    'agreement.terms_overlap',
    'policy.unknown_member',
    'value.required',
    'value.out_of_range',
  ],
  example: {
    body: {
      organisationId: example.organisationId,
      name: example.name,
      country: 'DE',
      contract: exampleContract,
      reason: 'Signed.',
    },
    answer: { ...example, hints: [] },
  },
  body: CreateMerchant,
  answer: Type.Object({ ...Merchant.properties, hints: Hints }, { title: 'CreatedMerchant' }),
  async run(asked, deps) {
    const { body, organisationId: own } = asked;
    const organisation = await findOrganisation(body.organisationId ?? own ?? undefined, deps);
    const isOther = own !== null && organisation?.id !== own;
    if (isOther || (!organisation && body.organisationId !== undefined))
      return refuse('organisation.not_found', 'organisationId');
    if (!organisation) return refuse('value.required', 'organisationId');
    const drafted = draftOf(body, deps);
    if (drafted instanceof Refusal) return drafted;
    const { merchant, hints } = drafted;
    const { id, name, country, currency, language, timeZone } = merchant;
    const waiting = deps.mode === 'live' ? changedAccounts(merchant.contract, undefined) : [];
    const contract = withoutWaiting(merchant.contract, undefined, waiting);
    const made = [id, organisation.id, name, country, currency, language, timeZone, contractText(contract)] as const;
    const act = actOn({ ...merchant, clockOffsetMs: 0 }, asked, body.reason, deps);
    const why = [body.reason.trim(), asked.actor] as const;
    const actId = uuidv7(deps.clock());
    const of = { merchant: { id, clockOffsetMs: 0 }, reason: body.reason, actId };
    const proposals = proposingAll(waiting, of, asked, deps);
    const [inserted = []] = await together(deps.db, [
      call(insertMerchant, ...made, ...why, ...auditValues(act, actId)),
      ...proposals,
    ]);
    const [row] = inserted;
    if (!row) return refuse('name.used', 'name');
    const found = await findMerchant(id, deps);
    return found
      ? { ...merchantToWire(found, deps), hints: [...hintsToWire(hints), ...waitingHints(waiting)] }
      : refuse('merchant.not_found', 'merchantId');
  },
});

/** The merchant as it was asked for, or everything that is wrong with it. */
function draftOf(body: Static<typeof CreateMerchant>, deps: Pick<Deps, 'clock'>) {
  const { country } = body;
  const usual = countries[country];
  const { currency = usual.currency, language = usual.language, timeZone = usual.timeZone } = body;
  const policy = body.policy === undefined ? standardPolicy : policyFromForm(body.policy, '1');
  const contract = contractFromForm(
    body.contract,
    { country, currency: usual.currency },
    policy instanceof Refusal ? standardPolicy : policy,
  );
  const faults: Notice[] = [
    ...(body.name.trim() === '' ? [{ id: 'value.required', field: 'name' } as const] : []),
    ...(currency === usual.currency ? [] : [{ id: 'value.out_of_range', field: 'currency' } as const]),
    ...(isTimeZone(timeZone) ? [] : [{ id: 'value.format', field: 'timeZone', values: like('Europe/Berlin') } as const]),
    ...(contract instanceof Refusal ? contract.notices : []),
    ...(policy instanceof Refusal ? policy.notices : []),
  ];
  const refusal = Refusal.of(faults);
  if (refusal) return refusal;
  if (contract instanceof Refusal) return contract;
  const hints = judgeContract(contract, { country, currency }, dayAt(deps.clock(), timeZone));
  if (hints instanceof Refusal) return hints;
  return {
    merchant: { id: uuidv7(deps.clock()), name: body.name.trim(), country, currency, language, timeZone, contract },
    hints,
  };
}

/** A zone with a place in it: an offset has no summer time, and days of business would begin at the wrong hour. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Z][A-Za-z_]+\/[A-Za-z_/+-]+$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

export const setMerchant = operation({
  id: 'setMerchant',
  method: 'PUT',
  path: '/admin/v1/merchants/:merchantId',
  summary: 'Change a merchant’s name, language or time zone',
  about: 'What is left out stays. Documents that were made keep the name they were made with.',
  scope: 'admin:merchants',
  refusals: ['merchant.not_found', 'name.used', 'value.required', 'value.format'],
  example: { body: { name: 'Nordlicht Mitte', reason: 'The shop moved.' }, answer: { ...example, name: 'Nordlicht Mitte' } },
  body: Type.Object(
    { name: Opt(Text(70)), language: Opt(Word(languages)), timeZone: Opt(Text(60)), reason: Reason() },
    { title: 'SetMerchant' },
  ),
  answer: Merchant,
  async run(asked, deps) {
    const { merchant } = asked;
    const { name, language, timeZone, reason } = asked.body;
    if (name?.trim() === '') return refuse('value.required', 'name');
    if (timeZone !== undefined && !isTimeZone(timeZone)) return refuse('value.format', 'timeZone', like('Europe/Berlin'));
    const act = actOn(merchant, asked, reason, deps);
    const values = [merchant.id, name?.trim() ?? null, language ?? null, timeZone ?? null] as const;
    const [row] = await deps.db.run(updateMerchant, ...values, ...auditValues(act, uuidv7(deps.clock())));
    return row ? changed(merchant.id, deps) : refuse('name.used', 'name');
  },
});
