import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openPromise } from 'yauzl';
import { inspectLetter, prepareLetter } from '../../../lib/pdf/letter-file.ts';
import { TEMPLATE_VARIABLES } from '../../../lib/programs/site/letter-pictures.ts';
import {
  convert,
  TEMPLATE_FOLDER,
  TEMPLATE_NAME,
  TEMPLATE_SOURCE,
} from '../../../lib/programs/site/letter-template.ts';
import { RECIPIENT, SENDER } from '../pdf/addresses.ts';
import { textOf, wordsOf } from '../pdf/tools.ts';

const at = (format: string) => join(TEMPLATE_FOLDER, `${TEMPLATE_NAME}.${format}`);
const ORDER = { placement: 'first_page', doubleSided: false, param: 'file' } as const;
const FILLED = { ...ORDER, variables: TEMPLATE_VARIABLES };
const PASSES = { ok: true, pages: 1, sheets: 1, warnings: [] };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'malote-template-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('the DOCX consists of its source parts', async () => {
  const archive = await openPromise(at('docx'));
  const parts: Record<string, string> = {};
  for await (const entry of archive.eachEntry())
    if (!entry.fileName.endsWith('/'))
      parts[entry.fileName] = (await buffer(await archive.openReadStreamPromise(entry))).toString();
  const files = globSync('{*.xml,_rels/.rels,word/**/*.{xml,rels}}', { cwd: TEMPLATE_SOURCE });
  const sources = files.map((path) => [path, readFileSync(join(TEMPLATE_SOURCE, path), 'utf8')]);
  expect(sources).toHaveLength(9);
  expect(parts).toEqual(Object.fromEntries(sources));
});

describe('the PDF that LibreOffice made from it', () => {
  test('passes the check of a letter, with all its markers and without a warning', async () => {
    expect(await inspectLetter(await readFile(at('pdf')), FILLED)).toMatchObject(PASSES);
  });

  test('has the texts of the DOCX', async () => {
    const header = readFileSync(join(TEMPLATE_SOURCE, 'word/first-header.xml'), 'utf8');
    const body = readFileSync(join(TEMPLATE_SOURCE, 'word/document.xml'), 'utf8');
    const paragraphs = `${header}${body}`.split('</w:p>').map((paragraph) => paragraph.replaceAll(/<[^>]*>/g, ''));
    const words = (text: string) => text.split(/\s+/).filter(Boolean).sort();
    const printed = textOf(await readFile(at('pdf'))).replace(/Página 1 de 1/, '');
    expect(words(printed)).toEqual(words(paragraphs.join(' ')));
  });

  test('keeps the address separate from everything else', async () => {
    const prepared = await prepareLetter(await readFile(at('pdf')), { ...FILLED, to: RECIPIENT, from: SENDER });
    if (!prepared.ok) throw new Error(JSON.stringify(prepared.details));
    const inside = wordsOf(prepared.file, 1).filter(({ left, top }) => left < 110 && top > 44 && top < 91);
    const own = ['Remetente:', 'Empresa', 'Ana', 'Caiubi,', 'Perdizes', '05010-000'];
    expect(inside.map(({ text }) => text)).toEqual(expect.arrayContaining(own));
    expect(inside.map(({ text }) => text).join(' ')).not.toMatch(/Assunto|Nome|Contrato|Olá/);
  });
});

/** Calc alone has the same program, and converts no letter. */
const program = spawnSync('sh', ['-c', 'readlink -f "$(command -v soffice)"'], { encoding: 'utf8' }).stdout.trim();
const hasLibreOffice = existsSync(join(dirname(program), 'libswlo.so'));
const why = hasLibreOffice ? '' : ' - NOT TRIED: Writer is missing, apt install libreoffice-writer-nogui';

(hasLibreOffice ? describe : describe.skip)(`by LibreOffice here${why}`, () => {
  test.each(['docx', 'odt'])('the %s becomes a PDF that passes the check', async (format) => {
    const file = await readFile(await convert(at(format), 'pdf', folder));
    expect(await inspectLetter(file, FILLED)).toMatchObject(PASSES);
    expect(textOf(file)).toEqual(textOf(await readFile(at('pdf'))));
  });
});
