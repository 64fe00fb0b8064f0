// The page on which a consumer withdraws from the credit of an order or of a customer account: until when, what is then paid back and
// when, a button, and afterwards what was booked. The link is a capability; it is in the agreement of an order, and the shop gets it
// for the agreement of an account. Previews of mail programs open a link by GET, so only the page's own form withdraws.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { accountTermsOf } from '../core/account/account.ts';
import { lastDayToWithdrawFrom, withdrawFromAccount } from '../core/account/withdraw.ts';
import { dayAt, timeAt } from '../core/dates.ts';
import { dayText, decimalText, moneyText, type Writing } from '../core/documents/format.ts';
import type { Merchant } from '../core/merchant.ts';
import type { Currency } from '../core/money.ts';
import { principalLeftMinor } from '../core/order/dunning.ts';
import type { Capture, Withdrawal } from '../core/order/rows.ts';
import { lastDayToWithdraw, withdraw } from '../core/order/withdraw.ts';
import { agreedPlan } from '../core/plan/agreed.ts';
import { interestOfDayE4 } from '../core/plan/interest-of-day.ts';
import { Refusal, refuse } from '../core/refusals.ts';
import { fill } from '../core/texts/fill.ts';
import { texts } from '../core/texts/texts.ts';
import { findChargedAccount, findGrantedAccount } from '../customer-account/accounts.sql.ts';
import { toWithdraw } from '../customer-account/withdrawal.operation.ts';
import { documentUrls } from '../documents/link.ts';
import { sendRefusal } from '../http/answers.ts';
import type { Deps } from '../http/deps.ts';
import { type Html, html } from '../http/pages/html.ts';
import { framed } from '../http/pages/layout.ts';
import { findMerchantOnClock, merchantOf } from '../merchants/merchants.sql.ts';
import { isSame } from '../store/secrets.ts';
import { languageOf } from '../wire/messages.ts';
import { formOf, type Linked, linkedBy, pageTokenOf } from '../wire/signed-link.ts';
import { findAgreedOrder } from './withdrawals.sql.ts';

/** What is withdrawn from, as it is found before anything is locked. */
interface Subject {
  readonly found: Readonly<Record<string, unknown>>;
  readonly isAccount: boolean;
}

type Read = 'noticedOn' | 'payBy' | 'medium' | 'principalMinor' | 'interestMinor' | 'insertedAt';

/** What the page knows of it, under its lock. */
interface Seen {
  readonly withdrawal: Pick<Withdrawal, Read> | Refusal;
  /** Was it withdrawn from, before or now? */
  readonly isDone: boolean;
  readonly lastDay: string | null;
  readonly rateBps: number;
  /** What is owed is paid by these. */
  readonly invoices: readonly Pick<Capture, 'number' | 'documentId'>[];
}

export function mountWithdrawals(app: FastifyInstance, deps: Deps): void {
  app.route<{ Params: { token: string } }>({
    method: ['GET', 'HEAD', 'POST'],
    url: '/withdrawal/:token',
    handler: async (request, reply) => {
      const linked = linkedBy(request.params.token, 'withdrawal', deps.secrets.signers);
      const [row] = linked ? await deps.db.read(findMerchantOnClock, linked.merchantId) : [];
      if (!linked || !row) return sendRefusal(request, reply, refuse('route.unknown'), 'EN');
      const merchant = merchantOf(row);
      const pageToken = pageTokenOf('withdrawal', linked, linked.signer);
      const form = request.method === 'POST' ? formOf(request.body) : undefined;
      const isAsked = form !== undefined && isSame(form.get('page') ?? '', pageToken);
      const looked = await lookBy(linked, merchant, { isAsked, requestId: request.id, deps });
      if (!looked) return sendRefusal(request, reply, refuse('route.unknown'), 'EN');
      const { found, isAccount, seen } = looked;
      const language = languageOf({ conversationLanguage: found['customerLanguage'] }, merchant.language);
      if (seen instanceof Refusal) return sendRefusal(request, reply, seen, language);
      const writing = { language, country: merchant.country };
      const money = (minor: bigint): string => moneyText(minor, found['currency'] as Currency, writing);
      const words = texts[language].withdrawal;
      const amount = money(found[isAccount ? 'limitMinor' : 'authorizedMinor'] as bigint);
      const lead = fill(isAccount ? words.account : words.order, { number: String(found['number']), amount });
      const effect = isAccount ? words.accountEffect : words.effect;
      const { timeZone } = merchant;
      const urlOf = (id: string): string => documentUrls(deps, merchant.id, id).consumerUrl;
      const content = contentOf(seen, {
        writing,
        money,
        currency: String(found['currency']),
        pageToken,
        effect,
        timeZone,
        urlOf,
      });
      return sendPage(reply, deps, merchant, writing, html`<p class="lead">${lead}</p>${content}`);
    },
  });
}

