// The page where a consumer confirms the identity with a code. The code is sent through the outlet when the consumer asks for it; a
// sandbox without one shows it on the page, and live mode without one leaves the order to a person (risk/reviews.operation.ts).
// Previews of chat and mail programs open a link by GET or HEAD, so only the page's own forms send a code or count as a try.
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { InHand } from '../book/needs.ts';
import { answering } from '../core/changes.ts';
import { phoneOf } from '../core/contact.ts';
import type { CountryCode } from '../core/countries/countries.ts';
import { attemptCode, countSending, isTooSoon, mostSends } from '../core/order/review.ts';
import { Refusal, refuse } from '../core/refusals.ts';
import { amountIn } from '../core/texts/amounts.ts';
import type { PhraseId } from '../core/texts/en/refusals.ts';
import { type Language, texts } from '../core/texts/texts.ts';
import { sendRefusal } from '../http/answers.ts';
import type { Deps } from '../http/deps.ts';
import { type Html, html } from '../http/pages/html.ts';
import { framed } from '../http/pages/layout.ts';
import { isSame } from '../store/secrets.ts';
import { languageOf } from '../wire/messages.ts';
import { formOf, pageTokenOf } from '../wire/signed-link.ts';
import { findOrderToConfirm } from './secure-login.sql.ts';
import { type Confirmation, codeFor, confirmationOf, type Signed } from './secure-login.ts';

interface Shown {
  readonly number: string;
  readonly state: string;
  readonly amount: string;
  readonly merchantName: string;
  readonly language: Language;
  readonly mobilePhone: string | null;
  readonly email: string | null;
  /** Of the address; the merchant's where none is said. */
  readonly country: CountryCode;
}

export function mountSecureLogin(app: FastifyInstance, deps: Deps): void {
  app.route<{ Params: { token: string } }>({
    method: ['GET', 'HEAD', 'POST'],
    url: '/secure-login/:token',
    handler: async (request, reply) => {
      const confirmation = confirmationOf(request.params.token, deps.secrets.signers);
      const shown = confirmation && (await find(confirmation, deps));
      if (!confirmation || !shown) return sendRefusal(request, reply, refuse('route.unknown'), 'EN');
      if (shown.state !== 'Pending' || !canConfirm(deps))
        return sendPage(reply, deps, shown, contentOf(confirmation, shown, deps));
      const form = request.method === 'POST' ? formOf(request.body) : undefined;
      if (!form || !isSame(form.get('page') ?? '', tokenOf(confirmation)))
        return sendPage(reply, deps, shown, contentOf(confirmation, shown, deps));
      const code = form.get('code');
      if (code === null) {
        const note = await sendCode(confirmation, shown, request.id, deps);
        return sendPage(reply, deps, shown, contentOf(confirmation, shown, deps, note));
      }
      const right = isSame(code.replace(/\s/g, ''), codeFor(confirmation));
      await attempt(confirmation, shown.number, right, request.id, deps);
      const after = (await find(confirmation, deps)) ?? shown;
      return sendPage(reply, deps, after, contentOf(confirmation, after, deps, right ? undefined : 'wrongCode'));
    },
  });
}

/** Is there a way to bring the code to the consumer? */
const canConfirm = ({ mode, codeOutlet }: Deps): boolean => mode === 'sandbox' || codeOutlet !== undefined;

async function find({ merchantId, orderId }: Confirmation, deps: Deps): Promise<Shown | undefined> {
  const [row] = await deps.db.read(findOrderToConfirm, merchantId, orderId);
  if (!row) return undefined;
  const language = languageOf({ conversationLanguage: row['customerLanguage'] }, row['language'] as Language);
  return {
    number: String(row['number']),
    state: String(row['state']),
    amount: amountIn(language, row['authorizedMinor'] as bigint, String(row['currency'])),
    merchantName: String(row['merchantName']),
    language,
    mobilePhone: row['mobilePhone'] as string | null,
    email: row['email'] as string | null,
    country: row['country'] as CountryCode,
  };
}

/**
 * Send the code when the page asks for it: counted first, so that asking often sends nothing more. Returns what the page says of it;
 * nothing in a sandbox that shows the code.
 */
