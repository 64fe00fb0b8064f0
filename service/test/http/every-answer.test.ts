// Every status of every operation, really answered. The harness holds each answer against openapi.json (support/document.ts);
// here it is asked for: of all operations what the way in refuses, and of the shops' operations everything that is documented.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { erasedAnswer } from '../../src/book/idempotency.sql.ts';
import { hashOfKey } from '../../src/keys/make-key.ts';
import { accountPath, applyBody, eventBody, openAccount } from '../support/accounts.ts';
import {
  type Answer,
  authorizeBody,
  authorized,
  item,
  type Json,
  part,
  path,
  startApp,
  summary,
  type TestApp,
} from '../support/app.ts';
import { type DocumentedOperation, documented } from '../support/document.ts';
import { buyer } from '../support/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const isAdmin = ({ path }: DocumentedOperation): boolean => path.startsWith('/admin/');
const isOpen = ({ security }: DocumentedOperation): boolean => security?.length === 0;
const keyFor = (operation: DocumentedOperation): string => (isAdmin(operation) ? 'sandbox-operator' : 'sandbox-de');
const having = (status: string): DocumentedOperation[] =>
  documented.filter((each) => each.responses[status] !== undefined && !isOpen(each));

/** The address of an operation, its parameters as the document shows them. */
function exampleUrl({ path, parameters }: DocumentedOperation): string {
  const examples = new Map(parameters.map(({ name, example }) => [name, example]));
  return path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(examples.get(name) ?? randomUUID()));
}

const asked = (
  operation: DocumentedOperation,
  on: TestApp,
  body?: unknown,
  key = keyFor(operation),
  headers = {},
): Promise<Answer> => on.ask(operation.method as 'GET', exampleUrl(operation), body, { key, headers });

/** Ask all of them; which of them did not answer with the status. */
async function others(status: string, ask: (operation: DocumentedOperation) => Promise<Answer>): Promise<string[]> {
  const found: string[] = [];
  for (const operation of having(status)) {
    const answer = await ask(operation);
    if (String(answer.status) !== status) found.push(`${operation.operationId} ${answer.status}`);
  }
  expect(having(status).length).toBeGreaterThan(50);
  return found;
}

describe('each operation', () => {
  test('refuses a request without a key (401)', async () => {
    expect(await others('401', (each) => asked(each, app, undefined, ''))).toEqual([]);
  });

  test('refuses a key without the scope (403)', async () => {
    for (const [key, owner] of [
      ['scopeless-shop', `(select id from merchants where country = 'DE')`],
      ['scopeless-operator', 'null::uuid'],
    ] as const) {
      const text = `insert into api_keys (id, merchant_id, hash, name, scopes) select gen_random_uuid(), ${owner}, $1, $2, '{}'`;
      await app.query(text, hashOfKey(key), key);
    }
    const ask = (each: DocumentedOperation) =>
      asked(each, app, undefined, isAdmin(each) ? 'scopeless-operator' : 'scopeless-shop');
    expect(await others('403', ask)).toEqual([]);
  });

  test('refuses a body that is too large, or of another type (413, 415)', async () => {
    const large = Buffer.alloc(1024 * 1024 + 1, ' ');
    const largest = Buffer.alloc(64 * 1024 * 1024 + 1, ' ');
    const takesFile = (each: DocumentedOperation) => each.requestBody?.content['application/octet-stream'] !== undefined;
    expect(await others('413', (each) => asked(each, app, takesFile(each) ? largest : large))).toEqual([]);
    expect(
      await others('415', (each) =>
        asked(each, app, '{}', keyFor(each), { 'content-type': 'text/html', 'content-encoding': 'gzip' }),
      ),
    ).toEqual([]);
  });

  test('refuses a key that asks too often (429)', async () => {
    const limited = await startApp({ RATE_LIMIT_PER_MINUTE: '1' });
    try {
      // Another minute may have begun: once more is once too often in any case.
      const ask = async (each: DocumentedOperation): Promise<Answer> => {
        const answer = await asked(each, limited);
        return answer.status === 429 ? answer : asked(each, limited);
      };
      expect(await others('429', ask)).toEqual([]);
    } finally {
      await limited.stop();
    }
  });

  test('refuses every request while the database is out of order or out of reach (500, 503)', async () => {
    const broken = await startApp({ POOL_SIZE: '2' });
    try {
      await broken.query('alter table api_keys rename to mislaid');
      broken.deps.auth.forget();
      expect(await others('500', (each) => asked(each, broken))).toEqual([]);
      // Every connection is held: nobody's key can be looked up.
      let release: () => void = () => undefined;
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      const holders = [1, 2].map(() => broken.deps.db.using(() => held));
      const answers = await Promise.all(
        having('503').map(async (each) => [each.operationId, (await asked(each, broken)).status]),
      );
      release();
      await Promise.all(holders);
      expect(answers.filter(([, status]) => status !== 503)).toEqual([]);
    } finally {
      await broken.stop();
    }
  });
});

