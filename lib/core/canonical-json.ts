/**
 * JSON in the canonical form of RFC 8785, so that equal values have equal bytes: names ordered by their UTF-16 code
 * units, no whitespace. Numbers and strings have ECMAScript's form, as the RFC requires.
 * @throws Error for values outside JSON: undefined, NaN, infinity, half of a surrogate pair
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const names = Object.keys(value).sort();
    const fields = value as Readonly<Record<string, unknown>>;
    return `{${names.map((name) => `${textOf(name)}:${canonicalJson(fields[name])}`).join(',')}}`;
  }
  if (typeof value === 'string') return textOf(value);
  if (value === null || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value)))
    return JSON.stringify(value);
  throw new Error(`JSON has no ${typeof value === 'number' ? value : typeof value}`);
}

function textOf(text: string): string {
  if (!text.isWellFormed()) throw new Error('a text with half of a surrogate pair is no JSON');
  return JSON.stringify(text);
}
