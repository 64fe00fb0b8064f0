// An order's whole life as a shop lives it. What the service answers is held against what the example asked for: the story
// keeps its own sums, and every difference is a fault.
import { minorFromWire } from '../../service/src/core/money.ts';
import { grossOf } from '../../service/src/core/order/totals.ts';
import { lineFromWire } from '../../service/src/wire/items.ts';
import type { Example, Item } from './examples.ts';
import { type Amounts, money, openOf, sum } from './money.ts';
import type { Answer, Json, Shop } from './shop.ts';

export interface Step<Sums = Amounts> {
  readonly name: string;
  /** The amount the step asked for, where it names one. */
  readonly asked?: bigint;
  readonly answer: string;
  readonly ok: boolean;
  /** The money after the step, as the service says. */
  readonly amounts: Sums;
}

/** What the steps of one order or account have in common: whose they are, the running sums, and what went wrong. */
export class Story<Sums = Amounts> {
  readonly steps: Step<Sums>[] = [];
  readonly faults: string[] = [];
  readonly path: string;
  amounts: Sums;
  private readonly title: string;

  constructor(title: string, path: string, amounts: Sums) {
    this.title = title;
    this.path = path;
    this.amounts = amounts;
  }

  fault(text: string): void {
    this.faults.push(`${this.title}: ${text}`);
  }

  /** Note a step; an unexpected status is a fault, and the rest of the story makes no sense after it. */
  took(name: string, answer: Answer, told: string, asked?: bigint, status = 200): void {
    const ok = answer.status === status;
    const text = ok ? told : `${answer.status} ${wordOf(answer.json.code)}`;
    this.steps.push({ name, answer: text, ok, amounts: this.amounts, ...(asked !== undefined && { asked }) });
    if (ok) return;
    this.fault(`${name} was answered with ${answer.status} ${answer.text.slice(0, 300)}`);
    throw new Ended();
  }

  /** The members of an answer that are amounts have to be what the story expects by now. */
  demand(name: string, answer: Answer, expected: Readonly<Record<string, bigint>>): void {
    if (answer.status !== 200) return;
    for (const [member, amount] of Object.entries(expected)) {
      const said = amountOf(answer.json, member);
      if (said !== amount)
        this.fault(`${name}: ${member} is ${said === undefined ? 'missing' : money(said)}, expected ${money(amount)}`);
    }
  }
}

/** A member of an answer as a word to show. */
export const wordOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : 'nothing';

/** A story that cannot go on; why is among its faults. */
export class Ended extends Error {}

export function amountOf(json: Json, member: string): bigint | undefined {
  const value = json[member];
  return typeof value === 'number' ? minorFromWire(value) : undefined;
}

export const grossSum = (items: readonly Item[]): bigint => grossOf(items.map(lineFromWire));

/** The common members of capture, refund and void answers, as they have to be. */
function totals(amounts: Amounts, authorizedMember: string): Record<string, bigint> {
  return {
    [authorizedMember]: amounts.authorized,
    totalCapturedAmount: amounts.captured,
    totalRefundedAmount: amounts.refunded,
    remainingAuthorizedAmount: openOf(amounts),
  };
}

/** Authorize → update → capture of a part → shipping → return notification → refund of a part → void of the rest → read. */
export async function playLife(example: Example, shop: Shop, story: Story): Promise<void> {
  await authorize(example, shop, story);
  await update(example, shop, story);
  await capture(example, shop, story);
  await ship(example, shop, story);
  await announceReturn(example, shop, story);
  await refund(example, shop, story);
  await voidRest(shop, story);
  await readBack(example, shop, story);
}

export async function authorize({ authorize: body }: Example, shop: Shop, story: Story, name = 'authorize'): Promise<void> {
  const asked = minorFromWire(body.order.totalGrossAmount);
  const answer = await shop.post('/checkout/authorize', body);
  const accepted = answer.json.outcome === 'Accepted';
  if (accepted) story.amounts = { ...story.amounts, authorized: asked };
  story.took(name, answer, wordOf(answer.json.outcome), asked);
  if (accepted) return;
  story.fault(`${name} was ${wordOf(answer.json.outcome)}: ${answer.text.slice(0, 300)}`);
  throw new Ended();
}

async function update({ update: body }: Example, shop: Shop, story: Story): Promise<void> {
  const asked = minorFromWire(body.updateOrderSummary.totalGrossAmount);
  const answer = await shop.post(`${story.path}/updateOrder`, body);
  if (answer.json.outcome === 'Accepted') story.amounts = { ...story.amounts, authorized: asked };
  else if (answer.status === 200) story.fault(`the update was ${wordOf(answer.json.outcome)}`);
  story.took('update', answer, wordOf(answer.json.outcome), asked);
}