/** A request of a shop that goes well, made anew each time. */
interface Good {
  readonly url: string;
  readonly body?: Json;
}
/** How each of the shops' operations comes to its statuses. */
interface Ways {
  readonly good: () => Promise<Good>;
  /** Of a body that is wrong by itself. */
  readonly wrong?: Json;
  /** Where what the address or the body names is not there. */
  readonly missing?: () => Promise<Good>;
}

const checkout = async (): Promise<string> => {
  const { customer, order } = authorizeBody('DE');
  const answer = await app.ask('POST', '/api/v3/checkout/payment-methods', { customer, order });
  return String(answer.body['checkoutId']);
};
const captured = async (): Promise<[order: string, capture: string]> => {
  const number = await authorized(app);
  const { body } = await app.ask('POST', path(number, '/captures'), { orderDetails: part(60) });
  return [number, String(body['captureNumber'])];
};
const refunded = async (): Promise<[order: string, refund: string]> => {
  const [number, captureNumber] = await captured();
  const { body } = await app.ask('POST', path(number, '/refunds'), { captureNumber });
  return [number, String((body['refundNumbers'] as string[])[0])];
};
const voided = async (): Promise<[order: string, cancellation: string]> => {
  const number = await authorized(app);
  await app.ask('POST', path(number, '/voids'));
  const read = await app.ask('GET', path(number, '/voids'));
  return [number, String((read.body['cancellations'] as Json[])[0]?.['cancellationNo'])];
};
const shipping = { type: 'Shipment', shippingCompany: 'DHL', trackingId: '1' };
const refundItems = [{ productId: 'THING', description: 'Thing', quantity: 1, grossUnitPrice: 5, netUnitPrice: 4.2 }];
const nowhere = '/api/v3/orders/none';

