import type { prepareLetter as prepare } from '../../../../../lib/adapters/pdf/letter-file.ts';
import { besidePdfium } from '../../../../../lib/adapters/pdf/pdfium.ts';

/** What a function that prints letters carries of the PDF engine, and nothing else, to be bundled and loaded as in functions. */
export const prepareLetter: typeof prepare = async (...letter) => {
  const engine = await besidePdfium(() => import('../../../../../lib/adapters/pdf/letter-file.ts'));
  return engine.prepareLetter(...letter);
};
