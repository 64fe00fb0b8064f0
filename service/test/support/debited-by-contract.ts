// An order on invoice, agreed to by contract with a mandate, captured and asked of the bank.
import { authorizeBody, type Json, orderNumber, path, type TestApp } from './app.ts';
import { buyer } from './people.ts';

/** Its number, and its direct debit's id. */
export async function debitedByContract(
  app: TestApp,
  merchantId: string,
  customerNumber: string,
): Promise<{ number: string; endToEndId: string }> {
  const { customer, order } = authorizeBody('DE', {
    customer: buyer('DE', { customerNumber }),
    order: { number: orderNumber() },
  });
  const begun = await app.ask('POST', '/api/v3/checkout/payment-methods', { customer, order });
  const checkoutId = String(begun.body['checkoutId']);
  const payment = { type: 'Invoice' };
  const paymentInfo = { ...payment, directDebit: { bankAccount: 'DE75512108001245126199' } };
  const { contractId } = (await app.ask('POST', `/api/v3/checkout/${checkoutId}/contract`, { paymentInfo })).body;
  await app.ask('POST', '/api/v3/checkout/authorize', { checkoutId, payment: { ...payment, contractId } });
  await app.ask('POST', path(order.number, '/captures'));
  const operator = { key: 'sandbox-operator' };
  const made = await app.ask('POST', `/admin/v1/merchants/${merchantId}/collections`, { dueUntil: '2099-01-01' }, operator);
  if (made.status !== 200) throw new Error(`nothing was asked of the bank: ${made.status} ${made.text}`);
  const collection = (made.body['collections'] as Json[]).find((each) => each['orderNumber'] === order.number);
  return { number: order.number, endToEndId: String(collection?.['endToEndId']) };
}