const ways: Readonly<Record<string, Ways>> = {
  authorize: {
    good: async () => ({ url: '/api/v3/checkout/authorize', body: authorizeBody('DE') }),
    wrong: { payment: 'x' },
    missing: async () => ({
      url: '/api/v3/checkout/authorize',
      body: { checkoutId: randomUUID(), payment: { type: 'Invoice' } },
    }),
  },
  paymentMethods: {
    good: async () => {
      const { customer, order } = authorizeBody('DE');
      return { url: '/api/v3/checkout/payment-methods', body: { customer, order } };
    },
    wrong: { order: { totalGrossAmount: 'x' } },
  },
  createCapture: {
    good: async () => ({ url: path(await authorized(app), '/captures'), body: { orderDetails: part(60) } }),
    wrong: { orderDetails: { totalGrossAmount: 'x' } },
    missing: async () => ({ url: `${nowhere}/captures` }),
  },
  getCaptures: {
    good: async () => ({ url: path((await captured())[0], '/captures') }),
    missing: async () => ({ url: `${nowhere}/captures` }),
  },
  returnNotification: {
    good: async () => {
      const [number, captureNumber] = await captured();
      return { url: path(number, '/captures/return-notification'), body: { captureNumber } };
    },
    wrong: { captureNumber: ['x'] },
    missing: async () => ({ url: `${nowhere}/captures/return-notification`, body: { captureNumber: '1' } }),
  },
  createRefund: {
    good: async () => {
      const [number, captureNumber] = await captured();
      return { url: path(number, '/refunds'), body: { captureNumber, items: refundItems } };
    },
    wrong: { items: 'x' },
    missing: async () => ({ url: `${nowhere}/refunds` }),
  },
  getRefunds: {
    good: async () => ({ url: path((await refunded())[0], '/refunds') }),
    missing: async () => ({ url: `${nowhere}/refunds` }),
  },
  createVoid: {
    good: async () => ({ url: path(await authorized(app), '/voids'), body: { cancellationDetails: part(10) } }),
    wrong: { cancellationDetails: { totalGrossAmount: 'x' } },
    missing: async () => ({ url: `${nowhere}/voids` }),
  },
  getVoids: {
    good: async () => ({ url: path((await voided())[0], '/voids') }),
    missing: async () => ({ url: `${nowhere}/voids` }),
  },
  updateOrder: {
    good: async () => ({
      url: path(await authorized(app), '/updateOrder'),
      body: { updateOrderSummary: summary([item('DE', 'A', 500)]) },
    }),
    wrong: { updateOrderSummary: 'x' },
    missing: async () => ({ url: `${nowhere}/updateOrder`, body: { updateOrderSummary: summary([item('DE', 'A', 500)]) } }),
  },
  getOrder: { good: async () => ({ url: path((await refunded())[0]) }), missing: async () => ({ url: nowhere }) },
  getCapture: {
    good: async () => {
      const [number, capture] = await captured();
      return { url: path(number, `/captures/${capture}`) };
    },
    missing: async () => ({ url: path((await captured())[0], '/captures/1') }),
  },
  getRefund: {
    good: async () => {
      const [number, refund] = await refunded();
      return { url: path(number, `/refunds/${refund}`) };
    },
    missing: async () => ({ url: path((await refunded())[0], '/refunds/1') }),
  },
  getVoid: {
    good: async () => {
      const [number, cancellation] = await voided();
      return { url: path(number, `/voids/${cancellation}`) };
    },
    missing: async () => ({ url: path((await voided())[0], '/voids/1') }),
  },
  addShippingDetails: {
    good: async () => {
      const [number, capture] = await captured();
      return { url: path(number, `/captures/${capture}/shipping-details`), body: shipping };
    },
    wrong: { type: 'x' },
    missing: async () => ({ url: `${nowhere}/captures/1/shipping-details`, body: shipping }),
  },
  updateShippingDetails: {
    good: async () => {
      const [number, capture] = await captured();
      const url = path(number, `/captures/${capture}/shipping-details`);
      const { body } = await app.ask('POST', url, shipping);
      return { url: `${url}/${String(body['shippingNumber'])}`, body: shipping };
    },
    wrong: { type: 'x' },
    missing: async () => ({ url: `${nowhere}/captures/1/shipping-details/1`, body: shipping }),
  },
  lookupCustomer: {
    good: async () => ({ url: '/api/v3/lookup/customer', body: { email: 'anna@example.com' } }),
    wrong: { email: 'x' },
  },
  updateCustomer: {
    good: async () => {
      const { body } = await app.ask('POST', '/api/v3/checkout/authorize', authorizeBody('DE'));
      const { customerNumber } = body['customer'] as { customerNumber: string };
      return { url: `/api/v3/customers/${customerNumber}/updateCustomer`, body: { distributionType: 'Paper' } };
    },
    wrong: { distributionType: 'x' },
    missing: async () => ({ url: '/api/v3/customers/none/updateCustomer', body: { distributionType: 'Paper' } }),
  },
  lookupInstallmentPlans: {
    good: async () => ({ url: '/api/v3/lookup/installment-plans', body: { amount: 500 } }),
    wrong: { amount: 'x' },
  },
  validateBankAccount: {
    good: async () => ({ url: '/api/v3/validate/bank-account', body: { bankAccount: 'DE89370400440532013000' } }),
    wrong: { bankAccount: 'x' },
  },
  validateAddress: {
    good: async () => ({ url: '/api/v3/validate/address', body: { customer: buyer('DE') } }),
    wrong: { customer: 'x' },
  },
  createContract: {
    good: async () => ({ url: `/api/v3/checkout/${await checkout()}/contract`, body: { paymentInfo: { type: 'Invoice' } } }),
    wrong: { paymentInfo: { type: 'x' } },
    missing: async () => ({ url: `/api/v3/checkout/${randomUUID()}/contract`, body: { paymentInfo: { type: 'Invoice' } } }),
  },
  applyForAccount: {
    good: async () => ({ url: '/api/v3/customer-account', body: applyBody('DE', 100) }),
    wrong: { accountLimit: 'x' },
  },
  getCreditLimit: {
    good: async () => ({ url: accountPath(await openAccount(app), '/credit-limit') }),
    missing: async () => ({ url: accountPath('0100.0000008', '/credit-limit') }),
  },
  addEvent: {
    good: async () => ({ url: accountPath(await openAccount(app), '/event'), body: eventBody() }),
    wrong: eventBody({ time: 'x' }),
    missing: async () => ({ url: accountPath('0100.0000008', '/event'), body: eventBody() }),
  },
  findAccount: {
    good: async () => {
      const identificationNumber = String(buyer('SE').identificationNumber);
      await openAccountOf(identificationNumber);
      return { url: accountPath(identificationNumber) };
    },
    missing: async () => ({ url: accountPath('19811218-9876') }),
  },
  getVersion: { good: async () => ({ url: '/api/v3/version' }) },
  getStatus: { good: async () => ({ url: '/api/v3/status' }) },
};

