/**
 * The PDF engine: the cost of a document when everything is warm, as a ratio to two native tools that only read it, and
 * the cost of the first document of a new process.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { buildFunctions } from '../../lib/infra/bundle.ts';
import { newTimeBudget } from '../../lib/pdf/base/budgets.ts';
import { askPdfium } from '../../lib/pdf/pdfium/pdfium.ts';
import { ADDRESS_BOX } from '../../lib/pdf/print/address-block.ts';
import { prepareVerification } from '../../lib/pdf/verification-file.ts';
import { RECIPIENT, SENDER } from '../programs/pdf/addresses.ts';
import { fixture, fixturePath, LETTERS, REQUEST, valuesFor } from '../programs/pdf/fixture-letters.ts';
import type { BenchRow } from './support/benches.ts';

export const name = 'pdf';
export const tools = { pdftotext: 'poppler-utils', qpdf: 'qpdf' };

const ROUNDS = 15;
/** Pages printed before the first round: until then V8 spends more time on compiling than on printing. */
const WARM_UP_PAGES = 100;
const COLD_ROUNDS = 5;
const BLANK_CHECKS = 200;
const PAGE_URL = 'https://confirma.example/acc_1/pagina';
/** About 2,600 glyphs a page, as in a full contract. */
const DENSE_LINES = 34;
/** On each page. */
const LINES_WITH_MARKERS = 3;

interface Document {
  label: string;
  pages: number;
  lines: number;
  aims: { ratio: string; processorRatio?: string; engineRatio?: string; memory: string };
}

const DOCUMENTS: readonly Document[] = [
  {
    label: '1 page',
    pages: 1,
    lines: 12,
    aims: { ratio: '≤ 1.5', processorRatio: '≤ 2', engineRatio: '≤ 1', memory: '≤ 180' },
  },
  {
    label: '12 dense pages',
    pages: 12,
    lines: DENSE_LINES,
    aims: { ratio: '≤ 3', memory: '≤ 256' },
  },
];

