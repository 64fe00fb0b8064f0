// HTML as a tagged template: what is filled in is escaped unless it is HTML itself.
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Filling = string | number | Html | readonly Html[] | false | undefined;

export function html(parts: TemplateStringsArray, ...fillings: readonly Filling[]): Html {
  return new Html(parts.map((part, index) => part + written(fillings[index])).join(''));
}

function written(filling: Filling): string {
  if (filling === undefined || filling === false) return '';
  if (filling instanceof Html) return filling.text;
  if (typeof filling === 'object') return filling.map(written).join('');
  return escaped(String(filling));
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
