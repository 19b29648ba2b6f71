import type { Detail, DetailCode } from '../../core/domain/problems.ts';

/** A file that cannot be printed at all. `code` becomes the detail's code; the message is for the developer alone. */
export class PdfRefused extends Error {
  readonly code: Extract<DetailCode, 'document_invalid' | 'document_encrypted'>;

  constructor(code: PdfRefused['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PdfRefused';
    this.code = code;
  }

  detail(param: string): Detail {
    return { param, code: this.code };
  }
}

export function invalidPdf(message: string, cause?: unknown): PdfRefused {
  return new PdfRefused('document_invalid', message, { cause });
}
