import { SaxesParser } from 'saxes';

export interface Element {
  /** Without its prefix, as are the attributes. */
  name: string;
  attributes: Readonly<Record<string, string>>;
}

interface Visitor {
  open?: (element: Element) => void;
  close?: (name: string) => void;
  text?: (text: string) => void;
}

/** Parsed at once; between two pieces, a worker can report its progress. */
const PIECE = 1 << 20;

const local = (name: string) => name.slice(name.indexOf(':') + 1);

/**
 * Visits the elements of a part of a workbook.
 * @throws if it is not well-formed, or has a document type (ECMA-376 part 2, 8.1.4), which could define expanding entities
 */
export function visitXml(bytes: Uint8Array, { open, close, text }: Visitor, progress?: (share: number) => void): void {
  const parser = new SaxesParser({ xmlns: false, position: false });
  const reject = (reason: unknown) => {
    throw reason instanceof Error ? reason : new Error('document type');
  };
  parser.on('error', reject);
  parser.on('doctype', reject);
  if (open)
    parser.on('opentag', ({ name, attributes }) =>
      open({
        name: local(name),
        attributes: withoutPrefixes(attributes),
      }),
    );
  if (close) parser.on('closetag', ({ name }) => close(local(name)));
  if (text) {
    parser.on('text', text);
    parser.on('cdata', text);
  }
  const source = decoded(bytes);
  for (let start = 0; start < source.length; start += PIECE) {
    parser.write(source.slice(start, start + PIECE));
    progress?.(start / source.length);
  }
  parser.close();
}

/** Hundreds of thousands of cells have no prefix, so most attributes are not copied. */
function withoutPrefixes(attributes: Record<string, string>): Record<string, string> {
  for (const name in attributes)
    if (name.includes(':'))
      return Object.fromEntries(Object.entries(attributes).map(([key, value]) => [local(key), value]));
  return attributes;
}

function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding, { fatal: true }).decode(bytes);
}
