import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type LetterRequest, prepareLetter } from '../../../lib/pdf/letter-file.ts';
import { RECIPIENT, SENDER } from './addresses.ts';
import { run } from './tools.ts';

const folder = new URL('../../support/fixtures/pdf/', import.meta.url);

export const fixturePath = (name: string): string => fileURLToPath(new URL(`${name}.pdf`, folder));

export const fixture = (name: string): Buffer => readFileSync(fixturePath(name));

/** Letters with markers, each made by another program. */
export const LETTERS: readonly string[] = readdirSync(folder)
  .filter((name) => /(-letter|letter-1)\.pdf$/.test(name) && !name.includes('us-letter'))
  .map((name) => name.replace('.pdf', ''));

/** The same table, made by different programs. */
export const TABLES: readonly string[] = readdirSync(folder)
  .filter((name) => name.endsWith('-table.pdf'))
  .map((name) => name.replace('.pdf', ''));

/** A value for each marker in the letters. */
export const VALUES: Readonly<Record<string, string>> = {
  nome: 'Zuleide Conceição',
  contrato: '98.765/2026',
  valor: 'R$ 1.234,56',
  data: '30/11',
  cidade: 'Jaboatão dos Guararapes',
  AV_To: 'Avto',
  fim: 'Fim.',
};

export const compact = (text: string): string => text.replace(/\s/g, '');

/** The markers in a file according to poppler, which shares no code with us. */
export function markersIn(file: Uint8Array): string[] {
  const raw = run('pdftotext', file, ['-raw', 'FILE', '-']).output.toString();
  // LaTeX's default encoding draws the underscore as a rule, which poppler does not read.
  const names = [...compact(raw).matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => (name === 'AVTo' ? 'AV_To' : name!));
  return names.sort();
}

/** The values for a file's own markers. */
export function valuesFor(file: Uint8Array): Record<string, string> {
  return Object.fromEntries(markersIn(file).map((name) => [name, VALUES[name]!]));
}

export const REQUEST: LetterRequest = {
  placement: 'extra_page',
  doubleSided: false,
  to: RECIPIENT,
  from: SENDER,
  param: 'document.data',
};

/** The print file of a letter with these values; its page 1 is the letter's page 1. */
export async function filled(
  bytes: Uint8Array,
  variables: Record<string, string>,
  changes: Partial<LetterRequest> = {},
): Promise<Uint8Array> {
  const result = await prepareLetter(bytes, { ...REQUEST, ...changes, variables });
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.details)}`);
  return result.file;
}
