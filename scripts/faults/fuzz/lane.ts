// One caller: a shop of one country with the operator beside it. It plays lives of orders and accounts step by step, and between them
// any operation of the document, with what it has learnt, with what is wrong, and with what is nonsense.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DocumentedOperation } from '../../../service/test/support/document.ts';
import { type AccountExample, type Example, loadAccountExamples, loadExamples } from '../../demo/examples.ts';
import { freshNationalId } from '../../demo/national-ids.ts';
import { projectDir } from '../../own-service.ts';
import { type Chance, createChance } from './chance.ts';
import { createKnown, type Known } from './known.ts';
import { anyJunk, mutated } from './mutate.ts';

export interface Request {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Lane {
  next(): Request;
  /** What was answered to the last request. */
  learn(status: number, body: unknown): void;
}

export interface LaneOptions {
  readonly seed: number;
  readonly lane: number;
  readonly operations: readonly DocumentedOperation[];
  /** The merchant of each country's demo shop. */
  readonly merchants: ReadonlyMap<string, string>;
}

/** Each a way through an order, an account or the operator's work; a step may be refused, and the rest goes on. */
const lives: readonly (readonly string[])[] = [
  ['authorize', 'createCapture', 'createRefund', 'getOrder', 'createVoid', 'getOrderStory'],
  ['authorize', 'updateOrder', 'createCapture', 'createCapture', 'addShippingDetails', 'updateShippingDetails', 'getCaptures'],
  ['authorize', 'createCapture', 'returnNotification', 'createRefund', 'createRefund', 'getRefunds', 'getRefund'],
  [
    'paymentMethods',
    'createContract',
    'authorize',
    'getSharedDocument',
    'createVoid',
    'getVoids',
    'getVoid',
    'listCheckoutDecisions',
  ],
  ['authorize', 'captureOrder', 'bookPayment', 'returnPayment', 'bookPayment', 'refundOrder', 'voidOrder', 'listDecisions'],
  [
    'authorize',
    'extendOrder',
    'createCapture',
    'pauseReminders',
    'setClock',
    'listOverdue',
    'makeCollections',
    'getCollectionFile',
  ],
  ['authorize', 'createCapture', 'previewSettlement', 'closeSettlement', 'getSettlement', 'getSettlementCsv', 'makePayoutFile'],
  ['authorize', 'searchOrders', 'searchOrdersOfPerson', 'exportPerson', 'updateCustomer', 'lookupCustomer', 'releaseOrder'],
  ['applyForAccount', 'addEvent', 'addEvent', 'getCreditLimit', 'bookAccountPayment', 'listAccountEntries', 'getAccount'],
  ['applyForAccount', 'addEvent', 'bookAccountPayment', 'returnAccountPayment', 'bookAccountPayment', 'getCreditLimit'],
  ['applyForAccount', 'findAccount', 'addEvent', 'setAccountStopped', 'addEvent', 'listAccounts', 'listAccountStatements'],
  [
    'createOrganisation',
    'createMerchant',
    'setContract',
    'listContracts',
    'getMerchantContract',
    'setPolicy',
    'listPolicies',
    'getPolicy',
  ],
  ['createMerchantKey', 'rotateMerchantKey', 'revokeMerchantKey', 'createOperatorKey', 'rotateOperatorKey', 'revokeOperatorKey'],
  [
    'createWebhookEndpoint',
    'updateWebhookEndpoint',
    'testWebhookEndpoint',
    'listWebhookDeliveries',
    'replayWebhooks',
    'listMerchantEvents',
  ],
  ['importListEntries', 'listListEntries', 'authorize', 'listReviews', 'decideReview', 'removeListEntry'],
  ['importBankStatement', 'listBankEntries', 'assignBankEntry', 'closeBankEntry', 'exportPayer', 'erasePayer'],
  ['setPayoutAccount', 'setPayoutAccount', 'listAccountChanges', 'rejectAccountChange', 'beginReferenceImport'],
  ['authorize', 'authorize', 'mergeCustomers', 'listEvents', 'replayPolicy', 'addReferencePlaces'],
];

/** What would shut a lane's own shop is done to merchants that the lane made. */
const toOthers = new Set([
  'deactivateMerchant',
  'setContract',
  'setMerchant',
  'setPolicy',
  'erasePerson',
  'getMerchantContract',
  'getPolicy',
]);
/** What takes long by its nature is asked for seldom. */
const seldom: Readonly<Record<string, number>> = {
  setClock: 1,
  runJob: 15,
  replayPolicy: 15,
  getPaper: 20,
  getSettlementPdf: 20,
  getDocument: 20,
  getSharedDocument: 20,
};
/** Sent as they are: a clock that is put to another year would leave a lane nothing to do. */
const neverWrong = new Set(['setClock']);

const today = new Date().toISOString().slice(0, 10);
const accountExamples = loadAccountExamples();
const examples = loadExamples();
const standardPolicy = JSON.parse(readFileSync(join(projectDir, 'examples/policies/standard.json'), 'utf8')) as object;
const payer = { name: 'Frieda Fuzz', iban: 'DE02120300000000202051' };
const statements = [
  ...['statement.csv', 'statement.xml'].map((name) => readFileSync(join(projectDir, 'examples/bank', name), 'utf8')),
  `bookingDate,amount,currency,name,iban\n2026-01-06,20.00,EUR,${payer.name},${payer.iban}\n`,
];
const tidySample: Readonly<Record<string, string>> = {
  reason: 'Fuzz.',
  label: 'Fuzz',
  decidedBy: 'Fuzz',
  description: 'Fuzz',
  credit: 'Fuzz',
  iban: 'DE89370400440532013000',
  contentHash: 'a'.repeat(64),
};

interface Filling {
  readonly chance: Chance;
  readonly known: Known;
  /** The document's examples. */
  readonly shown: ReadonlyMap<string | undefined, string | undefined>;
}

function parameterOf(name: string, { operationId }: DocumentedOperation, { chance, known, shown }: Filling): string {
  if (chance.percent(4)) return String(anyJunk(chance)) || ' ';
  if (name === 'merchantId' && toOthers.has(operationId)) return known.latest('madeMerchantId', chance) ?? 'none';
  if (name === 'number')
    return known.latest(operationId === 'decideReview' ? 'orderNumber' : 'settlementNumber', chance) ?? 'EUR-000001';
  if (name === 'name') return chance.pick(['expire-authorizations', 'remind', 'seal-ledger', 'settle', 'none']);
  if (name === 'chain') return chance.pick(['ledger', 'audit']);
  if (name === 'currency') return 'EUR';
  if (name === 'entryId' && operationId === 'removeListEntry') return known.latest('listEntryId', chance) ?? 'none';
  if (name === 'version') return String(chance.below(4));
  return known.latest(name, chance) ?? shown.get(name) ?? 'none';
}

/** Headers of a request, its key for repeats among them: sometimes one that was used before, on the same address or on another. */
function createHeaders({ chance, key, mark }: { readonly chance: Chance; readonly key: string; readonly mark: string }) {
  const keys: string[] = [];
  return (operation: DocumentedOperation): Record<string, string> => {
    const headers: Record<string, string> = {
      'x-auth-key': operation.path.startsWith('/admin/') ? 'sandbox-operator' : key,
    };
    if (chance.percent(1)) headers['x-auth-key'] = chance.pick(['', 'none', key, 'sandbox-operator', 'dps_live_00000000']);
    if (chance.percent(3)) headers['accept'] = 'application/problem+json';
    if (operation.method === 'GET' || !chance.percent(15)) return headers;
    const used = keys.length > 0 && chance.percent(30) ? chance.pick(keys) : `key-${mark}-${chance.below(1e9)}`;
    keys.push(used);
    if (keys.length > 50) keys.shift();
    return { ...headers, 'idempotency-key': used };
  };
}

export function createLane({ seed, lane, operations, merchants }: LaneOptions): Lane {
  const chance = createChance(Math.imul(seed, 1_000_003) + lane);
  const known = createKnown();
  const example = examples[lane % examples.length] as Example;
  const byId = new Map(operations.map((each) => [each.operationId, each]));
  const bodies = createBodies({ chance, known, example, mark: `${seed}-${lane}` });
  const headersOf = createHeaders({ chance, key: example.key, mark: `${seed}-${lane}` });
  const account = accountExamples.find(({ key }) => key === example.key);
  let life: readonly string[] = [];
  let last: DocumentedOperation | undefined;
  let sent: unknown;
  known.add('merchantId', merchants.get(example.key) ?? '');

  const choose = (): DocumentedOperation => {
    if (life.length === 0 && chance.percent(40)) life = chance.pick(lives);
    const [step, ...rest] = life;
    if (step !== undefined && chance.percent(75)) {
      life = rest;
      return byId.get(step) as DocumentedOperation;
    }
    const any = chance.pick(operations);
    return chance.percent(seldom[any.operationId] ?? 100) ? any : choose();
  };

  const pathOf = (operation: DocumentedOperation): string => {
    const shown = new Map(operation.parameters.map(({ name, example: value }) => [name, value]));
    const path = operation.path.replace(/\{(\w+)\}/g, (_all, name: string) =>
      segment(parameterOf(name, operation, { chance, known, shown })),
    );
    const query = operation.parameters
      .filter(({ name, in: place }) => place === 'query' && chance.percent(name === 'merchant' ? 80 : 25))
      .map(({ name = '' }) => `${name}=${segment(queryValue(name, chance, known))}`);
    return query.length > 0 ? `${path}?${query.join('&')}` : path;
  };

  const sentBody = (operation: DocumentedOperation): { readonly type?: string; readonly text?: string } => {
    const { operationId, requestBody } = operation;
    if (!requestBody) return {};
    if (requestBody.content['application/octet-stream'])
      return { type: 'application/octet-stream', text: brokenText(chance.pick(statements), chance) };
    if (chance.percent(4))
      return chance.percent(50)
        ? {}
        : { type: 'application/json', text: chance.pick(['{', '[]', 'null', '"x"', '{"a":1,}', '\0']) };
    const right = bodies(operationId, account, sampleOf(operation));
    sent = neverWrong.has(operationId) || chance.percent(60) ? right : mutated(right, chance);
    return { type: chance.percent(1) ? 'text/plain' : 'application/json', text: JSON.stringify(sent) ?? 'null' };
  };

  return {
    next() {
      const operation = choose();
      last = operation;
      const path = pathOf(operation);
      const { type, text } = sentBody(operation);
      const headers = {
        ...headersOf(operation),
        ...(type !== undefined && text !== undefined && { 'content-type': type }),
      };
      const method = chance.percent(1) ? chance.pick(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) : operation.method;
      const withBody = text !== undefined && method !== 'GET';
      return { operation: operation.operationId, method, path, headers, ...(withBody && { body: text }) };
    },
    learn(status, body) {
      if (status !== 200 || !last) return;
      const { operationId } = last;
      if (/Settlement/.test(operationId)) known.learn({ settlementNumber: numbersIn(body) });
      if (operationId === 'authorize' && (body as { outcome?: unknown }).outcome === 'Accepted') {
        known.forget('captureNumber', 'refundNumber', 'voidNumber', 'shippingNumber', 'documentId', 'token');
        known.add('orderNumber', sentText(sent, 'order', 'number'));
        known.add('customerNumber', sentText(sent, 'customer', 'customerNumber'));
      }
      if (operationId === 'applyForAccount') known.add('ssn', sentText(sent, 'customer', 'identificationNumber'));
      // What others did is no part of this lane's lives.
      if (/^(search|listOverdue|listMerchantEvents|listEvents|listAudit|listMerchantAudit|listDecisions)/.test(operationId))
        return;
      if (operationId === 'listListEntries') known.learn((body as { entries?: unknown }).entries, operationId);
      else known.learn(body, operationId);
    },
  };
}

const segment = (text: string): string => {
  try {
    return encodeURIComponent(text).slice(0, 400);
  } catch {
    return '%ED%A0%80';
  }
};

const sentText = (body: unknown, ...path: readonly string[]): string =>
  String(path.reduce<unknown>((value, name) => (value as Readonly<Record<string, unknown>> | null | undefined)?.[name], body));

const numbersIn = (body: unknown): unknown => {
  const { settlement, settlements } = (body ?? {}) as { settlement?: { number?: unknown }; settlements?: { number?: unknown }[] };
  return settlement?.number ?? settlements?.map(({ number }) => number);
};

function queryValue(name: string, chance: Chance, known: Known): string {
  if (chance.percent(20)) return String(anyJunk(chance));
  const words: Readonly<Record<string, readonly string[]>> = {
    limit: ['1', '5', '200', '0', '100000'],
    unmask: ['Fuzz.'],
    state: ['Authorized', 'Cancelled', 'Rejected'],
    paymentType: ['Invoice', 'Account'],
    name: ['weber', 'weiss'],
    merchant: [known.latest('merchantId', chance) ?? 'none'],
  };
  const found = words[name] ?? [known.latest(name, chance) ?? '1', '2026-11-20', '2026-11-20T09:30:00Z'];
  return chance.pick(found);
}

function brokenText(text: string, chance: Chance): string {
  if (chance.percent(40)) return text;
  const at = chance.below(text.length);
  return chance.percent(50)
    ? text.slice(0, at) + text.slice(at + 1 + chance.below(30))
    : `${text.slice(0, at)}${String(anyJunk(chance))}${text.slice(at)}`;
}

function sampleOf({ requestBody }: DocumentedOperation): unknown {
  const { examples: shown = {} } = requestBody?.content['application/json'] ?? {};
  return (shown as { example?: { value?: unknown } }).example?.value ?? {};
}

interface BodiesOptions {
  readonly chance: Chance;
  readonly known: Known;
  readonly example: Example;
  /** What makes numbers of the lane its own. */
  readonly mark: string;
}

/** Bodies that go well, as far as what is known allows. */
function createBodies({ chance, known, example, mark }: BodiesOptions) {
  let count = 0;
  const draw = (low: number, high?: number): number => (high === undefined ? chance.below(low) : low + chance.below(high - low));
  const part = (): object => ({ totalGrossAmount: 1 + chance.below(40), totalNetAmount: 1 });
  const amount = (): number => (1 + chance.below(3000)) / 100;
  const payment = (): object => ({
    amount: amount(),
    valueDate: today,
    transactionId: `T-${mark}-${count}`,
    reason: 'Fuzz.',
  });
  const person = <Kind extends Readonly<Record<string, unknown>>>(who: Kind, country: string): Kind => ({
    ...who,
    customerNumber: `K-${mark}-${chance.below(300)}-${count}`,
    ...('identificationNumber' in who && { identificationNumber: freshNationalId(country, draw) }),
    ...('organizationPersonalNo' in who && { organizationPersonalNo: freshNationalId(country, draw) }),
  });
  const { authorize, capture, update, shipping, returnNotification, refund } = example;
  const country = authorize.customer.address.countryCode;
  const order = (): object => ({ ...authorize.order, number: `F-${mark}-${count}` });
  const makers: Readonly<Record<string, () => unknown>> = {
    authorize: () => ({ ...authorize, customer: person(authorize.customer, country), order: order() }),
    paymentMethods: () => ({ customer: person(authorize.customer, country), order: order() }),
    updateOrder: () => update,
    createCapture: () => chance.pick<unknown>([{ orderDetails: part() }, { orderDetails: capture.orderDetails }, {}]),
    captureOrder: () => ({ amount: amount(), reason: 'Fuzz.' }),
    refundOrder: () => ({ captureNumber: '', amount: amount(), reason: 'Fuzz.' }),
    voidOrder: () => ({ reason: 'Fuzz.' }),
    createVoid: () => chance.pick<unknown>([{}, { cancellationDetails: part() }]),
    addShippingDetails: () => shipping,
    updateShippingDetails: () => shipping,
    returnNotification: () => ({ ...returnNotification, captureNumber: '' }),
    createRefund: () => ({ ...refund, captureNumber: '' }),
    bookPayment: () => ({ captureNumber: '', ...payment() }),
    bookAccountPayment: payment,
    createOrganisation: () => ({ name: `Group ${mark} ${count}`, reason: 'Fuzz.' }),
    createWebhookEndpoint: () => ({ url: 'http://127.0.0.1:9999/hook', reason: 'Fuzz.' }),
    updateWebhookEndpoint: () => ({ enabled: true, reason: 'Fuzz.' }),
    replayWebhooks: () => ({ since: 1, reason: 'Fuzz.' }),
    adjustSettlement: () => ({
      number: `A-${mark}-${count}`,
      amount: -amount(),
      currency: example.authorize.order.currency,
      reason: 'Fuzz.',
    }),
    importListEntries: () => ({
      list: 'positive',
      kind: 'email',
      entries: [{ value: `fuzz${count}@example.com` }],
      reason: 'Fuzz.',
    }),
    erasePerson: () => ({ customerNumber: '', documents: 'Keep', reason: 'Fuzz.' }),
    replayPolicy: () => ({ policy: standardPolicy, since: '2026-01-01T00:00:00Z' }),
    setPayoutAccount: () => ({ name: 'Fuzz GmbH', iban: chance.pick([payer.iban, tidySample['iban']]), reason: 'Fuzz.' }),
    exportPayer: () => ({ ...payer, reason: 'Fuzz.' }),
    erasePayer: () => ({ ...payer, reason: 'Fuzz.' }),
    mergeCustomers: () => ({ into: known.latest('customerNumber', chance) ?? 'none', reason: 'Fuzz.' }),
    addReferencePlaces: () => ({ places: [{ country: 'NO', postalCode: '0150', place: 'Oslo' }] }),
    createMerchantKey: () => ({ name: 'Fuzz', scopes: ['checkout', 'orders', 'read'], reason: 'Fuzz.' }),
    createOperatorKey: () => ({ name: 'Fuzz', scopes: ['admin:read'], reason: 'Fuzz.' }),
    setPolicy: () => ({ policy: standardPolicy, reason: 'Fuzz.' }),
    setClock: () => ({ advanceSeconds: 1 + chance.below(20 * 86_400) }),
    lookupCustomer: () => ({ customerNumber: '' }),
  };
  return (operationId: string, account: AccountExample | undefined, sample: unknown): unknown => {
    count += 1;
    if (operationId === 'applyForAccount' && account)
      return { ...account.apply, customer: person(account.apply.customer, country) };
    if (operationId === 'addEvent' && account)
      return { ...chance.pick(account.events), accountTransactionId: `E-${mark}-${count}`, time: `${today}T09:30:00+01:00` };
    const make = makers[operationId];
    const body = tidied(make ? make() : sample, known, chance);
    return operationId === 'createMerchant' ? { ...(body as object), name: `Shop ${mark} ${count}` } : body;
  };
}

/** Empty texts of the document's samples get a value where one is known, and are left out elsewhere. */
function tidied(body: unknown, known: Known, chance: Chance): unknown {
  if (Array.isArray(body)) return body.map((each) => tidied(each, known, chance));
  if (typeof body !== 'object' || body === null) return body;
  const members = Object.entries(body).flatMap(([name, member]: [string, unknown]): [string, unknown][] => {
    if (member !== '')
      return [[name, name.endsWith('Id') ? (known.latest(name, chance) ?? member) : tidied(member, known, chance)]];
    const value = tidySample[name] ?? known.latest(name, chance);
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(members);
}
