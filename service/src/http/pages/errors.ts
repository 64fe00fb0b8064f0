// The catalogue of messages, for people and for machines. Every code is an anchor: /errors#400.115.

import type { CatalogueEntry } from '../../core/refusals/row.ts';
import { catalogue } from '../../core/refusals.ts';
import { languages, texts } from '../../core/texts/texts.ts';
import { type Html, html } from './html.ts';
import { framed } from './layout.ts';
import type { Page } from './page.ts';

interface Entry extends CatalogueEntry {
  readonly id: string;
}

const entries: readonly Entry[] = Object.entries<CatalogueEntry>(catalogue)
  // A place right behind the full stop is for a remark that is mostly empty.
  .map(([id, row]) => ({ id, ...row, message: row.message.replace(/\.\{\w+\}$/, '.') }))
  .sort((one, other) => rank(one) - rank(other) || (one.code < other.code ? -1 : 1));

/** Errors by status; the reasons of decisions, which are no errors, at the end. */
function rank({ status }: Entry): number {
  return status === 200 ? 1000 : status;
}

const groups: readonly { readonly status: number; readonly title: string; readonly about: string }[] = [
  {
    status: 200,
    title: 'Reasons of a credit decision',
    about: 'Answers, not errors: they stand in riskCheckMessages beside the outcome.',
  },
  { status: 400, title: 'The request is wrong', about: 'Its form, a value or a sum. Correct it and send it again.' },
  { status: 401, title: 'No valid key', about: 'Answered as one message object, whatever the key’s fault is.' },
  { status: 403, title: 'The key may not do this', about: 'Another scope is needed.' },
  { status: 404, title: 'No such thing', about: 'Or it is another merchant’s, which is answered alike.' },
  { status: 405, title: 'Another method is needed', about: 'The header Allow names those there are.' },
  { status: 409, title: 'Not in this state', about: 'The state of things, or an earlier use of a number, forbids it.' },
  { status: 413, title: 'Too large', about: '' },
  { status: 415, title: 'Not JSON', about: '' },
  { status: 422, title: 'The key was used with another body', about: 'An idempotency key belongs to one request.' },
  { status: 429, title: 'Too many requests', about: 'Retry-After says when to ask again.' },
  { status: 500, title: 'A fault of the service', about: 'Ask again with the same idempotency key.' },
  { status: 503, title: 'Busy', about: 'Retry-After says when to ask again.' },
];

/** The phrases as a consumer reads them, by language. */
const consumerPhrases = ({ phrase }: Entry): Record<string, string> =>
  Object.fromEntries(languages.map((language) => [language, texts[language].refusals[phrase]]));

export function errorsJson(): Page {
  const rows = entries.map((entry) => {
    const { code, status, type, action, message } = entry;
    return { code, status, type, actionCode: action, message, customerFacingMessage: consumerPhrases(entry) };
  });
  return { type: 'application/json; charset=utf-8', body: `${JSON.stringify({ errors: rows }, null, 2)}\n` };
}

export function errorsPage(basePath: string): Page {
  const statuses = [...new Set(entries.map(({ status }) => status))];
  const main = html`<div class="intro">
<h1>Every message, explained</h1>
<p class="lead">A code is a name, not a status: 400.115 is answered with 404. <code>message</code> is for you, the phrase below it for the consumer, in the conversation’s language. An error changes nothing.</p>
<input type="search" id="filter" placeholder="Code or word, like 400.115 or refund" aria-label="Filter the messages" hidden>
<p id="none" class="note" hidden>No message has that in it.</p>
</div>
${statuses.map((status) => groupOf(status))}`;
  return framed({
    basePath,
    title: 'Errors · Deferred Payment Service',
    description: 'Every code the service can answer.',
    here: '/errors',
    main,
  });
}

function groupOf(status: number): Html {
  const group = groups.find((each) => each.status === status);
  return html`<section class="group"><h2><span class="number">${status}</span> ${group?.title ?? ''}</h2>
${group?.about ? html`<p class="note">${group.about}</p>` : undefined}
${entries.filter((entry) => entry.status === status).map(entryOf)}
</section>
`;
}

function entryOf(entry: Entry): Html {
  const phrasesShown = consumerPhrases(entry);
  return html`<article class="entry" id="${entry.code}">
<h3><a href="#${entry.code}">${entry.code}</a></h3>
<div><p class="message">${entry.message}</p>
<p class="facts"><code>${entry.id}</code> <span>${entry.type}</span> <span>${entry.action}</span></p>
<details><summary>${phrasesShown['EN'] ?? ''}</summary><dl>${Object.entries(phrasesShown).map(
    ([language, phrase]) => html`<dt>${language}</dt><dd lang="${language.toLowerCase()}">${phrase}</dd>`,
  )}</dl></details></div>
</article>
`;
}
