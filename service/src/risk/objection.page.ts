// The page of a person whom the engine rejected: what decided, the rights there are, and a form that asks a person to look at
// it; afterwards until when the answer comes, and the answer. The link is a capability and is in the answer to the shop
// and in the letter. Previews of chat and mail programs open a link by GET, so only the page's own form asks.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { dayAt } from '../core/dates.ts';
import { dayText, moneyText, type Writing } from '../core/documents/format.ts';
import { basisTexts, type RejectionData, rightsTexts } from '../core/documents/rejection.ts';
import type { Merchant } from '../core/merchant.ts';
import { Refusal, refuse } from '../core/refusals.ts';
import { contest } from '../core/risk/objection.ts';
import type { Objection } from '../core/risk/rows.ts';
import { fill } from '../core/texts/fill.ts';
import { texts } from '../core/texts/texts.ts';
import { documentUrls } from '../documents/link.ts';
import { sendRefusal } from '../http/answers.ts';
import type { Deps } from '../http/deps.ts';
import { type Html, html } from '../http/pages/html.ts';
import { framed } from '../http/pages/layout.ts';
import { findMerchantOnClock, merchantOf } from '../merchants/merchants.sql.ts';
import { isSame } from '../store/secrets.ts';
import { opener } from '../store/table.ts';
import { formOf, linkedBy, pageTokenOf } from '../wire/signed-link.ts';
import { clearedUntil, type Rejection, readObjection, readRejection, rejectionData } from './rejection-data.ts';

/** What a person writes is read by another; more is a letter. */
const mostLetters = 4000;

export function mountObjections(app: FastifyInstance, deps: Deps): void {
  app.route<{ Params: { token: string } }>({
    method: ['GET', 'HEAD', 'POST'],
    url: '/decisions/:token',
    handler: async (request, reply) => {
      const linked = linkedBy(request.params.token, 'decisions', deps.secrets.signers);
      const [row] = linked ? await deps.db.read(findMerchantOnClock, linked.merchantId) : [];
      const rejection = linked && row && (await readRejection(deps.db, linked.merchantId, linked.id));
      if (!linked || !row || !rejection) return sendRefusal(request, reply, refuse('route.unknown'), 'EN');
      const merchant = merchantOf(row);
      const data = rejectionData(rejection, merchant, { publicUrl: deps.publicUrl, signer: linked.signer });
      const pageToken = pageTokenOf('decisions', linked, linked.signer);
      const form = request.method === 'POST' ? formOf(request.body) : undefined;
      if (form && isSame(form.get('page') ?? '', pageToken)) {
        const asked = await ask(rejection, form.get('statement') ?? '', data, request.id, deps, merchant);
        if (asked instanceof Refusal) return sendRefusal(request, reply, asked, data.language);
      }
      const open = opener(merchant.id, deps.secrets);
      const objection = await readObjection({ db: deps.db, open }, merchant.id, linked.id);
      const now = deps.clock() + merchant.clockOffsetMs;
      return sendPage(reply, deps, data, contentOf({ data, objection, merchant, now, pageToken }, deps));
    },
  });
}

/** Two at once: the second finds it asked. */
async function ask(
  rejection: Rejection,
  said: string,
  { language }: RejectionData,
  requestId: string,
  deps: Deps,
  merchant: Merchant,
): Promise<unknown> {
  const { decisionId, kind, subject, orderId, customerKey, checkoutId, currency, amountMinor } = rejection;
  const contested = { decisionId, kind, subject, orderId, customerKey, checkoutId, currency, amountMinor, language };
  const statement = said.trim().slice(0, mostLetters) || null;
  return await deps.book.submit({
    merchantId: merchant.id,
    actor: 'consumer',
    source: 'consumer',
    operation: 'contestDecision',
    requestId,
    needs: { objection: decisionId },
    decide: ({ objection }, setting) => contest(contested, statement, objection, setting),
  });
}

interface Shown {
  readonly data: RejectionData;
  readonly objection: Objection | undefined;
  readonly merchant: Merchant;
  readonly now: number;
  readonly pageToken: string;
}

function contentOf({ data, objection, merchant, now, pageToken }: Shown, deps: Deps): Html {
  const { language, country } = data;
  const words = texts[language].rights;
  const writing: Writing = { language, country };
  const amount = moneyText(data.amountMinor, data.currency, writing);
  const rejected = fill(words.rejected, { day: dayText(data.decidedOn, writing), amount, shop: data.shopName });
  const link = (id: string, text: string) =>
    html`<p><a href="${documentUrls(deps, merchant.id, id).consumerUrl}">${text}</a></p>`;
  return html`<p class="lead">${rejected}</p>
<p>${words.automated}</p>
<h2>${words.basis}</h2>
${basisTexts(data, words).map((text) => html`<p>${text}</p>`)}
${link(data.number, words.letter)}
<h2>${words.rights}</h2>
<ul>${rightsTexts(data, words).map((text) => html`<li>${text}</li>`)}</ul>
${objection ? stateOf(objection, merchant, writing, now) : askForm(words, pageToken)}
${objection?.answeredAt != null && link(objection.documentId, words.answerLetter)}
<p>${words.debtAdvice}</p>`;
}

const askForm = (words: { statement: string; ask: string }, pageToken: string): Html => html`<form method="post">
<input type="hidden" name="page" value="${pageToken}">
<label for="statement">${words.statement}</label>
<textarea id="statement" name="statement" rows="5" maxlength="${mostLetters}"></textarea>
<button type="submit">${words.ask}</button>
</form>`;

/** Asked, late or answered. */
function stateOf(objection: Objection, merchant: Merchant, writing: Writing, now: number): Html {
  const words = texts[writing.language].rights;
  const dayOf = (instant: number): string => dayText(dayAt(instant, merchant.timeZone), writing);
  const { answeredAt, outcome, answer, askedAt, answerBy } = objection;
  if (answeredAt === null || outcome === null) {
    const asked = fill(words.asked, { day: dayOf(askedAt), until: dayOf(answerBy) });
    return html`<p role="status">${asked}</p>
${now > answerBy && html`<p role="alert">${fill(words.late, { until: dayOf(answerBy) })}</p>`}`;
  }
  const until = dayText(clearedUntil(objection, merchant) ?? '', writing);
  return html`<p role="status">${fill(words.answered, { day: dayOf(answeredAt) })} ${fill(words[outcome], { until })}</p>
${answer !== null && html`<p class="answer">${answer}</p>`}`;
}

function sendPage(reply: FastifyReply, { basePath }: Deps, data: RejectionData, content: Html): FastifyReply {
  const { rights, writing } = texts[data.language];
  const page = framed({
    basePath,
    title: rights.letterTitle,
    description: rights.letterTitle,
    language: writing.tag,
    main: html`<section class="confirm wide"><h1>${rights.letterTitle}</h1>${content}</section>`,
  });
  return reply
    .header('content-security-policy', `${page.policy ?? ''}; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`)
    .header('cache-control', 'no-store')
    .type(page.type)
    .send(page.body);
}
