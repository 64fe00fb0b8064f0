// The page on which a consumer withdraws from the credit of an order: until when, what is then paid back and when, a button, and
// afterwards what was booked. The link is a capability and is in the agreement. Previews of mail programs open a link by
// GET, so only the page's own form withdraws.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { dayAt } from '../core/dates.ts';
import { dayText, decimalText, moneyText, type Writing } from '../core/documents/format.ts';
import type { Merchant } from '../core/merchant.ts';
import type { Currency } from '../core/money.ts';
import type { Withdrawal } from '../core/order/rows.ts';
import { interestOfDayE4, lastDayToWithdraw, withdraw } from '../core/order/withdraw.ts';
import { agreedPlan } from '../core/plan/agreed.ts';
import { Refusal, refuse } from '../core/refusals.ts';
import { fill } from '../core/texts/fill.ts';
import { texts } from '../core/texts/texts.ts';
import { sendRefusal } from '../http/answers.ts';
import type { Deps } from '../http/deps.ts';
import { type Html, html } from '../http/pages/html.ts';
import { framed } from '../http/pages/layout.ts';
import { findMerchantOnClock, merchantOf } from '../merchants/merchants.sql.ts';
import { isSame } from '../store/secrets.ts';
import { languageOf } from '../wire/messages.ts';
import { formOf, linkedBy, pageTokenOf } from '../wire/signed-link.ts';
import { findAgreedOrder } from './withdrawals.sql.ts';

/** What the page knows of the order, under its lock. */
interface Seen {
  readonly withdrawal: Withdrawal | Refusal;
  /** Was it withdrawn from, before or now? */
  readonly isDone: boolean;
  readonly lastDay: string | null;
  readonly rateBps: number;
}

export function mountWithdrawals(app: FastifyInstance, deps: Deps): void {
  app.route<{ Params: { token: string } }>({
    method: ['GET', 'HEAD', 'POST'],
    url: '/withdrawal/:token',
    handler: async (request, reply) => {
      const linked = linkedBy(request.params.token, 'withdrawal', deps.secrets.signers);
      const [row] = linked ? await deps.db.read(findMerchantOnClock, linked.merchantId) : [];
      const [order] = linked ? await deps.db.read(findAgreedOrder, linked.merchantId, null, linked.id) : [];
      if (!linked || !row || !order) return sendRefusal(request, reply, refuse('route.unknown'), 'EN');
      const merchant = merchantOf(row);
      const pageToken = pageTokenOf('withdrawal', linked, linked.signer);
      const form = request.method === 'POST' ? formOf(request.body) : undefined;
      const isAsked = form !== undefined && isSame(form.get('page') ?? '', pageToken);
      const seen = await look(merchant, order, isAsked, request.id, deps);
      const language = languageOf({ conversationLanguage: order['customerLanguage'] }, merchant.language);
      if (seen instanceof Refusal) return sendRefusal(request, reply, seen, language);
      const writing = { language, country: merchant.country };
      const money = (minor: bigint): string => moneyText(minor, order['currency'] as Currency, writing);
      const words = texts[language].withdrawal;
      const lead = fill(words.order, { number: String(order['number']), amount: money(order['authorizedMinor'] as bigint) });
      const content = contentOf(seen, { writing, money, currency: String(order['currency']), pageToken });
      return sendPage(reply, deps, merchant, writing, html`<p class="lead">${lead}</p>${content}`);
    },
  });
}

/** What a withdrawal of today costs; with the button it is booked. */
async function look(
  merchant: Merchant,
  found: Readonly<Record<string, unknown>>,
  isAsked: boolean,
  requestId: string,
  { book }: Deps,
): Promise<Seen | Refusal> {
  const agreedAt = found['agreedAt'] as number | null;
  let seen: Seen | Refusal = refuse('order.not_found', 'orderNumber');
  const answer = await book.submit({
    merchantId: merchant.id,
    actor: 'consumer',
    operation: 'withdrawFromCredit',
    requestId,
    needs: { order: String(found['number']), with: ['captures', 'installments', 'contents', 'withdrawal'] },
    decide({ order, contents, withdrawal }, setting) {
      const nothing = { answer: '', changes: [], events: [] };
      if (order === undefined) return nothing;
      const noticedOn = dayAt(setting.now, setting.merchant.timeZone);
      const decided = withdraw(order, contents, withdrawal, { noticedOn, medium: 'Page', agreedAt }, setting);
      const isRefused = decided instanceof Refusal;
      seen = {
        withdrawal: isRefused ? decided : decided.answer,
        isDone: !isRefused && (isAsked || withdrawal !== undefined),
        lastDay: lastDayToWithdraw(order.order, agreedAt, setting.merchant),
        rateBps: agreedPlan(order.order)?.interestRateBps ?? 0,
      };
      return isRefused || !isAsked ? nothing : { ...decided, answer: '' };
    },
  });
  return answer instanceof Refusal ? answer : seen;
}

interface Shown {
  readonly writing: Writing;
  readonly money: (minor: bigint) => string;
  readonly currency: string;
  readonly pageToken: string;
}

function contentOf({ withdrawal, isDone, lastDay, rateBps }: Seen, { writing, money, currency, pageToken }: Shown): Html {
  const words = texts[writing.language].withdrawal;
  const day = (text: string): string => dayText(text, writing);
  if (withdrawal instanceof Refusal) {
    const isOver = withdrawal.notices.some(({ id }) => id === 'withdrawal.over');
    return html`<p role="status">${isOver && lastDay !== null ? fill(words.over, { day: day(lastDay) }) : words.none}</p>`;
  }
  const { principalMinor, interestMinor, noticedOn, payBy } = withdrawal;
  const amounts = { capital: money(principalMinor), interest: money(interestMinor) };
  if (isDone) {
    const total = principalMinor + interestMinor;
    const toPay = fill(words.toPay, { ...amounts, total: money(total), payBy: day(payBy) });
    return html`<p role="status">${fill(words.done, { day: day(noticedOn) })}</p>
<p>${total > 0n ? toPay : words.nothingLeft}</p>`;
  }
  const e4 = String(interestOfDayE4(principalMinor, rateBps)).padStart(5, '0');
  const perDay = `${decimalText(`${e4.slice(0, -4)}.${e4.slice(-4)}`, writing)} ${currency}`;
  return html`<p>${lastDay === null ? words.open : fill(words.until, { day: day(lastDay) })}</p>
<p>${fill(words.effect, { ...amounts, perDay })}</p>
<form method="post">
<input type="hidden" name="page" value="${pageToken}">
<button type="submit">${words.ask}</button>
</form>`;
}

function sendPage(
  reply: FastifyReply,
  { basePath }: Deps,
  { name }: Merchant,
  { language }: Writing,
  content: Html,
): FastifyReply {
  const { withdrawal, writing } = texts[language];
  const page = framed({
    basePath,
    title: withdrawal.title,
    description: withdrawal.title,
    language: writing.tag,
    main: html`<section class="confirm wide"><p>${name}</p><h1>${withdrawal.title}</h1>${content}</section>`,
  });
  return reply
    .header('content-security-policy', `${page.policy ?? ''}; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`)
    .header('cache-control', 'no-store')
    .type(page.type)
    .send(page.body);
}
