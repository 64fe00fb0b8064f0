// An order in installments, in two steps: what is offered, the contract, the order placed on both, its schedule after the
// capture and after something came back.
import { minorFromWire } from '../../service/src/core/money.ts';
import type { InstallmentExample } from './examples.ts';
import { money, openOf } from './money.ts';
import type { Json, Shop } from './shop.ts';
import { amountOf, Ended, grossSum, list, type Story, total, wordOf } from './story.ts';

/** Plays it to its end; what the buyer reads beside the offer, the warning first where the law asks for one. */
export async function playInstallments(example: InstallmentExample, shop: Shop, story: Story): Promise<string> {
  const { authorize, payment, capture, refund } = example;
  const asked = minorFromWire(authorize.order.totalGrossAmount);
  const { checkoutId, plan, words } = await offered(example, shop, story, asked);
  const contract = await shop.post(`/checkout/${checkoutId}/contract`, { paymentInfo: payment });
  const papers = list(contract.json, 'contractList').map((each) => wordOf(each.contractType));
  story.took('contract', contract, papers.join(', '));
  const { contractId } = contract.json;
  const order = await shop.post('/checkout/authorize', { checkoutId, payment: { ...payment, contractId } });
  const isAccepted = order.json.outcome === 'Accepted';
  if (isAccepted) story.amounts = { ...story.amounts, authorized: asked };
  story.took('authorize', order, wordOf(order.json.outcome), asked);
  if (!isAccepted) return end(story, `authorize was ${order.text.slice(0, 300)}`);

  const captured = await shop.post(`${story.path}/captures`, capture);
  story.amounts = { ...story.amounts, captured: asked };
  story.took('capture all', captured, wordOf(captured.json.captureNumber), asked);
  const owed = await schedule(example, shop, story, 'schedule');
  if (owed !== amountOf(plan, 'totalAmount'))
    story.fault(`the plan said ${wordOf(plan.totalAmount)} in all, the schedule comes to ${money(owed)}`);

  const back = grossSum(refund.items);
  const refunded = await shop.post(`${story.path}/refunds`, { ...refund, captureNumber: captured.json.captureNumber });
  story.amounts = { ...story.amounts, refunded: back };
  story.took('refund a part', refunded, 'refunded', back);
  const left = await schedule(example, shop, story, 'schedule anew');
  if (left >= owed - back + 1n) story.fault(`after a refund of ${money(back)} still ${money(left)} of ${money(owed)} are owed`);
  if (openOf(story.amounts) !== 0n) story.fault('something is open after all was captured');
  return words;
}

/** What is offered, and of it the plan that the example wants. */
async function offered(
  { authorize: { customer, order }, payment }: InstallmentExample,
  shop: Shop,
  story: Story,
  asked: bigint,
): Promise<{ checkoutId: string; plan: Json; words: string }> {
  const answer = await shop.post('/checkout/payment-methods', { customer, order });
  const methods = list(answer.json, 'paymentMethods');
  story.took('payment methods', answer, `${methods.length} offered`, asked);
  const wanted = (payment.installment as Json).profileNo;
  const method = methods.find(({ installment }) => (installment as Json | undefined)?.installmentProfileNumber === wanted);
  if (!method) return end(story, `profile ${wordOf(wanted)} is not offered`);
  const words = wordOf((method.legalInfo as Json).text).replace(/<[^>]*>/g, '');
  return { checkoutId: wordOf(answer.json.checkoutId), plan: method.installment as Json, words };
}

/** The schedule as it is read: its principal is what was bought and kept, its sum is the balance. */
async function schedule({ capture }: InstallmentExample, shop: Shop, story: Story, name: string): Promise<bigint> {
  const answer = await shop.get(`${story.path}/captures/${capture.invoiceNumber}`);
  const [record = {}] = list(answer.json, 'captures');
  const rows = list(record, 'installments');
  const owed = total(rows, 'amount');
  story.took(name, answer, `${rows.length} × ${money(amountOf(rows[1] ?? {}, 'amount') ?? 0n)}`, owed);
  const { captured, refunded } = story.amounts;
  if (total(rows, 'principalAmount') !== captured - refunded)
    story.fault(`${name}: principal ${money(total(rows, 'principalAmount'))} instead of ${money(captured - refunded)}`);
  if (owed !== amountOf(record, 'balance')) story.fault(`${name}: comes to ${money(owed)}, but due is ${wordOf(record.balance)}`);
  return owed;
}

function end(story: Story, text: string): never {
  story.fault(text);
  throw new Ended();
}
