// A person every text of whom can be told from everybody else's, and a life with the service that leaves it wherever it can.
import { expect } from 'vitest';
import { accountPath, eventBody } from './accounts.ts';
import { type Answer, basket, item, type Json, keyOf, path, summary, type TestApp } from './app.ts';
import { todayIn } from './days.ts';

export type Country = 'DE' | 'SE';
export const iban = 'DE75512108001245126199';
export const nationalId = '198112189876';
/** Every text of the person holds this, so that it is found wherever it went. */
export const markOf = { DE: 'zqdx', SE: 'zqsx' } as const;
export const ipOf = { DE: '203.0.113.77', SE: '198.51.100.33' } as const;
export const marks: Record<Country, readonly string[]> = {
  DE: [markOf.DE, iban, '1761234077', ipOf.DE, '1961-03-27'],
  SE: [markOf.SE, '8112189876', '811218-9876', '701740605', ipOf.SE],
};

/** Somebody whose every member can be told from everybody else's. */
export const person = (country: Country, email = `${markOf[country]}@example.com`, mark = markOf[country]): Json => ({
  customerCategory: 'Person',
  customerNumber: `${mark}-${country}`,
  ...(country === 'SE'
    ? { identificationNumber: nationalId, mobilePhone: '+46701740605' }
    : { birthDate: '1961-03-27', mobilePhone: '+491761234077' }),
  salutation: 'Mrs',
  firstName: `${mark}a`,
  lastName: `${mark}berg`,
  email,
  vatId: `${mark}-vat`,
  legalForm: `${mark}-form`,
  conversationLanguage: country === 'SE' ? 'SV' : 'DE',
  address: {
    street: `${mark}gatan`,
    streetNumber: '7',
    streetNumberAdditional: mark,
    careOf: `c/o ${mark}`,
    ...(country === 'SE' ? { postalCode: '11136', postalPlace: 'Stockholm' } : { postalCode: '10827', postalPlace: 'Berlin' }),
    countryCode: country,
  },
  riskData: {
    ipAddress: ipOf[country],
    userAgent: `${mark} browser`,
    customerClassification: mark,
    customerCardClassification: mark,
    profileTrackingId: mark,
    customerIndividualScore: mark,
  },
});
export const receiver = (country: Country, mark = markOf[country]): Json => ({
  ...person(country, `${mark}.delivery@example.com`),
  firstName: `${mark}receiver`,
});

const remarksOf = (country: Country): Json => ({ yourReference: markOf[country], ourReference: markOf[country] });
export const items = (country: Country, mark = markOf[country]) =>
  basket(country).map((each) => ({
    ...each,
    additionalInformation: `for ${mark}`,
    imageUrl: `https://shop.example/${mark}.png`,
  }));

export interface Marked {
  readonly app: TestApp;
  /** Ids of the shops by country. */
  readonly shops: Readonly<Record<string, string>>;
}

const operator = { key: 'sandbox-operator' };
export const adminOf = ({ shops }: Marked, country: Country, rest: string): string =>
  `/admin/v1/merchants/${shops[country]}/${rest}`;
export const ask = async (
  { app }: Marked,
  country: Country,
  method: 'POST' | 'PATCH' | 'GET',
  to: string,
  body?: Json,
): Promise<Answer> => {
  const headers = method === 'POST' ? { 'idempotency-key': `${to}-${Math.random()}` } : {};
  const answer = await app.ask(method, to, body, { key: keyOf(country), headers });
  expect([answer.status, to, answer.status === 200 ? '' : answer.text]).toEqual([200, to, '']);
  return answer;
};
export const byOperator = async (marked: Marked, country: Country, rest: string, body: Json): Promise<Answer> => {
  const answer = await marked.app.ask('POST', adminOf(marked, country, rest), body, operator);
  expect([answer.status, rest, answer.status === 200 ? '' : answer.text]).toEqual([200, rest, '']);
  return answer;
};

/** The whole life of an order, with something of the person wherever something can be said. */
async function live(marked: Marked, country: Country, number: string, payment: Json, checkout: Json = {}): Promise<string> {
  const mark = markOf[country];
  const order = {
    number,
    ...summary(items(country)),
    ...(checkout['checkoutId'] ? {} : { items: items(country) }),
    risk: { [mark]: mark },
  };
  const body = {
    ...checkout,
    payment,
    customer: person(country),
    deliveryCustomer: receiver(country),
    order,
    ...remarksOf(country),
  };
  const authorized = await ask(marked, country, 'POST', '/api/v3/checkout/authorize', body);
  expect([authorized.body['outcome'], authorized.text]).toMatchObject(['Accepted', expect.any(String)]);
  await ask(marked, country, 'POST', path(number, '/updateOrder'), {
    updateOrderSummary: { ...summary(items(country)), items: items(country) },
    references: remarksOf(country),
  });
  const captured = await ask(marked, country, 'POST', path(number, '/captures'), {
    orderDetails: summary(items(country)),
    references: remarksOf(country),
    shippingDetails: [
      { type: 'Shipment', shippingCompany: 'Post', trackingId: `${mark}-1`, trackingUrl: `https://post.example/${mark}` },
    ],
  });
  const capture = String(captured.body['captureNumber']);
  await looksAtInvoice(marked.app, country, capture);
  await ask(marked, country, 'POST', path(number, '/captures/return-notification'), {
    captureNumber: capture,
    references: remarksOf(country),
  });
  await ask(marked, country, 'POST', path(number, '/refunds'), {
    captureNumber: capture,
    orderItems: [{ ...items(country)[0], quantity: 1, refundType: 'Return' }],
    references: remarksOf(country),
  });
  const [open] = (await ask(marked, country, 'GET', path(number, '/captures'))).body['captures'] as Json[];
  await byOperator(marked, country, 'payments', {
    captureNumber: capture,
    amount: open?.['balance'],
    valueDate: todayIn(country),
    transactionId: `t-${number}`,
    reason: `from ${mark}`,
  });
  return capture;
}