async function capture({ capture: body }: Example, shop: Shop, story: Story): Promise<void> {
  const asked = minorFromWire(body.orderDetails.totalGrossAmount);
  const answer = await shop.post(`${story.path}/captures`, body);
  story.amounts = { ...story.amounts, captured: story.amounts.captured + asked };
  story.demand('capture', answer, { capturedAmount: asked, ...totals(story.amounts, 'authorizedAmount') });
  if (answer.json.captureNumber !== body.invoiceNumber) story.fault(`the capture number is not ${body.invoiceNumber}`);
  story.took('capture a part', answer, wordOf(answer.json.captureNumber), asked);
}

async function ship({ capture: { invoiceNumber }, shipping }: Example, shop: Shop, story: Story): Promise<void> {
  const answer = await shop.post(`${story.path}/captures/${invoiceNumber}/shipping-details`, shipping);
  story.took('add a shipment', answer, `parcel ${wordOf(answer.json.shippingNumber)}`);
}

async function announceReturn({ returnNotification: body }: Example, shop: Shop, story: Story): Promise<void> {
  const answer = await shop.post(`${story.path}/captures/return-notification`, body);
  story.took('announce a return', answer, 'due date moved', minorFromWire(body.totalGrossAmount));
}

async function refund({ refund: body }: Example, shop: Shop, story: Story): Promise<void> {
  const asked = grossSum(body.items);
  const answer = await shop.post(`${story.path}/refunds`, body);
  story.amounts = { ...story.amounts, refunded: story.amounts.refunded + asked };
  story.demand('refund', answer, totals(story.amounts, 'totalAuthorizedAmount'));
  story.took('refund a part', answer, 'refunded', asked);
}

export async function voidRest(shop: Shop, story: Story): Promise<void> {
  const rest = openOf(story.amounts);
  const answer = await shop.post(`${story.path}/voids`);
  story.amounts = { ...story.amounts, voided: story.amounts.voided + rest };
  story.demand('void', answer, { voidedAmount: rest, ...totals(story.amounts, 'totalAuthorizedAmount') });
  story.took('void the rest', answer, 'voided', rest);
}

export const list = (json: Json, member: string): Json[] => (Array.isArray(json[member]) ? (json[member] as Json[]) : []);
export const total = (records: readonly Json[], member: string): bigint =>
  sum(records.map((record) => amountOf(record, member) ?? 0n));

/** What is stored has to be what was done: every sum, every record, every letter of the name. */
export async function readBack(
  { authorize: { customer }, capture: { shippingDetails } }: Example,
  shop: Shop,
  story: Story,
): Promise<void> {
  const answer = await shop.get(story.path);
  const details = (answer.json.orderDetails ?? {}) as Json;
  const captures = list(answer.json, 'captures');
  const stored: Amounts = {
    authorized: amountOf(details, 'totalGrossAmount') ?? 0n,
    captured: total(captures, 'amount'),
    refunded: -total(list(answer.json, 'refunds'), 'amount'),
    voided: total(list(answer.json, 'cancellations'), 'cancellationAmount'),
  };
  for (const what of ['authorized', 'captured', 'refunded', 'voided'] as const) {
    if (stored[what] !== story.amounts[what])
      story.fault(`stored as ${what} is ${money(stored[what])}, expected ${money(story.amounts[what])}`);
  }
  const open = amountOf(details, 'remainingAuthorizedAmount');
  if (open !== openOf(stored))
    story.fault(`open is ${money(open ?? 0n)}, but authorized less captured and voided is ${money(openOf(stored))}`);
  const due = total(captures, 'balance');
  if (due !== stored.captured - stored.refunded)
    story.fault(`due is ${money(due)}, but captured less refunded is ${money(stored.captured - stored.refunded)}`);
  const parcels = captures.flatMap((record) => list(record, 'shippingDetails')).length;
  if (captures.length > 0 && parcels !== shippingDetails.length + 1)
    story.fault(`${parcels} parcels are stored, expected ${shippingDetails.length + 1}`);
  const reader = details.customer as Partial<typeof customer> | undefined;
  if (reader?.lastName !== customer.lastName || reader.address?.postalPlace !== customer.address.postalPlace) {
    story.fault(`the name ${customer.lastName} in ${customer.address.postalPlace} did not come back as it was sent`);
  }
  story.amounts = stored;
  story.took('read back', answer, `${wordOf(details.status)}, due ${money(due)}`);
}
