import type { ComplexityLimit, Detail, DetailCode, DocumentFlaw } from '../../core/domain/problems.ts';

/** A file that cannot be printed at all. The message is only for the developer. */
export class PdfRefused extends Error {
  readonly code: Extract<DetailCode, 'document_invalid' | 'document_encrypted'>;
  /** Why it is not a valid PDF; undefined for a protected one. */
  readonly flaw: DocumentFlaw | undefined;

  constructor(flaw: DocumentFlaw | 'protected', message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'PdfRefused';
    this.flaw = flaw === 'protected' ? undefined : flaw;
    this.code = this.flaw ? 'document_invalid' : 'document_encrypted';
  }

  detail(param: string): Detail {
    return this.flaw ? { param, code: 'document_invalid', values: this.flaw } : { param, code: 'document_encrypted' };
  }
}

/** The file is not a valid PDF, and `flaw` gives the reason. */
export const invalidPdf = (flaw: DocumentFlaw, message: string, cause?: unknown): PdfRefused =>
  new PdfRefused(flaw, message, cause);

/** The file has more than `maximum` of something: more than any letter needs. */
export const tooComplex = (limit: ComplexityLimit, maximum: number, cause?: unknown): PdfRefused =>
  invalidPdf({ reason: 'too_complex', limit, maximum }, `more than ${maximum} ${limit}`, cause);
