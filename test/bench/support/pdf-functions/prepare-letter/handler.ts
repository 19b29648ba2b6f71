import type { prepareLetter as prepare } from '../../../../../lib/pdf/letter-file.ts';
import { besidePdfium } from '../../../../../lib/pdf/pdfium/pdfium.ts';

/** Only the part of the PDF engine that printing functions include, bundled and loaded as in them. */
export const prepareLetter: typeof prepare = async (...letter) => {
  const engine = await besidePdfium(() => import('../../../../../lib/pdf/letter-file.ts'));
  return engine.prepareLetter(...letter);
};
