import { format } from '../base/geometry.ts';
import type { EmbeddedFont } from '../text/embedded-font.ts';
import type { PrintPage } from './print-page.ts';

/** One line of text: where its baseline starts, in points from the bottom left corner of the page. */
export interface TextLine {
  text: string;
  x: number;
  y: number;
  size: number;
  /** Horizontal scale, at most 1. */
  scale: number;
}

/** Draws lines in black over a page's content. The caller writes the font once all its text is drawn. */
export function drawLines(page: PrintPage, font: EmbeddedFont, lines: readonly TextLine[]): PrintPage {
  // A page may have two subsets of one font.
  const name = `Font${font.ref.objectNumber}`;
  const drawn = lines.map(({ text, x, y, size, scale }) => {
    const state = `/${name} ${format(size)} Tf ${format(100 * scale)} Tz ${format(x, y)} Td`;
    return `BT ${state} ${font.encode(text)} Tj ET`;
  });
  const Font = { ...page.resources.Font, [name]: font.ref };
  return { ...page, content: [page.content, ...drawn].join('\n'), resources: { ...page.resources, Font } };
}