async function sendCode(confirmation: Signed, shown: Shown, requestId: string, deps: Deps): Promise<PhraseId | undefined> {
  const { codeOutlet } = deps;
  if (!codeOutlet) return undefined;
  const reached = reachedBy(shown);
  if (!reached) return 'codeNotSent';
  const counted = await submit(confirmation, shown.number, 'sendIdentityCode', requestId, deps, (inHand, order, setting) =>
    answering(countSending(order, inHand.identityCheck, setting), (may) => (may ? 'send' : waits(inHand, setting) ? 'wait' : '')),
  );
  if (counted instanceof Refusal || counted.text === '') return 'codeNotSent';
  if (counted.text === 'wait') return 'codeTooSoon';
  const { merchantName, language } = shown;
  const isSent = await codeOutlet.send({ ...reached, code: codeFor(confirmation), language, merchantName });
  return isSent ? 'codeSent' : 'codeNotSent';
}

/** An outlet dials from anywhere: a number that cannot be read as one of the consumer's country is not sent to. */
function reachedBy({ mobilePhone, email, country }: Shown) {
  const number = mobilePhone === null ? undefined : phoneOf(mobilePhone, country);
  if (number !== undefined) return { channel: 'sms', to: number } as const;
  return email === null ? undefined : ({ channel: 'email', to: email } as const);
}

/** May it be asked for again in a minute? */
const waits = ({ identityCheck: check }: InHand, { now }: { readonly now: number }): boolean =>
  isTooSoon(check, now) && (check?.sendCount ?? 0) < mostSends;

/** Two at once, or one too late: the second finds nothing to decide, and the page shows the state of the order. */
async function attempt(confirmation: Confirmation, number: string, right: boolean, requestId: string, deps: Deps): Promise<void> {
  await submit(confirmation, number, 'confirmIdentity', requestId, deps, (inHand, order, setting) => {
    const decided = attemptCode(order, inHand.identityCheck, right, setting);
    return decided instanceof Refusal ? decided : answering(decided, () => '');
  });
}

type Decide = (
  inHand: InHand,
  order: NonNullable<InHand['order']>,
  setting: Parameters<Parameters<Deps['book']['submit']>[0]['decide']>[1],
) => ReturnType<Parameters<Deps['book']['submit']>[0]['decide']>;

function submit(
  { merchantId, orderId }: Confirmation,
  number: string,
  operation: string,
  requestId: string,
  deps: Deps,
  decide: Decide,
): ReturnType<Deps['book']['submit']> {
  return deps.book.submit({
    merchantId,
    actor: 'consumer',
    source: 'consumer',
    operation,
    requestId,
    needs: { order: number, with: ['identityCheck'] },
    // A declined order leaves its number free: another order may have it by now.
    decide: (inHand, setting) =>
      inHand.order?.order.id === orderId
        ? decide(inHand, inHand.order, setting)
        : refuse('order.not_pending', undefined, { state: 'Rejected' }),
  });
}

const tokenOf = ({ merchantId, orderId, signer }: Signed): string =>
  pageTokenOf('secure-login', { merchantId, id: orderId }, signer);

function contentOf(confirmation: Signed, shown: Shown, deps: Deps, note?: PhraseId): Html {
  const words = texts[shown.language].refusals;
  if (shown.state !== 'Pending') {
    const standing = shown.state !== 'Rejected' && shown.state !== 'Expired' && shown.state !== 'Voided';
    return html`<p class="lead">${standing ? words.confirmed : words.declined}</p>`;
  }
  if (!canConfirm(deps)) return html`<p class="lead">${words.underReview}</p>`;
  const page = html`<input type="hidden" name="page" value="${tokenOf(confirmation)}">`;
  const how =
    deps.codeOutlet === undefined
      ? html`<p>${words.sandboxCode} <code>${codeFor(confirmation)}</code></p>`
      : html`<form method="post">${page}<button type="submit">${words.sendCode}</button></form>`;
  return html`<p class="lead">${words.identify}</p>
${how}
${note !== undefined && html`<p role="alert">${words[note]}</p>`}
<form method="post">
${page}
<label for="code">${words.codeLabel}</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="12" required>
<button type="submit">${words.confirm}</button>
</form>`;
}

function sendPage(reply: FastifyReply, { basePath }: Deps, shown: Shown, content: Html): FastifyReply {
  const page = framed({
    basePath,
    title: shown.merchantName,
    description: texts[shown.language].refusals.identify,
    language: texts[shown.language].writing.tag,
    main: html`<section class="confirm"><h1>${shown.merchantName}</h1><p class="amount">${shown.amount}</p>${content}</section>`,
  });
  return reply
    .header('content-security-policy', `${page.policy ?? ''}; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`)
    .header('cache-control', 'no-store')
    .type(page.type)
    .send(page.body);
}