async function openAccountOf(number: string): Promise<void> {
  const who = { ...buyer('SE'), identificationNumber: number };
  const answer = await app.ask('POST', '/api/v3/customer-account', applyBody('SE', 500, {}, who), { key: 'sandbox-se' });
  expect(answer.status, answer.text).toBe(200);
}

describe('the shops’ operation', () => {
  const shops = documented.filter((each) => each.path.startsWith('/api/v3/'));
  /** Seen above, of every operation. */
  const everywhere = ['401', '403', '413', '415', '429', '500', '503'];

  test.each(shops.map((each) => [each.operationId, each] as const))(
    '%s answers with every status it is said to',
    async (id, operation) => {
      const way = ways[id];
      if (!way) throw new Error(`nothing is known of ${id}`);
      const seen = new Set<string>();
      const key = id === 'findAccount' ? 'sandbox-se' : 'sandbox-de';
      const ask = async ({ url, body }: Good, headers = {}): Promise<void> => {
        const answer = await app.ask(operation.method as 'GET', url, body, { key, headers });
        seen.add(String(answer.status));
      };
      const good = await way.good();
      const headers = { 'idempotency-key': randomUUID() };
      await ask(good, headers);
      expect([...seen]).toEqual(['200']);
      if (way.wrong) await ask({ url: good.url, body: way.wrong });
      if (way.missing) await ask(await way.missing());
      if (operation.responses['422']) await ask({ url: good.url, body: { ...good.body, note: 'another' } }, headers);
      if (operation.responses['409']) {
        // As an erasure leaves the answer to a request of somebody who is gone.
        await app.query('update stored_answers set answer = $1', erasedAnswer);
        await ask(good, headers);
      }
      expect([...seen, ...everywhere.filter((status) => operation.responses[status])].sort()).toEqual(
        Object.keys(operation.responses).sort(),
      );
    },
  );
});
