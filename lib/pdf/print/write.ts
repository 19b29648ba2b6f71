import { deflateSync } from 'node:zlib';
import {
  PDFArray,
  PDFContext,
  PDFDict,
  PDFHeader,
  PDFInvalidObject,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFWriter,
} from 'pdf-lib';
import { SHEET } from '../base/geometry.ts';
import { dictEntry } from '../file/objects.ts';
import type { SourceDocument } from '../file/open.ts';
import type { PrintPage } from './print-page.ts';

/** The source of the pages' objects. */
type Content = Pick<SourceDocument, 'context' | 'catalog'>;

/**
 * A file of the given pages: a new catalog and, from the source, only the objects these need. Scripts, attachments,
 * metadata and actions are never copied, so nothing has to find and remove them. Equal input gives equal bytes.
 */
export async function writeFile(source: Content, pages: readonly PrintPage[], duplex: boolean): Promise<Uint8Array> {
  const { context } = source;
  const pagesRef = context.nextRef();
  const kids = pages.map((page) => context.register(pageLeaf(context, page, pagesRef)));
  context.assign(pagesRef, context.obj({ Type: 'Pages', Kids: kids, Count: kids.length }));
  const root = context.register(catalog(source, pagesRef, duplex));
  return PDFWriter.forContext(reachable(context, root), Infinity).serializeToBuffer();
}

function pageLeaf(context: PDFContext, page: PrintPage, parent: PDFRef): PDFDict {
  const content = deflateSync(Buffer.from(page.content, 'latin1'));
  return context.obj({
    Type: 'Page',
    Parent: parent,
    MediaBox: [...SHEET],
    Resources: { ...page.resources },
    Contents: context.register(context.stream(content, { Filter: 'FlateDecode' })),
    ...(page.group ? { Group: page.group } : {}),
  });
}

/** Layers decide what is visible, so they stay. `Duplex` says how the file wants to be printed. */
function catalog({ context, catalog: original }: Content, pages: PDFRef, duplex: boolean): PDFDict {
  const layers = dictEntry(context, original, 'OCProperties');
  return context.obj({
    Type: 'Catalog',
    Pages: pages,
    ViewerPreferences: { Duplex: duplex ? 'DuplexFlipLongEdge' : 'Simplex', PrintScaling: 'None' },
    ...(layers ? { OCProperties: layers } : {}),
  });
}

/** Entries of a stream that lead out of the file or to what does not print (ISO 32000-1, tables 5, 95; ISO 32000-2, 14.13). */
const STRIPPED_STREAM_ENTRIES = ['F', 'FFilter', 'FDecodeParms', 'Ref', 'OPI', 'AF', 'Metadata', 'PieceInfo'].map(
  (key) => PDFName.of(key),
);

/** The objects that can be reached from the root, without those the parser could not read. */
function reachable(context: PDFContext, root: PDFRef): PDFContext {
  const result = PDFContext.create();
  result.header = PDFHeader.forVersion(1, 7);
  result.trailerInfo = { Root: root };
  const open: PDFObject[] = [root];
  for (let object = open.pop(); object; object = open.pop()) {
    if (object instanceof PDFRef) {
      const target = context.lookup(object);
      if (!target || target instanceof PDFInvalidObject || result.lookup(object)) continue;
      result.assign(object, target);
      open.push(target);
    } else if (object instanceof PDFRawStream) {
      for (const key of STRIPPED_STREAM_ENTRIES) object.dict.delete(key);
      open.push(object.dict);
    } else if (object instanceof PDFDict) {
      for (const value of object.values()) open.push(value);
    } else if (object instanceof PDFArray) {
      for (const element of object.asArray()) open.push(element);
    }
  }
  return result;
}
