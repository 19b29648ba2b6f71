import { type PDFContext, PDFName, type PDFRawStream } from 'pdf-lib';
import type { Budget } from '../base/budgets.ts';
import { decodeStream } from './filters.ts';
import { arrayEntry, numberEntry, numbersEntry } from './objects.ts';

/** Position of an object: its body in the file, or the object stream that contains it. */
export type Place = { at: number } | { inStream: number };

/** Where the objects of a file are, by their numbers; `free` for a deleted one. */
export interface CrossReference {
  places: Map<number, Place | 'free'>;
  /** The number of the catalog. */
  root: number | undefined;
}

/** Where cross-reference streams begin, with their dictionary and data. */
export type CrossReferenceStreams = ReadonlyMap<number, PDFRawStream>;

/** Each save adds a section; files are rarely saved this often. */
const MOST_SECTIONS = 500;
/** More objects than the gate allows. */
const MOST_ENTRIES = 400_000;

interface Section {
  entries: Map<number, Place | 'free'>;
  root: number | undefined;
  /** Offsets of older sections, the newest first. */
  older: number[];
}

/**
 * The cross-reference of a file (ISO 32000-1, 7.5.4 to 7.5.8), the newest section first. Undefined when it is damaged: every
 * reader then looks for the objects by itself.
 */
export function crossReferenceOf(
  file: Buffer,
  context: PDFContext,
  streams: CrossReferenceStreams,
  budget: Budget,
): CrossReference | undefined {
  const tail = file.toString('latin1', Math.max(file.length - TAIL, 0));
  const start = /^startxref\s+(\d+)/.exec(tail.slice(tail.lastIndexOf('startxref')))?.[1];
  if (start === undefined) return undefined;
  // Bytes before the header, such as an HTTP header, do not count.
  const before = Math.max(file.toString('latin1', 0, HEAD).indexOf('%PDF-'), 0);
  const sections = { file: file.subarray(before), before, context, streams, budget };
  const result: CrossReference = { places: new Map(), root: undefined };
  const open = [Number(start)];
  const seen = new Set<number>();
  for (let at = open.shift(); at !== undefined; at = open.shift()) {
    if (seen.has(at)) continue;
    if (seen.add(at).size > MOST_SECTIONS) return undefined;
    const section = sectionAt(sections, at);
    if (!section) return undefined;
    for (const [number, place] of section.entries) if (!result.places.has(number)) result.places.set(number, place);
    if (result.places.size > MOST_ENTRIES) return undefined;
    result.root ??= section.root;
    open.unshift(...section.older);
  }
  return result;
}

/** Bytes searched for the header, and for the last lines, after which programs may leave other bytes. */
const [HEAD, TAIL] = [1024, 1024];

/** The source of sections. */
interface Sections {
  /** From its header on; every offset counts from there. */
  file: Buffer;
  /** Bytes before the header. */
  before: number;
  context: PDFContext;
  streams: CrossReferenceStreams;
  budget: Budget;
}

function sectionAt(sections: Sections, at: number): Section | undefined {
  const { file, before, streams } = sections;
  if (/^\s*xref\b/.test(file.toString('latin1', at, at + 16))) return tableAt(sections, at);
  const body = bodyAt(file, at);
  const stream = body && streams.get(before + body.at);
  return stream && streamSection(sections, stream);
}

/** The number of the object whose head is at an offset, and the offset of its body. */
function bodyAt(file: Buffer, at: number): { number: number; at: number } | undefined {
  const head = /^\s*(\d+)\s+\d+\s+obj\s*/.exec(file.toString('latin1', at, at + LONGEST_HEAD));
  return head ? { number: Number(head[1]), at: at + head[0].length } : undefined;
}

const LONGEST_HEAD = 64;

/** The place of an object that is not at the offset that its section names. */
const NOWHERE: Place = { at: -1 };

function placeOf({ file, before }: Sections, number: number, offset: number): Place {
  const body = bodyAt(file, offset);
  return body?.number === number ? { at: before + body.at } : NOWHERE;
}