/** The link of an order's agreement leads to the account once that was charged: by then the credit is the account's. */
async function subjectOf({ merchantId, id }: Linked, { db }: Deps): Promise<Subject | undefined> {
  const [order] = await db.read(findAgreedOrder, merchantId, null, id);
  const [account] = order
    ? await db.read(findChargedAccount, merchantId, String(order['id']))
    : await db.read(findGrantedAccount, merchantId, null, id);
  if (account) return { found: account, isAccount: true };
  return order && { found: order, isAccount: false };
}

/** What the link is about, and what is known of it. Where the order is charged between the two, it is the account after all. */
async function lookBy(
  linked: Linked,
  merchant: Merchant,
  asked: Asked,
): Promise<(Subject & { readonly seen: Seen | Refusal }) | undefined> {
  const lookAt = async () => {
    const subject = await subjectOf(linked, asked.deps);
    return subject && { ...subject, seen: await (subject.isAccount ? lookAtAccount : look)(merchant, subject.found, asked) };
  };
  const looked = await lookAt();
  const seen = looked?.seen instanceof Refusal ? undefined : looked?.seen.withdrawal;
  const isCharged = seen instanceof Refusal && seen.notices.some(({ id }) => id === 'withdrawal.by_account');
  return isCharged ? lookAt() : looked;
}

interface Asked {
  readonly isAsked: boolean;
  readonly requestId: string;
  readonly deps: Deps;
}

/** The same of an account. */
async function lookAtAccount(
  merchant: Merchant,
  found: Readonly<Record<string, unknown>>,
  { isAsked, requestId, deps: { book } }: Asked,
): Promise<Seen | Refusal> {
  const terms = {
    grantedAt: found['grantedAt'] as number,
    agreedAts: found['agreedAts'] as number[],
    termsReceivedOn: null,
    isCompany: found['isCompany'] === true,
  };
  let seen: Seen | Refusal = refuse('account.not_found', 'accountNumber');
  const answer = await book.submit({
    merchantId: merchant.id,
    actor: 'consumer',
    source: 'consumer',
    operation: 'withdrawFromAccount',
    requestId,
    needs: { account: { number: String(found['number']), ...toWithdraw } },
    decide({ account }, setting) {
      const nothing = { answer: '', changes: [], events: [] };
      if (account === undefined) return nothing;
      const noticedOn = dayAt(setting.now, setting.merchant.timeZone);
      const decided = withdrawFromAccount(account, { noticedOn, medium: 'Page', ...terms }, setting);
      const isRefused = decided instanceof Refusal;
      seen = {
        withdrawal: isRefused ? decided : decided.answer,
        isDone: !isRefused && (isAsked || account.withdrawal !== undefined),
        lastDay: lastDayToWithdrawFrom(terms, setting.merchant),
        rateBps: accountTermsOf(account.account).interestRateBps,
        invoices: [],
      };
      return isRefused || !isAsked ? nothing : { ...decided, answer: '' };
    },
  });
  return answer instanceof Refusal ? answer : seen;
}

