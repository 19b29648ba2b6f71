import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Programs that check our files and share no code with us. Tool → Debian package. */
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

/** A tool takes a second or two; the rest is for busy machines. */
const TIMEOUT_MS = 120_000;

/** Says only which package is missing: the program's own error and its stack would say it once more in each test. */
class MissingTool extends Error {
  constructor(tool: Tool) {
    super(`${tool} does not run: install the package ${PACKAGES[tool]} (apt-get install ${PACKAGES[tool]})`);
    this.name = 'MissingTool';
    this.stack = this.message;
  }
}

/** The packages of tools that are not installed. */
export const missingPackages = (): string[] => [
  ...new Set(
    Object.entries(PACKAGES)
      .filter(([tool]) => spawnSync(tool, ['--version']).error !== undefined)
      .map(([, name]) => name),
  ),
];

/** Runs a tool on a file given as bytes: every `FILE` among the arguments becomes its path. */
export function run(tool: Tool, file: Uint8Array, args: readonly string[]): Run {
  const folder = mkdtempSync(join(tmpdir(), 'malote-pdf-'));
  const path = join(folder, 'file.pdf');
  try {
    writeFileSync(path, file);
    const result = spawnSync(
      tool,
      args.map((arg) => (arg === 'FILE' ? path : arg)),
      { maxBuffer: 64 * 1024 * 1024, timeout: TIMEOUT_MS },
    );
    if (result.error && 'code' in result.error && result.error.code === 'ENOENT') throw new MissingTool(tool);
    if (result.error) throw result.error;
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
  /** Millimeters from the top left corner of the page. */
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The words of a page with poppler's boxes. */
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
  /** One byte per pixel, 0 black to 255 white, rows from the top. */
  pixels: Buffer;
}

/** The pages of a file, in gray, from a program's output of consecutive PGM images. */
export function rastersIn(output: Buffer): Raster[] {
  const rasters: Raster[] = [];
  for (let at = 0; at < output.length;) {
    const header = /^P5\s+(?:#.*\s+)?(\d+)\s+(\d+)\s+255\s/.exec(output.toString('latin1', at, at + 64));
    if (!header) break;
    const [width, height] = [Number(header[1]), Number(header[2])];
    at += header[0].length + width * height;
    rasters.push({ width, height, pixels: output.subarray(at - width * height, at) });
  }
  if (rasters.length === 0) throw new Error('there is no picture');
  return rasters;
}

/** A page as poppler draws it, in gray. */
export function rasterOf(file: Uint8Array, page: number, dpi = 100): Raster {
  const args = ['-r', String(dpi), '-gray', '-f', String(page), '-l', String(page), 'FILE'];
  return rastersIn(run('pdftoppm', file, args).output)[0]!;
}

/** Problems that qpdf and mupdf report; empty for a sound file. */
export function complaintsOf(file: Uint8Array): string[] {
  const qpdf = run('qpdf', file, ['--check', 'FILE']);
  const mutool = run('mutool', file, ['draw', '-F', 'text', '-o', '/dev/null', 'FILE']);
  return [qpdf, mutool].flatMap(({ status, errors }) => {
    // Debian builds mupdf without color management, and it says so for every file.
    const lines = errors.split('\n').filter((line) => !line.includes('ICC support is not available'));
    return status === 0 ? lines.filter((line) => /error|warning/i.test(line)) : [`exit status ${status}`, ...lines];
  });
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