/** Readers trust a section whose first offset is right; otherwise they search for the objects themselves. */
const isSound = (entries: Section['entries']) =>
  [...entries.values()].find((place) => place !== 'free' && 'at' in place) !== NOWHERE;

/** `0 6`, and `0000000015 00000 n`. */
const ROW = /(\d+)[ \t]+(\d+)(?:[ \t]*([nf]))?\s*/y;

function tableAt(sections: Sections, at: number): Section | undefined {
  const { file } = sections;
  const end = file.indexOf('trailer', at);
  const trailerEnd = file.indexOf('startxref', end);
  if (end < 0 || trailerEnd < 0) return undefined;
  const text = file.toString('latin1', at, end).replace(/^\s*xref\s*/, '');
  const entries: Section['entries'] = new Map();
  let number = 0;
  ROW.lastIndex = 0;
  for (let row = ROW.exec(text); row; row = ROW.exec(text)) {
    const [, first, , kind] = row;
    if (kind === undefined) number = Number(first);
    else {
      const isUsed = kind === 'n' && Number(first) > 0;
      entries.set(number, isUsed ? placeOf(sections, number, Number(first)) : 'free');
      number++;
    }
    if (ROW.lastIndex === text.length) break;
  }
  if (!isSound(entries)) return undefined;
  const trailer = file.toString('latin1', end, trailerEnd);
  const numberIn = (pattern: RegExp) => {
    const found = pattern.exec(trailer)?.[1];
    return found === undefined ? undefined : Number(found);
  };
  // Objects that only newer readers see are free in the table, and named in a stream beside it (7.5.8.4).
  const beside = numberIn(/\/XRefStm\s+(\d+)/);
  const hidden = beside === undefined ? undefined : sectionAt(sections, beside);
  if (beside !== undefined && !hidden) return undefined;
  for (const [each, place] of hidden?.entries ?? []) {
    const known = entries.get(each);
    if (known === undefined || known === 'free') entries.set(each, place);
  }
  const older = numberIn(/\/Prev\s+(\d+)/);
  return { entries, root: numberIn(/\/Root\s+(\d+)/), older: older === undefined ? [] : [older] };
}

/** Rows of three numbers each: kind, offset or object stream, and index in that stream (7.5.8.3). */
function streamSection(sections: Sections, stream: PDFRawStream): Section | undefined {
  const { context, budget } = sections;
  const { dict } = stream;
  const widths = numbersEntry(context, dict, 'W', 3);
  const content = decodeStream(context, stream, budget);
  if (!widths?.every((width) => width >= 0 && width <= 6) || !content) return undefined;
  const size = numberEntry(context, dict, 'Size') ?? 0;
  const index = numbersEntry(context, dict, 'Index', arrayEntry(context, dict, 'Index')?.length ?? 0) ?? [0, size];
  const entries: Section['entries'] = new Map();
  const data = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const rowBytes = widths[0]! + widths[1]! + widths[2]!;
  let at = 0;
  const read = (width: number) => {
    at += width;
    return width > 0 ? data.readUIntBE(at - width, width) : 0;
  };
  for (let range = 0; range + 1 < index.length; range += 2)
    for (let each = 0; each < index[range + 1]!; each++) {
      if (rowBytes === 0 || at + rowBytes > data.length) break;
      const number = index[range]! + each;
      const kind = widths[0]! > 0 ? read(widths[0]!) : 1;
      const value = read(widths[1]!);
      read(widths[2]!);
      entries.set(number, kind === 2 ? { inStream: value } : kind === 1 ? placeOf(sections, number, value) : 'free');
    }
  if (!isSound(entries)) return undefined;
  const older = numberEntry(context, dict, 'Prev');
  const root = /^(\d+) /.exec(dict.get(PDFName.of('Root'))?.toString() ?? '')?.[1];
  return { entries, root: root === undefined ? undefined : Number(root), older: older === undefined ? [] : [older] };
}
