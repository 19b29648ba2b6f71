/**
 * JSON as RFC 8785 writes it, so that equal values have equal bytes: names in the order of their UTF-16 code units, no blanks.
 * Numbers and texts are as ECMAScript writes them, which is what the RFC asks for.
 * @throws Error for what JSON cannot say: undefined, NaN, infinity, half of a surrogate pair
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
