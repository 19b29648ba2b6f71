import type { Detail, DetailCode, DocumentFlaw } from '../../core/domain/problems.ts';

/** A file that cannot be printed at all. `code` and `flaw` become the detail; the message is for the developer alone. */
export class PdfRefused extends Error {
  readonly code: Extract<DetailCode, 'document_invalid' | 'document_encrypted'>;
  readonly flaw: DocumentFlaw | undefined;

  constructor(code: PdfRefused['code'], message: string, options: ErrorOptions & { flaw?: DocumentFlaw } = {}) {
    super(message, options);
    this.name = 'PdfRefused';
    this.code = code;
    this.flaw = options.flaw;
  }

  detail(param: string): Detail {
    return { param, code: this.code, ...(this.flaw && { values: this.flaw }) };
  }
}

/** The file is no sound PDF, and `flaw` says why. */
export function invalidPdf(flaw: DocumentFlaw, message: string, cause?: unknown): PdfRefused {
  return new PdfRefused('document_invalid', message, { flaw, cause });
}

/** The file needs more than any letter does. */
export const tooComplex = (message: string, cause?: unknown): PdfRefused =>
  invalidPdf({ reason: 'too_complex' }, message, cause);
