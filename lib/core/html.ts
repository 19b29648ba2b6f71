/** Text that is already HTML. Only `html` and `verbatim` make it, so nothing reaches the page unescaped by accident. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type HtmlPart = Html | string | number | null | readonly HtmlPart[];

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/**
 * HTML with its values escaped, both in text and in quoted attributes. Lists are joined; null becomes an empty string.
 * Never put values into an unquoted attribute, a script or a style: escaping does not help there.
 */
export function html(strings: TemplateStringsArray, ...parts: HtmlPart[]): Html {
  return new Html(strings.reduce((text, string, index) => text + render(parts[index - 1] ?? null) + string));
}

/** The project's own text, inserted unchanged: the style and the script. Never a value from outside. */
export function verbatim(text: string): Html {
  return new Html(text);
}

const escaped = new Map(Object.entries(escapes).map(([character, entity]) => [entity, character]));
const ENTITY = new RegExp([...escaped.keys()].join('|'), 'g');

/** The visible text of the project's HTML: without tags, in one line. */
export function textOf({ text }: Html): string {
  const withoutTags = text.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ');
  return withoutTags.replace(ENTITY, (entity) => escaped.get(entity)!).trim();
}

function render(part: HtmlPart): string {
  if (part === null) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(render).join('');
  return String(part).replace(/[&<>"']/g, (character) => escapes[character]!);
}
