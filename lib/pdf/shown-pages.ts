import { Problem } from '../core/domain/problems.ts';
import type { TimeBudget } from './base/budgets.ts';
import { PdfRefused } from './base/refusal.ts';
import { askPdfium } from './pdfium/pdfium.ts';

/** What each page of a print file shows. */
export interface ShownPages {
  /** Who drew it: another version may shade edges differently. */
  renderer: string;
  /** Of each page, hexadecimal. */
  sha256: string[];
}

export const RENDERER = '@embedpdf/pdfium 2.15.1';

/** The judge of the document has waited up to 20 s before, and API Gateway ends a request after 29 s. */
const budget = (): TimeBudget => ({ remainingMs: 4_000, allowedMs: 4_000, waitMs: 6_000 });

/**
 * The SHA-256 of the drawing of each page of a print file (rule EVI-11). Undefined if PDFium does not draw it in time:
 * the order is sound, and its evidence then has the hash of the file alone.
 */
export async function shownPages(file: Uint8Array): Promise<ShownPages | undefined> {
  try {
    return { renderer: RENDERER, sha256: await askPdfium('show', { file }, budget()) };
  } catch (error) {
    if (error instanceof PdfRefused || (error instanceof Problem && error.code === 'service_unavailable'))
      return undefined;
    throw error;
  }
}
