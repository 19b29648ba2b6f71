import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { prepareLetter } from '../../../lib/pdf/letter-file.ts';
import { prepareTemplate } from '../../../lib/pdf/own-letter/template-file.ts';
import { letterProof } from '../../../lib/pdf/proof-file.ts';
import { prepareVerification } from '../../../lib/pdf/verification-file.ts';
import { launchChromium } from '../confirmation-page/chromium.ts';
import { indexedPng } from '../confirmation-page/indexed-png.ts';
import { RECIPIENT, SENDER } from './addresses.ts';
import { handmade } from './handmade.ts';
import { TABLE_FILES } from './print-files.ts';
import { discPng, SECRETS, TEMPLATE } from './template.ts';
import { run } from './tools.ts';

/** `npm run letter:contact-sheet`: pages before and after, side by side, for `docs/letters`. */
const folder = new URL('../../../docs/letters/', import.meta.url);

const fixture = (name: string) => readFileSync(new URL(`../../support/fixtures/pdf/${name}.pdf`, import.meta.url));
const LAYOUT = { placement: 'first_page', doubleSided: false, param: 'file', to: RECIPIENT, from: SENDER } as const;
const VARIABLES = {
  nome: 'Maria Aparecida da Conceição',
  contrato: '98.765/2026',
  valor: 'R$ 1.234,56',
  data: '30/11/2026',
  cidade: 'Jaboatão dos Guararapes',
};

interface Row {
  title: string;
  before?: Uint8Array;
  after: Uint8Array | undefined;
  /** The part of the picture that is shown; by default the whole page. */
  part?: { top: number; height: number };
}

const DPI = 85;
/** All tables are between these heights of the page, in points from its top. */
const TABLE = { top: 220, bottom: 490 };
const tablePart = {
  top: Math.round((TABLE.top * DPI) / 72),
  height: Math.round(((TABLE.bottom - TABLE.top) * DPI) / 72),
};

const inked = handmade({
  content: 'BT /F1 12 Tf 60 650 Td (Rua Antiga, 5) Tj 0 -250 Td (Cara {{nome}}, bom dia.) Tj ET',
});

const rows: Row[] = [
  ...(await Promise.all(['chromium-letter-1', 'typst-letter', 'pdflatex-letter'].map(filled))),
  { title: 'verification, the copy to show', before: fixture('chromium-verification'), after: await verification() },
  {
    title: 'refused: --show-areas',
    before: inked,
    after: await letterProof(inked, { ...LAYOUT, variables: { nome: 'Ana' } }),
  },
  { title: "the service's own letter", after: await ownLetter() },
  ...(await Promise.all(
    Object.entries(TABLE_FILES).map(async ([title, print]) => ({
      title,
      before: fixture(title),
      after: await print(),
      part: tablePart,
    })),
  )),
];

const browser = await launchChromium();
const page = await (await browser.newContext({ viewport: { width: 1800, height: 800 } })).newPage();
await page.setContent(`<style>
  body { margin: 10px; background: #ddd; font: 13px sans-serif; display: grid; grid-template-columns: repeat(3, 1fr); gap: 10px }
  figure { margin: 0; display: grid; grid-template-columns: 1fr 1fr; gap: 4px } figcaption { grid-column: span 2 }
  img { width: 100%; background: white } </style>${rows.map(figure).join('')}`);
mkdirSync(folder, { recursive: true });
writeFileSync(new URL('contact-sheet.png', folder), await indexedPng(await page.screenshot({ fullPage: true })));
await browser.close();

function figure({ title, before, after, part }: Row): string {
  return `<figure><figcaption>${title}</figcaption>${[before, after].map((file) => (file ? picture(file, part) : '')).join('')}</figure>`;
}

function picture(file: Uint8Array, part?: Row['part']): string {
  const lines = part ? ['-x', '0', '-W', '10000', '-y', String(part.top), '-H', String(part.height)] : [];
  const { output } = run('pdftoppm', file, ['-r', String(DPI), ...lines, '-png', '-f', '1', '-l', '1', 'FILE']);
  return `<img src="data:image/png;base64,${output.toString('base64')}">`;
}

async function filled(name: string): Promise<Row> {
  const before = fixture(name);
  const text = run('pdftotext', before, ['FILE', '-']).output.toString();
  const known = { ...VARIABLES, AV_To: 'Avenida', fim: 'Atenciosamente.' };
  const used = Object.entries(known).filter(([marker]) => text.replaceAll('AV To', 'AV_To').includes(`{{${marker}}}`));
  const result = await prepareLetter(before, { ...LAYOUT, variables: Object.fromEntries(used) });
  if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result.details)}`);
  return { title: name, before, after: result.file };
}

async function verification(): Promise<Uint8Array> {
  const variables = { nome: 'Ana Souza', valor: 'R$ 10,00' };
  const request = { ...LAYOUT, ...SECRETS, method: 'hosted_page', variables } as const;
  const result = await prepareVerification(fixture('chromium-verification'), request);
  if (!result.ok) throw new Error(JSON.stringify(result.details));
  return result.preview;
}

async function ownLetter(): Promise<Uint8Array> {
  const template = { ...TEMPLATE, logo: discPng(200) };
  const result = await prepareTemplate({ ...SECRETS, template, to: RECIPIENT, from: SENDER });
  if (!result.ok) throw new Error(JSON.stringify(result.details));
  return result.preview;
}
