// The page where a consumer confirms the identity. The sandbox shows the code on the page itself; live mode has no page
// until there is a way to send the code.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { findOrderToConfirm } from '../checkout/secure-login.sql.ts';
import { type Confirmation, codeFor, confirmationOf } from '../checkout/secure-login.ts';
import { minorToWire } from '../core/money.ts';
import { decidePending } from '../core/order/review.ts';
import type { PhraseId } from '../core/phrases/en.ts';
import { type Language, phrases } from '../core/phrases/phrases.ts';
import { Refusal, refuse } from '../core/refusals.ts';
import { languageOf } from '../wire/messages.ts';
import { sendRefusal } from './answers.ts';
import type { Deps } from './deps.ts';
import { type Html, html } from './pages/html.ts';
import { framed } from './pages/layout.ts';

/** After so many wrong codes the order is declined: six digits must not be guessable. */
const mostAttempts = 5;

interface Shown {
  readonly number: string;
  readonly state: string;
  readonly amount: string;
  readonly merchantName: string;
  readonly language: Language;
}

export function mountSecureLogin(app: FastifyInstance, deps: Deps): void {
  if (deps.mode !== 'sandbox') return;
  const attempts = new Map<string, number>();

  app.route<{ Params: { token: string } }>({
    method: ['GET', 'POST'],
    url: '/secure-login/:token',
    handler: async (request, reply) => {
      const confirmation = confirmationOf(request.params.token, deps.secrets.hash);
      const shown = confirmation && (await find(confirmation, deps));
      if (!confirmation || !shown) return sendRefusal(request, reply, refuse('route.unknown'), 'EN');
      if (request.method === 'GET' || shown.state !== 'Pending')
        return sendPage(reply, deps, shown, contentOf(confirmation, shown, deps));
      const tried = (attempts.get(confirmation.orderId) ?? 0) + 1;
      const right = codeOf(request.body) === codeFor(confirmation, deps.secrets.hash);
      if (!right && tried < mostAttempts) {
        attempts.set(confirmation.orderId, tried);
        return sendPage(reply, deps, shown, contentOf(confirmation, shown, deps, 'wrongCode'));
      }
      attempts.delete(confirmation.orderId);
      await decide(confirmation, shown.number, right ? 'approve' : 'decline', request.id, deps);
      const after = (await find(confirmation, deps)) ?? shown;
      return sendPage(reply, deps, after, contentOf(confirmation, after, deps));
    },
  });
}

async function find({ merchantId, orderId }: Confirmation, deps: Deps): Promise<Shown | undefined> {
  const [row] = await deps.db.read(findOrderToConfirm, merchantId, orderId);
  if (!row) return undefined;
  const amount = `${minorToWire(row['authorizedMinor'] as bigint).toFixed(2)} ${String(row['currency'])}`;
  const language = languageOf({ conversationLanguage: row['customerLanguage'] }, row['language'] as Language);
  return {
    number: String(row['number']),
    state: String(row['state']),
    amount,
    merchantName: String(row['merchantName']),
    language,
  };
}

/** Two at once, or one too late: the second finds nothing to decide, and the page tells what became of the order. */
async function decide(
  { merchantId, orderId }: Confirmation,
  number: string,
  step: 'approve' | 'decline',
  requestId: string,
  deps: Deps,
): Promise<void> {
  await deps.book.submit({
    merchantId,
    actor: 'consumer',
    operation: 'confirmIdentity',
    requestId,
    needs: { order: number },
    decide({ order }, setting) {
      if (order?.order.id !== orderId) return refuse('order.not_pending');
      const decided = decidePending(order, step, setting);
      return decided instanceof Refusal ? decided : { ...decided, answer: '' };
    },
  });
}

const codeOf = (body: unknown): string =>
  Buffer.isBuffer(body) ? (new URLSearchParams(body.toString('utf8')).get('code') ?? '').replace(/\s/g, '') : '';

function contentOf(confirmation: Confirmation, shown: Shown, deps: Deps, note?: PhraseId): Html {
  const words = phrases[shown.language];
  if (shown.state !== 'Pending') {
    const standing = shown.state !== 'Rejected' && shown.state !== 'Expired' && shown.state !== 'Voided';
    return html`<p class="lead">${standing ? words.confirmed : words.declined}</p>`;
  }
  return html`<p class="lead">${words.identify}</p>
<p>${words.sandboxCode} <code>${codeFor(confirmation, deps.secrets.hash)}</code></p>
${note !== undefined && html`<p role="alert">${words[note]}</p>`}
<form method="post">
<label for="code">${words.codeLabel}</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="12" required>
<button type="submit">${words.confirm}</button>
</form>`;
}

function sendPage(reply: FastifyReply, { basePath }: Deps, shown: Shown, content: Html): FastifyReply {
  const page = framed({
    basePath,
    title: shown.merchantName,
    description: phrases[shown.language].identify,
    language: shown.language === 'NO' ? 'nb' : shown.language.toLowerCase(),
    main: html`<section class="confirm"><h1>${shown.merchantName}</h1><p class="amount">${shown.amount}</p>${content}</section>`,
  });
  return reply
    .header('content-security-policy', `${page.policy ?? ''}; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`)
    .header('cache-control', 'no-store')
    .type(page.type)
    .send(page.body);
}
