import { fill } from '../../adapters/http/error-reply.ts';
import { problems } from '../../texts/errors/error-catalogue.ts';

type Words = Readonly<Record<string, string>>;

/** Phrases that the description generates, alone or within a text. */
const phrases: readonly (readonly [english: RegExp, portuguese: string])[] = [
  [/(^| )Today ((?:`[^`]+`(?:, )?)+); more may come\.$/, '$1Hoje $2; outros podem surgir.'],
  [/(^| )In centavos\.$/, '$1Em centavos.'],
  [/^Begins with (`\w+`)\.$/, 'Começa com $1.'],
];
/** Names that are the same in every language: the product's, and event types. */
const NAME = /^(?:Malote|[a-z_]+\.[a-z_]+)$/;
/** Keys that contain values, not texts. */
const VALUES = new Set(['example', 'value']);
const TEXTS = new Set(['description', 'summary', 'title']);

/**
 * The API description with its texts in Portuguese, for the reference of the Portuguese site.
 * @param translations English to Portuguese, by paragraph (`docs/site/reference.pt-BR.json`); those of errors are in
 * the error catalogue
 * @throws Error naming paragraphs without a translation, and unused translations
 */
export function portugueseDescription(description: string, translations: Words): string {
  const errors = Object.fromEntries(
    Object.entries(problems).map(([code, { texts }]) => [
      `\`${code}\`: ${fill(texts, 'en')}`,
      `\`${code}\`: ${fill(texts, 'pt-BR')}`,
    ]),
  );
  const used = new Set<string>();
  const missing = new Set<string>();

  const paragraph = (text: string): string => {
    if (NAME.test(text)) return text;
    const known = translations[text] ?? errors[text];
    if (known !== undefined) {
      used.add(text);
      return known;
    }
    const [english, portuguese] = phrases.find(([pattern]) => pattern.test(text)) ?? [];
    if (!english || portuguese === undefined) {
      missing.add(text);
      return text;
    }
    const rest = text.replace(english, '');
    return (rest && paragraph(rest)) + text.slice(rest.length).replace(english, portuguese);
  };
  const inside = (node: unknown, walkEntry: (key: string, value: unknown) => unknown): unknown => {
    if (Array.isArray(node)) return node.map((each) => inside(each, walkEntry));
    if (typeof node !== 'object' || node === null) return node;
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, walkEntry(key, value)]));
  };
  const walk = (node: unknown): unknown =>
    inside(node, (key, value) => {
      if (VALUES.has(key)) return value;
      if (TEXTS.has(key) && typeof value === 'string') return value.split('\n\n').map(paragraph).join('\n\n');
      // Fields may have any name, also `value`.
      return key === 'properties' ? inside(value, (_, field) => walk(field)) : walk(value);
    });

  const translated = JSON.stringify(walk(JSON.parse(description)));
  const unused = Object.keys(translations).filter((text) => !used.has(text));
  if (missing.size > 0 || unused.length > 0)
    throw new Error(
      [
        'docs/site/reference.pt-BR.json does not fit the API description.',
        ...Array.from(missing, (text) => `Without a translation: ${text}`),
        ...unused.map((text) => `Translated, but nowhere in it: ${text}`),
      ].join('\n'),
    );
  return translated;
}
