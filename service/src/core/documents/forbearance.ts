// A way out before anything is enforced, and where debt advice is found (Directive (EU) 2023/2225, articles 35 and 36).
import { type CountryCode, countries } from '../countries/countries.ts';
import { fill } from '../texts/fill.ts';
import { type Language, texts } from '../texts/texts.ts';
import type { Block } from './document.ts';

interface Offering {
  readonly language: Language;
  readonly country: CountryCode;
  /** Whether the law of the day asks for it. */
  readonly offersForbearance: boolean;
}

export function forbearance({ language, country, offersForbearance }: Offering): Block[] {
  if (!offersForbearance) return [];
  const advice = fill(texts[language].contract.debtAdviceText, { list: countries[country].law.debtAdvice.text });
  return [
    { kind: 'paragraph', text: texts[language].reminder.forbearance, tone: 'strong' },
    { kind: 'paragraph', text: advice },
  ];
}
