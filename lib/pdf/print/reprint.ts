import { PDFName } from 'pdf-lib';
import { type Layout, sidesOf } from '../../core/domain/sheets.ts';
import { MEGABYTE } from '../../core/domain/units.ts';
import { budgetOf, newTimeBudget } from '../base/budgets.ts';
import { openDocument } from '../file/open.ts';
import { pageContent, printPage } from './print-page.ts';
import { writeFile } from './write.ts';

/** A printed page's own content, outside its forms: placements and the lines of the address. */
const CONTENT_BUDGET_BYTES = MEGABYTE;
/** A line of text directly on the page is ours (`drawLines`): the document's own text is in forms. */
const DRAWN_LINE = /^BT \/Font\d+ .* ET$/;

/**
 * Recovers the document of a letter from its print file: its pages in order, as they were printed, without the address and
 * without the sides that the address layout added. So a letter can be printed again although the customer's file is not
 * kept.
 * @param file the output of `prepareLetter` with this layout
 */
export async function documentOf(file: Uint8Array, layout: Layout): Promise<Uint8Array> {
  const source = await openDocument(file, newTimeBudget());
  const sides = sidesOf(layout);
  if (sides.length !== source.pages.length)
    throw new Error(`a print file of ${sides.length} sides has ${source.pages.length}`);
  const budget = budgetOf(CONTENT_BUDGET_BYTES);
  const pages = source.pages
    .filter((_, index) => typeof sides[index] === 'number')
    .map((page) => {
      // The page's own fonts are those of the address, and contain its letters.
      page.resources?.delete(PDFName.of('Font'));
      return printPage(source.context, page, withoutAddress(pageContent(source.context, page, budget)));
    });
  return writeFile(source, pages, false);
}

function withoutAddress(content: Buffer): Buffer {
  const lines = content.toString('latin1').split('\n');
  return Buffer.from(lines.filter((line) => !DRAWN_LINE.test(line)).join('\n'), 'latin1');
}
