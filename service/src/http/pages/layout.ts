// The frame that our own pages share: head, navigation, foot.
import { type Html, html } from './html.ts';
import type { Page } from './page.ts';

/** Styles and script are our own files; nothing comes from elsewhere. */
const policy = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'";

/** Two discs: what is owed, and what is paid of it. */
const discs = '<circle class="b" cx="20" cy="16" r="9"/><circle class="a" cx="12" cy="16" r="9"/>';

export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><style>.a{fill:#0b6b50}.b{fill:#e8a33d}@media (prefers-color-scheme:dark){.a{fill:#5fd0a8}}</style>${discs}</svg>`;

export interface Framed {
  readonly basePath: string;
  readonly title: string;
  readonly description: string;
  readonly main: Html;
  /** Of a page for consumers, who have no use for the navigation. */
  readonly language?: string;
  /** Which of the navigation's addresses this is. */
  readonly here?: string;
}

const links = [
  { path: '/docs', name: 'Reference' },
  { path: '/errors', name: 'Errors' },
  { path: '/openapi.json', name: 'OpenAPI' },
] as const;

function navigation(basePath: string, here: string | undefined): Html {
  return html`<header class="bar">
<a class="brand" href="${basePath}/"><img src="${basePath}/favicon.svg" alt="" width="28" height="28"><span>Deferred Payment Service</span></a>
<nav aria-label="Pages">${links.map(
    ({ path, name }) => html`<a href="${basePath}${path}"${path === here && html` aria-current="page"`}>${name}</a>`,
  )}<a href="${basePath}/readyz" class="status" id="status"><i></i><span>Status</span></a></nav>
</header>`;
}

export function framed({ basePath, title, description, main, here, language }: Framed): Page {
  const page = html`<!doctype html>
<html lang="${language ?? 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${description}">
<title>${title}</title>
<link rel="icon" href="${basePath}/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${basePath}/assets/pages.css">
${language === undefined && html`<script src="${basePath}/assets/pages.js" defer></script>`}
</head>
<body data-base="${basePath}">
${language === undefined && html`<a class="skip" href="#main">To the content</a>`}
${language === undefined && navigation(basePath, here)}
<main id="main">
${main}
</main>
</body>
</html>
`;
  return { type: 'text/html; charset=utf-8', body: page.text, policy };
}
