import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';
import { MEGABYTE } from '../../core/domain/units.ts';
import { limitMemory } from './wasm-memory.ts';

/**
 * A page of a letter needs about 30 MB, a page scanned at 600 dpi 280 MB. More is an attack: PDFium aborts, which we
 * catch.
 */
const MEMORY_BYTES = 448 * MEGABYTE;

/** A Lambda bundle has the file beside its code. */
const wasmFile = () =>
  process.env['LAMBDA_TASK_ROOT']
    ? join(process.env['LAMBDA_TASK_ROOT'], 'pdfium.wasm')
    : fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm'));

/*
 * V8 reads these flags while it compiles the module, the only one of the process. From the hundredth letter on, a letter takes
 * as long as with V8's defaults.
 */

/**
 * Amount of code that a function repeats before V8 optimizes it, in bytes: 23 times V8's default. With the default, V8
 * spends a fifth of the processor time on optimizing functions for a first document that is finished by then. One iteration
 * of the long loop that draws letters spends 30 KB, so ten times the default is still too little.
 */
const TIERING_BUDGET = 300_000_000;
setFlagsFromString(`--wasm-tiering-budget=${TIERING_BUDGET}`);
/** Validates functions at their first call. Most are never called, and validating all takes 15 ms. */
setFlagsFromString('--wasm-lazy-validation');

const wasmBinary = readFileSync(wasmFile());
limitMemory(wasmBinary, MEMORY_BYTES);
const silent = () => undefined;

/** PDFium, one instance in its thread. */
export const pdfium: WrappedPdfiumModule = await init({ wasmBinary, print: silent, printErr: silent });
pdfium.PDFiumExt_Init();

/**
 * Functions that are called for each object of a page, up to 48,000 times, without the module's wrapper: the wrapper creates
 * several closures for each call, which cost more than the call itself.
 */
const OF_EACH_OBJECT = {
  FPDFPage_GetObject: Number,
  FPDFFormObj_GetObject: Number,
  FPDFPageObj_GetType: Number,
  FPDFPageObj_CountMarks: Number,
  FPDFPageObj_GetMark: Number,
  FPDFPageObjMark_GetName: Boolean,
  FPDFPageObj_SetIsActive: Boolean,
  FPDFTextObj_GetFont: Number,
  FPDFTextObj_GetTextRenderMode: Number,
} as const satisfies { [Name in keyof WrappedPdfiumModule]?: NumberConstructor | BooleanConstructor };
const direct = pdfium.pdfium.wasmExports as unknown as Record<string, (...values: number[]) => number>;
for (const [name, result] of Object.entries(OF_EACH_OBJECT))
  Object.assign(pdfium, { [name]: (...values: number[]) => result(direct[name]!(...values)) });

/** Allocates PDFium memory for the duration of `use`. */
export function withMemory<T>(bytes: number, use: (pointer: number) => T): T {
  const pointer = pdfium.pdfium.wasmExports.malloc(bytes);
  if (!pointer) throw new Error('PDFium is out of memory');
  try {
    return use(pointer);
  } finally {
    pdfium.pdfium.wasmExports.free(pointer);
  }
}

/** The heap moves when it grows, so ask for it at every access. The module's types leave it out. */
export const heap = () => (pdfium.pdfium as unknown as { HEAPU8: Uint8Array }).HEAPU8;

export function withFloats<T>(values: readonly number[], use: (pointer: number) => T): T {
  return withMemory(4 * values.length, (pointer) => {
    heap().set(new Uint8Array(Float32Array.from(values).buffer), pointer);
    return use(pointer);
  });
}

/** Copied, because the floats may be unaligned in the heap. */
export const floatsAt = (pointer: number, count: number): number[] => [
  ...new Float32Array(heap().slice(pointer, pointer + 4 * count).buffer),
];

export function withDocument<T>(file: Uint8Array, use: (document: number) => T): T {
  const result = tryDocument(file, (document) => ({ used: use(document) }));
  if (!result) throw new Error('PDFium does not open the file');
  return result.used;
}

/** Undefined when PDFium does not open the file. */
export function tryDocument<T>(file: Uint8Array, use: (document: number) => T): T | undefined {
  return withMemory(file.length, (pointer) => {
    heap().set(file, pointer);
    const document = pdfium.FPDF_LoadMemDocument(pointer, file.length, '');
    if (!document) return undefined;
    try {
      return use(document);
    } finally {
      pdfium.FPDF_CloseDocument(document);
    }
  });
}

export function withPage<T>(document: number, index: number, use: (page: number) => T): T {
  const result = tryPage(document, index, (page) => ({ used: use(page) }));
  if (!result) throw new Error('PDFium does not load the page');
  return result.used;
}

/** Undefined when PDFium does not load the page. */
export function tryPage<T>(document: number, index: number, use: (page: number) => T): T | undefined {
  const page = pdfium.FPDF_LoadPage(document, index);
  if (!page) return undefined;
  try {
    return use(page);
  } finally {
    pdfium.FPDF_ClosePage(page);
  }
}
