import type { LetterRequest } from '../../../lib/pdf/letter-file.ts';
import { prepareVerification } from '../../../lib/pdf/verification-file.ts';
import { filled, fixture, LETTERS, REQUEST, TABLES, valuesFor } from './fixture-letters.ts';
import { SECRETS } from './template.ts';
import { run } from './tools.ts';
import { letters, printed } from './verification-letters.ts';

export type Placement = LetterRequest['placement'];

/** Options for a print file. */
export interface Choice {
  placement?: Placement;
  /** Changes its default values. */
  edit?: (value: string) => string;
}

/** Print files of fixtures, by name. */
export type PrintFiles = Readonly<Record<string, (choice?: Choice) => Promise<Uint8Array>>>;

const TABLE_VALUES = { nome: 'Zuleide Conceição', parcela: '12 de 24', valor: '1.234.567,89', total: '1.234.579,89' };
const LONG = ['chromium', 'libreoffice'].flatMap((program) => [2, 3, 13].map((pages) => `${program}-letter-${pages}`));
const PROTECTED = ['owner-aes256', 'owner-rc4-128', 'owner-rc4-40', 'object-streams'].map(
  (protection) => `encrypted-${protection}`,
);

/** Where the address may go: wkhtmltopdf's margins leave no room in the window. */
export const placementsOf = (name: string): readonly Placement[] =>
  name.startsWith('wkhtmltopdf') ? ['extra_page'] : ['first_page', 'extra_page'];

const byName = (names: readonly string[], print: (name: string, choice: Choice) => Promise<Uint8Array>): PrintFiles =>
  Object.fromEntries(names.map((name) => [name, (choice = {}) => print(name, choice)]));

function edited(values: Record<string, string>, { edit = (value) => value }: Choice): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, edit(value)]));
}

function letter(source: Uint8Array, choice: Choice, changes: Partial<LetterRequest> = {}) {
  const { placement = 'extra_page' } = choice;
  return filled(source, edited(valuesFor(source), choice), { placement, ...changes });
}

export const LETTER_FILES = byName([...LETTERS, ...PROTECTED], (name, choice) => letter(fixture(name), choice));

export const TABLE_FILES = byName(TABLES, (name, choice) => {
  const { placement = 'extra_page' } = choice;
  return filled(fixture(name), edited(TABLE_VALUES, choice), { placement });
});

/** An envelope holds ten pages and a sheet for the address. */
const TEN_PAGES = ['--static-id', 'FILE', '--pages', '.', '1-10', '--', '-'];

export const LONG_FILES = byName(LONG, (name, choice) => {
  const source = fixture(name);
  const fitting = name.endsWith('-13') ? run('qpdf', source, TEN_PAGES).output : source;
  return letter(fitting, choice, { doubleSided: true });
});

export const VERIFICATION_FILES: PrintFiles = {
  'chromium-verification': async (choice = {}) => {
    const { placement = 'extra_page' } = choice;
    const variables = edited({ nome: 'Ana Souza', valor: 'R$ 10,00' }, choice);
    const request = { ...REQUEST, ...SECRETS, method: 'hosted_page', placement, variables } as const;
    const result = await prepareVerification(fixture('chromium-verification'), request);
    if (!result.ok) throw new Error(JSON.stringify(result.details));
    return result.file;
  },
  ...byName(Object.keys(letters), (name) => printed(letters[name]!)),
};