export async function run(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'malote-bench-pdf-'));
  try {
    const bundle = await bundleOf(folder);
    const rows: BenchRow[] = [];
    for (const document of DOCUMENTS) {
      const bytes = await letterOf(document);
      const path = join(folder, `${document.pages}.pdf`);
      writeFileSync(path, bytes);
      rows.push(...(await warm(document, bytes, path)), ...cold(document, bundle, path));
      if (document.pages === 12) rows.push(await blankChecks(bytes));
    }
    const letters = LETTERS.map((letter) => ({
      path: fixturePath(letter),
      request: { ...REQUEST, variables: valuesFor(fixture(letter)) },
    }));
    const { megabytes } = inBundle<{ megabytes: number }>(bundle, 'pdf-memory.js', JSON.stringify(letters));
    rows.push({ metric: 'resident memory after 100 letters', value: megabytes, unit: 'MB', aim: '≤ 256' });
    return rows;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A verification's document with markers in its text; the address area stays blank. */
async function letterOf({ pages, lines }: Document): Promise<Uint8Array> {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  const font = await pdf.embedFont(StandardFonts.TimesRoman);
  for (let number = 1; number <= pages; number++) {
    const page = pdf.addPage([595.28, 841.89]);
    for (let line = 0; line < lines; line++) {
      const name = line < LINES_WITH_MARKERS ? '{{nome}}' : 'cliente';
      const text = `${line + 1}. Prezada ${name}, as partes declaram ter lido e aceitado esta condição do contrato.`;
      page.drawText(text, { x: 57, y: 570 - line * 14, size: 11, font });
    }
    if (number === 1) page.drawText('{{OTP_CODE}}', { x: 57, y: 60, size: 20, font });
  }
  return pdf.save({ useObjectStreams: false });
}

/** Two copies, the printed one and the one that may be shown: everything a request does with a document. */
async function warm({ label, pages, aims }: Document, bytes: Uint8Array, path: string): Promise<BenchRow[]> {
  const request = {
    placement: 'first_page',
    doubleSided: true,
    param: 'file',
    method: 'hosted_page',
    variables: { nome: 'Zuleide Conceição' },
    to: RECIPIENT,
    from: SENDER,
    code: '739154',
    hostedPageUrl: PAGE_URL,
    qrCodeUrl: `${PAGE_URL}#739154`,
  } as const;
  for (let printed = 0; printed < WARM_UP_PAGES; printed += pages) await prepareVerification(bytes, request);
  const [ours, native, oursOfProcessor, oursWithoutPdfium, nativeOfProcessor]: number[][] = [[], [], [], [], []];
  // Alternating, so that both run under the same load.
  for (let round = 0; round < ROUNDS; round++) {
    const [before, ofThread] = [process.cpuUsage(), process.threadCpuUsage()];
    ours!.push(
      await timed(async () => {
        const prepared = await prepareVerification(bytes, request);
        if (!prepared.ok) throw new Error(JSON.stringify(prepared.details));
      }),
    );
    oursOfProcessor!.push(milliseconds(process.cpuUsage(before)));
    oursWithoutPdfium!.push(milliseconds(process.threadCpuUsage(ofThread)));
    native!.push(
      await timed(() => {
        nativeOfProcessor!.push(processorMsOf(`qpdf --check "$0" > /dev/null; pdftotext "$0" - > /dev/null`, path));
      }),
    );
  }
  return [
    { metric: `two copies, warm, ${label}, median`, value: median(ours!), unit: 'ms' },
    { metric: `two copies, warm, ${label}, processor, median`, value: median(oursOfProcessor!), unit: 'ms' },
    {
      metric: `two copies, warm, ${label}, to qpdf --check + pdftotext`,
      value: median(ours!) / median(native!),
      unit: '×',
      aim: aims.ratio,
    },
    {
      metric: `two copies, warm, ${label}, to the same, processor`,
      value: median(oursOfProcessor!) / median(nativeOfProcessor!),
      unit: '×',
      ...(aims.processorRatio && { aim: aims.processorRatio }),
    },
    {
      // PDFium's thread draws and compares the pages.
      metric: `two copies, warm, ${label}, without preflight, to the same, processor`,
      value: median(oursWithoutPdfium!) / median(nativeOfProcessor!),
      unit: '×',
      ...(aims.engineRatio && { aim: aims.engineRatio }),
    },
  ];
}

const milliseconds = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000;

/** Processor time of the programs that a shell line starts; `times` prints the shell's own first, then theirs. */
function processorMsOf(line: string, path: string): number {
  const output = execFileSync('bash', ['-c', `${line}; times`, path], { encoding: 'utf8' });
  const children = output.trim().split('\n').at(-1)!;
  return Array.from(children.matchAll(/(\d+)m([\d.]+)s/g)).reduce(
    (sum, [, minutes, seconds]) => sum + 1000 * (60 * Number(minutes) + Number(seconds)),
    0,
  );
}

/** Only page 1, as it is saved for the check. */
async function blankChecks(bytes: Uint8Array): Promise<BenchRow> {
  const times: number[] = [];
  for (let check = 0; check < BLANK_CHECKS; check++)
    times.push(await timed(() => askPdfium('inkIn', { file: bytes, page: 0, box: ADDRESS_BOX }, newTimeBudget())));
  return { metric: 'blank check, p95', value: percentile(times, 95), unit: 'ms', aim: '≤ 10' };
}

async function bundleOf(outdir: string): Promise<string> {
  const functionsRoot = join(import.meta.dirname, 'support/pdf-functions');
  const [bundle] = (await buildFunctions({ functionsRoot, outdir })).values();
  return bundle!.directory;
}

/** New processes that load the bundle. */
function cold({ label, aims }: Document, bundle: string, path: string): BenchRow[] {
  const request = JSON.stringify({
    ...REQUEST,
    placement: 'first_page',
    doubleSided: true,
    variables: { nome: 'Zuleide Conceição', OTP_CODE: '123 456' },
  });
  const measured = Array.from({ length: COLD_ROUNDS }, () =>
    inBundle<{ milliseconds: number; processorMs: number; megabytes: number }>(
      bundle,
      'pdf-cold-start.js',
      path,
      request,
    ),
  );
  return [
    {
      metric: `import and first document, ${label}, median`,
      value: median(measured.map(({ milliseconds }) => milliseconds)),
      unit: 'ms',
    },
    {
      metric: `import and first document, ${label}, processor, median`,
      value: median(measured.map(({ processorMs }) => processorMs)),
      unit: 'ms',
      ...(label === '1 page' && { aim: '≤ 150' }),
    },
    {
      metric: `resident memory afterwards, ${label}, median`,
      value: median(measured.map(({ megabytes }) => megabytes)),
      unit: 'MB',
      aim: aims.memory,
    },
  ];
}

/** Runs a program of `support` on the bundle in its own process. */
function inBundle<Result>(bundle: string, name: string, ...args: string[]): Result {
  const program = join(import.meta.dirname, 'support', name);
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, join(bundle, 'handler.mjs'), ...args], {
    env: { ...process.env, LAMBDA_TASK_ROOT: bundle },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Result;
}

async function timed(act: () => unknown): Promise<number> {
  const started = performance.now();
  await act();
  return performance.now() - started;
}

const median = (values: readonly number[]) => percentile(values, 50);

function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))]!;
}