/** Everything that takes something of a person. */
export async function fullLife(marked: Marked, country: Country): Promise<void> {
  const { app } = marked;
  const mark = markOf[country];
  await byOperator(marked, country, 'lists', {
    entries: [
      { list: 'positive', kind: 'email', email: `${mark}@example.com`, reason: `known ${mark}` },
      {
        list: 'positive',
        kind: 'person',
        firstName: `${mark}a`,
        lastName: `${mark}berg`,
        birthDate: country === 'SE' ? '1981-12-18' : '1961-03-27',
        reason: mark,
      },
    ],
  });
  const offered = await ask(marked, country, 'POST', '/api/v3/checkout/payment-methods', {
    customer: person(country),
    deliveryCustomer: receiver(country),
    order: { number: `${country}-2`, ...summary([item(country, 'SOFA', 40_000)]) },
    ...remarksOf(country),
  });
  const checkoutId = String(offered.body['checkoutId']);
  const payment = { type: 'Installment', installment: { profileNo: 4 } };
  if (country === 'DE') {
    const contract = await ask(marked, country, 'POST', `/api/v3/checkout/${checkoutId}/contract`, {
      paymentInfo: { ...payment, directDebit: { bankAccount: iban } },
    });
    const { contractId } = contract.body;
    const authorized = await ask(marked, country, 'POST', '/api/v3/checkout/authorize', {
      checkoutId,
      payment: { ...payment, contractId },
    });
    expect(authorized.body['outcome']).toBe('Accepted');
    await ask(marked, country, 'POST', path('DE-2', '/captures'));
    await ask(marked, country, 'POST', path('DE-2', '/refunds'));
  }
  const capture = await live(marked, country, `${country}-1`, { type: 'Invoice' });
  // Paid and refunded since: what is handed out now is a copy, which must not keep anything either.
  await looksAtInvoice(app, country, capture);
  await ask(marked, country, 'PATCH', `/api/v3/customers/${mark}-${country}/updateCustomer`, {
    distributionType: 'Email',
    email: `${mark}.new@example.com`,
  });
  const rejected = await ask(marked, country, 'POST', '/api/v3/checkout/authorize', {
    payment: { type: 'Invoice' },
    customer: { ...person(country), firstName: 'Reject' },
    order: { number: `${country}-3`, ...summary(items(country)) },
  });
  expect(rejected.body['outcome']).toBe('Rejected');
  await lifeOfAccount(marked, country);
}

async function lifeOfAccount(marked: Marked, country: Country): Promise<void> {
  const mark = markOf[country];
  const {
    customerCategory: category,
    birthDate: _born,
    identificationNumber,
    salutation: _s,
    riskData: _r,
    vatId: _v,
    legalForm: _l,
    conversationLanguage: _c,
    ...named
  } = person(country);
  const opened = await ask(marked, country, 'POST', '/api/v3/customer-account', {
    accountLimit: 500,
    customer: {
      category,
      currency: country === 'SE' ? 'SEK' : 'EUR',
      ...named,
      ...(identificationNumber !== undefined && { organizationPersonalNo: identificationNumber }),
    },
    countryCode: country,
    conversationLanguage: country === 'SE' ? 'SV' : 'DE',
  });
  const account = String((opened.body['account'] as Json)['accountNumber']);
  const event = { currency: country === 'SE' ? 'SEK' : 'EUR', countryCode: country, nfcId: `${mark}-chip`, posName: 'Till 1' };
  await ask(
    marked,
    country,
    'POST',
    accountPath(account, '/event'),
    eventBody({ ...event, conversationLanguage: country === 'SE' ? 'SV' : 'DE' }),
  );
  await byOperator(marked, country, `accounts/${account}/payments`, {
    amount: 10,
    valueDate: todayIn(country),
    transactionId: `a-${country}`,
    reason: `from ${mark}`,
  });
  await ask(marked, country, 'POST', '/api/v3/lookup/customer', { customerNumber: `${mark}-${country}` });
  await ask(marked, country, 'POST', '/api/v3/validate/address', { customer: person(country) });
}

/** Drawn while it is owed, its bytes are kept too; on a busy machine the first drawing of a process may be given up. */
async function looksAtInvoice(app: TestApp, country: Country, capture: string): Promise<void> {
  const [invoice] = await app.query('select document_id as id from captures where number = $1', capture);
  const id = String(invoice?.['id']);
  let status = 0;
  for (let tried = 0; tried < 3 && status !== 200; tried += 1) {
    status = (await app.ask('GET', `/documents/${id}.pdf`, undefined, { key: keyOf(country) })).status;
  }
  expect(status).toBe(200);
}
