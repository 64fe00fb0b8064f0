// Orders with a mandate, direct debits that are asked of the bank, and statements that say what came of them.
import { expect } from 'vitest';
import { authorizeBody, item, type Json, path, type TestApp } from './app.ts';
import { camt, type Movement } from './camt.ts';

const operator = { key: 'sandbox-operator' };
const iban = 'DE02120300000000202051';

export const invoice = { type: 'Invoice' };
export const installments = { type: 'Installment', installment: { profileNo: 1 } };

export interface Debt {
  readonly order: string;
  readonly capture: string;
}

export class Debits {
  readonly app: TestApp;
  readonly merchantId: string;
  #files = 0;

  constructor(app: TestApp, merchantId: string) {
    this.app = app;
    this.merchantId = merchantId;
  }

  admin(rest: string, body?: Json) {
    return this.app.ask(body ? 'POST' : 'GET', `/admin/v1${rest}`, body, operator);
  }

  of(rest: string, body?: Json) {
    return this.admin(`/merchants/${this.merchantId}${rest}`, body);
  }

  async captured(payment: Json, amount: number): Promise<Debt> {
    const body = authorizeBody('DE', { items: [item('DE', 'SOFA', amount * 100)] });
    const directDebit = { bankAccount: iban };
    const answer = await this.app.ask('POST', '/api/v3/checkout/authorize', { ...body, payment: { ...payment, directDebit } });
    expect(answer.body['outcome'], answer.text).toBe('Accepted');
    await this.app.ask('POST', path(body.order.number, '/captures'));
    const [capture] = (await this.app.ask('GET', path(body.order.number))).body['captures'] as Json[];
    return { order: body.order.number, capture: String(capture?.['captureNumber']) };
  }

  /** Ask the bank for what is due up to a day; what is asked of one capture. */
  async collect(debt: Debt, dueUntil: string): Promise<Json[]> {
    const { body } = await this.of('/collections', { dueUntil });
    return ((body['collections'] ?? []) as Json[]).filter(({ captureNumber }) => captureNumber === debt.capture);
  }

  again({ capture }: Debt, more: Json = {}) {
    return this.of('/collections/again', { captureNumber: capture, reason: 'The customer has money now', ...more });
  }

  /** A statement of these; its entries. */
  async bring(...movements: Movement[]): Promise<Json[]> {
    this.#files += 1;
    const own = (index: number) => ({ on: '2027-01-31', bankReference: `${this.#files}-${index}` });
    const file = camt(
      movements.map((movement, index) => ({ ...own(index), ...movement })),
      { id: `D${this.#files}` },
    );
    const { body, text } = await this.app.ask('POST', '/admin/v1/bank-statements', file, operator);
    expect(body['importId'], text).toBeDefined();
    const listed = await this.admin(`/bank-entries?state=all&importId=${String(body['importId'])}`);
    return listed.body['entries'] as Json[];
  }

  async balance({ order }: Debt): Promise<unknown> {
    return ((await this.app.ask('GET', path(order, '/captures'))).body['captures'] as Json[])[0]?.['balance'];
  }

  async referenceOf({ capture }: Debt): Promise<string> {
    const [row] = await this.app.query('select payment_reference as reference from captures where number = $1', capture);
    return String(row?.['reference']);
  }
}
