// What a person reads in a browser where a program gets a message as JSON: the interface's own words and ways on, or, behind the
// links that consumers are given, a sentence in their language.
import { STATUS_CODES } from 'node:http';
import type { PhraseId } from '../../core/texts/en/refusals.ts';
import { type Language, languages, texts } from '../../core/texts/texts.ts';
import { type Html, html } from './html.ts';
import { framed } from './layout.ts';
import { type Page, weightsOf } from './page.ts';

/** What a refusal says, as far as a page shows it. */
export interface Shown {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** Of a fault of ours, which leads to its line in the log. */
  readonly requestId?: string;
}

const headings: Readonly<Record<number, string>> = {
  400: 'This address cannot be read.',
  404: 'There is nothing here.',
  405: 'Not in this way.',
  500: 'That went wrong on our side.',
  503: 'Too busy for a moment.',
};

export function refusedPage(basePath: string, publicUrl: string, { status, code, message, requestId }: Shown): Page {
  const heading = headings[status] ?? `${STATUS_CODES[status] ?? 'Refused'}.`;
  return framed({
    basePath,
    title: `${status} · Deferred Payment Service`,
    description: message,
    main: html`<section class="intro">
<p class="eyebrow"><span class="tag">${status}</span> <a href="${basePath}/errors#${code}">${code}</a></p>
<h1>${heading}</h1>
<p class="lead">${message}</p>
${requestId !== undefined && html`<p class="note">The log has more under <code>${requestId}</code>.</p>`}
<p class="note">Shops send their requests to <code><span data-origin>${publicUrl}</span>/api/v3</code>.</p>
<p class="actions"><a class="button" href="${basePath}/">To the first page</a><a class="plain" href="${basePath}/docs">Reference</a><a class="plain" href="${basePath}/errors">Every error, explained</a></p>
</section>`,
  });
}

/** Nothing is known of a consumer but what the browser says. */
export function consumerPage(
  basePath: string,
  acceptLanguage: string | undefined,
  status: number,
  text: PhraseId,
  forTheShop?: Html,
): Page {
  const language = languageOf(acceptLanguage);
  const words = texts[language].refusals[text];
  return framed({
    basePath,
    title: words,
    description: words,
    language: texts[language].writing.tag,
    main: html`<section class="confirm"><h1>${String(status)}</h1><p class="lead">${words}</p>
${forTheShop && html`<p class="note" lang="en">${forTheShop}</p>`}</section>`,
  });
}

/** The language that is liked most of those we speak; only the first part of a tag counts, whole: `fil` is not Finnish. */
function languageOf(accepted: string | undefined): Language {
  const wanted = [...weightsOf(accepted)]
    .filter(([, weight]) => weight > 0)
    .sort(([, one], [, other]) => other - one)
    .map(([tag]) => tag.split('-')[0]?.toUpperCase());
  const known = wanted
    .map((tag) => (tag === 'NB' || tag === 'NN' ? 'NO' : tag))
    .find((tag) => languages.includes(tag as Language));
  return (known as Language | undefined) ?? 'EN';
}
