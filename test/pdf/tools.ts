import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Programs that judge our files: they share no code with us. Tool → Debian package. */
const PACKAGES = {
  pdftotext: 'poppler-utils',
  pdfinfo: 'poppler-utils',
  pdffonts: 'poppler-utils',
  pdftoppm: 'poppler-utils',
  mutool: 'mupdf-tools',
  qpdf: 'qpdf',
  zbarimg: 'zbar-tools',
  tesseract: 'tesseract-ocr-por',
} as const;

type Tool = keyof typeof PACKAGES;

export interface Run {
  output: Buffer;
  errors: string;
  status: number | null;
}

/** Runs a tool on a file given as bytes: every `FILE` among the arguments becomes its path. */
export function run(tool: Tool, file: Uint8Array, args: readonly string[]): Run {
  const folder = mkdtempSync(join(tmpdir(), 'malote-pdf-'));
  const path = join(folder, 'file.pdf');
  try {
    writeFileSync(path, file);
    const result = spawnSync(
      tool,
      args.map((arg) => (arg === 'FILE' ? path : arg)),
      { maxBuffer: 64 * 1024 * 1024, timeout: 20_000 },
    );
    if (result.error)
      throw new Error(`${tool} does not run: install the package ${PACKAGES[tool]}`, { cause: result.error });
    return { output: result.stdout, errors: result.stderr.toString(), status: result.status };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The text of a page (from 1) or of all pages, laid out as printed. */
export function textOf(file: Uint8Array, page?: number): string {
  const range = page === undefined ? [] : ['-f', String(page), '-l', String(page)];
  return run('pdftotext', file, ['-layout', ...range, 'FILE', '-']).output.toString();
}

export interface Word {
  text: string;
  /** Millimetres from the top left corner of the page. */
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The words of a page with the boxes poppler gives them. */
export function wordsOf(file: Uint8Array, page: number): Word[] {
  const range = ['-f', String(page), '-l', String(page)];
  const xml = run('pdftotext', file, ['-bbox', '-cropbox', ...range, 'FILE', '-']).output.toString();
  const toMm = (points: string | undefined) => (Number(points) * 25.4) / 72;
  return [...xml.matchAll(/<word xMin="(.*?)" yMin="(.*?)" xMax="(.*?)" yMax="(.*?)">(.*?)<\/word>/g)].map(
    ([, left, top, right, bottom, text]) => ({
      text: text!,
      left: toMm(left),
      top: toMm(top),
      right: toMm(right),
      bottom: toMm(bottom),
    }),
  );
}

export interface Raster {
  width: number;
  height: number;
  /** One byte a pixel, 0 black to 255 white, rows from the top. */
  pixels: Buffer;
}

/** Renderers that share no code with us nor with one another, each with its program's arguments for a page in gray. */
const RENDERERS = {
  poppler: (page: number, dpi: number) =>
    ['pdftoppm', ['-r', String(dpi), '-gray', '-f', String(page), '-l', String(page), 'FILE']] as const,
  mupdf: (page: number, dpi: number) =>
    ['mutool', ['draw', '-q', '-F', 'pgm', '-r', String(dpi), '-o', '-', 'FILE', String(page)]] as const,
};

export type Renderer = keyof typeof RENDERERS;

/** A page as a renderer draws it, in gray. */
export function rasterOf(file: Uint8Array, page: number, dpi = 100, renderer: Renderer = 'poppler'): Raster {
  const [program, args] = RENDERERS[renderer](page, dpi);
  const { output } = run(program, file, args);
  const header = /^P5\s+(?:#.*\s+)?(\d+)\s+(\d+)\s+255\s/.exec(output.toString('latin1', 0, 64));
  if (!header) throw new Error(`${program} gave no picture`);
  return { width: Number(header[1]), height: Number(header[2]), pixels: output.subarray(header[0].length) };
}

/** Problems that qpdf and mupdf report; empty for a sound file. */
export function complaintsOf(file: Uint8Array): string[] {
  const qpdf = run('qpdf', file, ['--check', 'FILE']);
  const mutool = run('mutool', file, ['draw', '-F', 'text', '-o', '/dev/null', 'FILE']);
  const complaints = [...(qpdf.status === 0 ? [] : [qpdf.errors]), mutool.errors].join('\n').split('\n');
  // Debian builds mupdf without colour management, and it says so of every file.
  return complaints.filter((line) => /error|warning/i.test(line) && !line.includes('ICC support is not available'));
}

/** Number of pages and their sizes in points, by pdfinfo. */
export function pageSizesOf(file: Uint8Array): string[] {
  const info = run('pdfinfo', file, ['-f', '1', '-l', '99', 'FILE']).output.toString();
  return [...info.matchAll(/^Page +\d+ size: +(\S+ x \S+)/gm)].map(([, size]) => size!);
}

/** Texts of the QR codes on a page, as a phone would read them. */
export function qrCodesIn(file: Uint8Array, page: number): string[] {
  const { output } = run('pdftoppm', file, ['-r', '150', '-png', '-f', String(page), '-l', String(page), 'FILE']);
  const read = run('zbarimg', output, ['-q', '--raw', 'FILE']);
  return read.output.toString().split('\n').filter(Boolean);
}