/** What a withdrawal of today costs; with the button it is booked. */
async function look(
  merchant: Merchant,
  found: Readonly<Record<string, unknown>>,
  { isAsked, requestId, deps: { book } }: Asked,
): Promise<Seen | Refusal> {
  const [agreedAt, decidedAt] = [found['agreedAt'] as number | null, found['decidedAt'] as number | null];
  let seen: Seen | Refusal = refuse('order.not_found', 'orderNumber');
  const answer = await book.submit({
    merchantId: merchant.id,
    actor: 'consumer',
    source: 'consumer',
    operation: 'withdrawFromCredit',
    requestId,
    needs: { order: String(found['number']), with: ['captures', 'installments', 'contents', 'withdrawal'] },
    decide({ order, contents, withdrawal }, setting) {
      const nothing = { answer: '', changes: [], events: [] };
      if (order === undefined) return nothing;
      const noticedOn = dayAt(setting.now, setting.merchant.timeZone);
      const decided = withdraw(order, contents, withdrawal, { noticedOn, medium: 'Page', agreedAt, decidedAt }, setting);
      const isRefused = decided instanceof Refusal;
      seen = {
        withdrawal: isRefused ? decided : decided.answer,
        isDone: !isRefused && (isAsked || withdrawal !== undefined),
        lastDay: lastDayToWithdraw({ insertedAt: order.order.insertedAt, decidedAt }, agreedAt, setting.merchant),
        rateBps: agreedPlan(order.order)?.interestRateBps ?? 0,
        invoices: order.captures.filter((capture) => principalLeftMinor(capture) > 0n),
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
  /** What follows from it, in words. */
  readonly effect: string;
  readonly timeZone: string;
  /** Where the consumer fetches a document. */
  readonly urlOf: (documentId: string) => string;
}

function contentOf(seen: Seen, { writing, money, currency, pageToken, effect, ...shown }: Shown): Html {
  const { withdrawal, isDone, lastDay, rateBps } = seen;
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
    return html`<p role="status">${fill(words.done, { day: day(noticedOn) })}${receivedText(withdrawal, writing, shown.timeZone)}</p>
<p>${total > 0n ? toPay : words.nothingLeft}</p>
${total > 0n && invoiceLinks(seen.invoices, writing, shown)}`;
  }
  const e4 = String(interestOfDayE4(principalMinor, rateBps)).padStart(5, '0');
  const perDay = `${decimalText(`${e4.slice(0, -4)}.${e4.slice(-4)}`, writing)} ${currency}`;
  return html`<p>${lastDay === null ? words.open : fill(words.until, { day: day(lastDay) })}</p>
<p>${fill(effect, { ...amounts, perDay })}</p>
<form method="post">
<input type="hidden" name="page" value="${pageToken}">
<button type="submit">${words.ask}</button>
</form>`;
}

/** The moment of a notice that this page took; a letter has no time of day. */
function receivedText({ medium, insertedAt }: Pick<Withdrawal, Read>, writing: Writing, timeZone: string): string {
  if (medium !== 'Page') return '';
  const day = dayText(dayAt(insertedAt, timeZone), writing);
  return ` ${fill(texts[writing.language].withdrawal.received, { day, time: timeAt(insertedAt, timeZone) })}`;
}

/** Account, reference and code are on the invoices, whose copies ask for what is left by now. */
function invoiceLinks(invoices: Seen['invoices'], { language }: Writing, { urlOf }: Pick<Shown, 'urlOf'>): Html | false {
  const links = invoices.filter(({ documentId }) => documentId !== null);
  const { howToPay, invoice } = texts[language].invoice;
  if (links.length === 0) return false;
  return html`<h2>${howToPay}</h2>
${links.map(({ number, documentId }) => html`<p><a href="${urlOf(documentId ?? '')}">${invoice} ${number}</a></p>`)}`;
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
