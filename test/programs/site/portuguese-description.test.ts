import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { portugueseDescription } from '../../../lib/programs/site/portuguese-description.ts';

const read = (path: string) => readFileSync(resolve(import.meta.dirname, '../../..', path), 'utf8');
const description = read('docs/api/openapi.json');
const translations = JSON.parse(read('docs/site/reference.pt-BR.json')) as Record<string, string>;

/** Everything except its texts. */
const shape = (text: string) =>
  JSON.stringify(JSON.parse(text), (key, value: unknown) =>
    ['description', 'summary'].includes(key) && typeof value === 'string' ? undefined : value,
  );

describe('the description in Portuguese', () => {
  const portuguese = portugueseDescription(description, translations);

  test('differs only in texts', () => {
    expect(portuguese).not.toBe(JSON.stringify(JSON.parse(description)));
    expect(shape(portuguese)).toBe(shape(description));
  });

  test('has the errors of the catalogue, and says that more values may appear', () => {
    const { paths } = JSON.parse(portuguese) as {
      paths: Record<string, { post: { responses: Record<string, { description: string }> } }>;
    };
    expect(paths['/letters']!.post.responses['402']!.description).toMatch(/^`insufficient_balance`: O saldo da conta/);
    expect(portuguese).toContain('"Preço de uma unidade. Em centavos."');
    expect(portuguese).toContain(
      '`pay_as_you_go`, `essential`, `professional`, `scale`, `enterprise`; outros podem surgir.',
    );
  });

  test('keeps code in backquotes', () => {
    const code = (text: string) => [...text.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name).sort();
    for (const [english, text] of Object.entries(translations)) expect(code(text)).toEqual(code(english));
  });

  test('is rejected if a text has no translation, or a translation no text', () => {
    const { 'The letter.': _, ...fewer } = translations;
    expect(() => portugueseDescription(description, fewer)).toThrow('Without a translation: The letter.');
    const more = { ...translations, 'The moon.': 'A lua.' };
    expect(() => portugueseDescription(description, more)).toThrow('nowhere in it: The moon.');
  });
});
