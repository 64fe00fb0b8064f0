// What a buyer can read before agreeing to a payment method: terms and privacy (sample texts that the operator replaces, or
// the merchant's own pages instead), a page for each plan, and the methods' pictures.
import type { FastifyInstance } from 'fastify';
import { countries, countryCodes } from '../core/countries/countries.ts';
import { installmentMinor, type Plan, planOf } from '../core/plan/plan.ts';
import { refuse } from '../core/refusals.ts';
import { amountIn, percentIn } from '../core/texts/amounts.ts';
import { type Language, languages, texts } from '../core/texts/texts.ts';
import { sendRefusal } from '../http/answers.ts';
import type { Deps } from '../http/deps.ts';
import { type Html, html } from '../http/pages/html.ts';
import { framed } from '../http/pages/layout.ts';
import { mountPage, type Page } from '../http/pages/page.ts';
import { logos, planOfUrl, type ShownPlan } from './legal.ts';
import { logo } from './logos.ts';

const daySeconds = 86_400;

export function mountLegal(app: FastifyInstance, deps: Deps): void {
  for (const name of logos) {
    mountPage(app, `/assets/payment-methods/${name}.svg`, () => ({
      type: 'image/svg+xml',
      body: logo(name),
      keepSeconds: daySeconds,
    }));
  }
  for (const kind of ['terms', 'privacy'] as const) {
    for (const language of languages) {
      mountPage(app, `/legal/${kind}/${language.toLowerCase()}`, () => legalPage(kind, language, deps.basePath));
    }
  }
  app.get<{ Params: { token: string } }>('/legal/plan/:token', (request, reply) => {
    const shown = planOfUrl(request.params.token, deps.secrets.signers);
    const plan = shown && planOf(shown.basketMinor, shown.terms);
    if (!shown || !plan) return sendRefusal(request, reply, refuse('route.unknown'), 'EN');
    const page = planPage(plan, shown, deps.basePath);
    return reply
      .header('content-security-policy', `${page.policy ?? ''}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`)
      .header('cache-control', 'public, max-age=3600')
      .type(page.type)
      .send(page.body);
  });
}

function legalPage(kind: 'terms' | 'privacy', language: Language, basePath: string): Page {
  const words = texts[language].checkout;
  const title = words[`${kind}Title`];
  const paragraphs = ([1, 2, 3, 4] as const).map((number) => html`<li>${words[`${kind}${number}`]}</li>`);
  return framed({
    basePath,
    title,
    description: title,
    language: texts[language].writing.tag,
    main: html`<article class="legal"><h1>${title}</h1><p class="sample">${words.sampleNotice}</p><ol>${paragraphs}</ol></article>`,
  });
}

/** What a buyer compares plans by; in Germany what section 507 BGB demands before an installment purchase. */
function planPage(plan: Plan, { language, currency }: ShownPlan, basePath: string): Page {
  const words = texts[language].checkout;
  // The link says no country, but most currencies are those of one.
  const [country, another] = countryCodes.filter((code) => countries[code].currency === currency);
  const only = another === undefined ? country : undefined;
  const amount = (minor: bigint): string => amountIn(language, minor, currency, only);
  const { terms } = plan;
  const facts: [string, string][] = [
    [words.creditAmount, amount(plan.basketMinor)],
    [words.installmentCount, String(terms.numberOfInstallments)],
    [words.monthlyInstallment, amount(plan.installmentMinor)],
    [words.nominalRate, percentIn(language, (terms.interestRateBps / 100).toFixed(2), only)],
    [words.annualRate, percentIn(language, plan.effectiveAnnualPercentageRate, only)],
    [words.startupFee, amount(terms.startupFeeMinor)],
    [words.monthlyFee, amount(terms.monthlyFeeMinor)],
    [words.totalAmount, amount(plan.totalMinor)],
  ];
  const rows: Html[] = plan.installments.map(
    (each, index) => html`<tr><th scope="row">${index + 1}</th><td>${amount(installmentMinor(each))}</td></tr>`,
  );
  return framed({
    basePath,
    title: words.installmentContract,
    description: words.installmentContract,
    language: texts[language].writing.tag,
    main: html`<article class="legal"><h1>${words.installmentContract}</h1>
<p class="warning"><strong>${texts[language].contract.warning}</strong></p>
<dl>${facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
<table><thead><tr><th scope="col">#</th><th scope="col">${words.monthlyInstallment}</th></tr></thead><tbody>${rows}</tbody></table></article>`,
  });
}
