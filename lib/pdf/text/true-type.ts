/** A TrueType font file (OpenType with `glyf` outlines), read once. Distances are in thousandths of an em by default. */
export interface TrueTypeFont {
  postScriptName: string;
  glyphCount: number;
  bbox: readonly [number, number, number, number];
  ascent: number;
  descent: number;
  capHeight: number;
  italicAngle: number;
  monospaced: boolean;
  /** Glyph of a Unicode code point; 0 when the font has none. */
  glyphOf(codePoint: number): number;
  advanceOf(glyph: number): number;
  /** Whether the glyph draws something. */
  hasOutline(glyph: number): boolean;
  /** A font file with the same glyph numbers in which only the given glyphs, and those they are made of, have outlines. */
  subset(glyphs: Iterable<number>): Buffer;
}

type Tables = ReadonlyMap<string, Buffer>;

/** @throws Error when a table every TrueType font has is missing: our own font files are wrong, not a customer's. */
export function readTrueType(file: Buffer): TrueTypeFont {
  const tables = readTables(file);
  const table = (tag: string) => {
    const found = tables.get(tag);
    if (!found) throw new Error(`font without ${tag} table`);
    return found;
  };
  const [head, hhea, hmtx, maxp, post] = [table('head'), table('hhea'), table('hmtx'), table('maxp'), table('post')];
  const scale = 1000 / head.readUInt16BE(18);
  const glyphCount = maxp.readUInt16BE(4);
  const metricCount = hhea.readUInt16BE(34);
  const outlines = readOutlines(table('loca'), table('glyf'), head.readInt16BE(50), glyphCount);
  const ranges = readCharacterMap(table('cmap'));
  const os2 = tables.get('OS/2');
  const scaled = (value: number) => Math.round(value * scale);
  return {
    postScriptName: readPostScriptName(table('name')),
    glyphCount,
    bbox: [36, 38, 40, 42].map((offset) => scaled(head.readInt16BE(offset))) as [number, number, number, number],
    ascent: scaled(hhea.readInt16BE(4)),
    descent: scaled(hhea.readInt16BE(6)),
    capHeight: os2 && os2.readUInt16BE(0) >= 2 ? scaled(os2.readInt16BE(88)) : scaled(hhea.readInt16BE(4)),
    italicAngle: post.readInt32BE(4) / 65536,
    monospaced: post.readUInt32BE(12) !== 0,
    glyphOf: (codePoint) => glyphIn(ranges, codePoint),
    advanceOf: (glyph) => hmtx.readUInt16BE(4 * Math.min(glyph, metricCount - 1)) * scale,
    hasOutline: (glyph) => outlines(glyph).length > 0,
    subset: (wanted) => buildSubset(tables, outlines, metricCount, wanted),
  };
}

/** Glyph → text of a customer's font, as far as it has a readable character map; undefined for a damaged font. */
export const readGlyphTexts = (file: Buffer): Map<number, string> | undefined =>
  unlessDamaged(() => {
    const cmap = readTables(file).get('cmap');
    if (!cmap) return undefined;
    const texts = new Map<number, string>();
    for (const [codePoint, glyph] of allGlyphs(readCharacterMap(cmap)))
      if (!texts.has(glyph)) texts.set(glyph, String.fromCodePoint(codePoint));
    return texts;
  });

/** What a font says of itself. */
export interface FontStyle {
  bold: boolean;
  italic: boolean;
}

/** Bits of `macStyle` (https://learn.microsoft.com/en-us/typography/opentype/spec/head). */
const MAC_STYLE = { offset: 44, bold: 1 << 0, italic: 1 << 1 };
/** `usWeightClass`, from 100 to 900 (https://learn.microsoft.com/en-us/typography/opentype/spec/os2). */
const WEIGHT_CLASS = { offset: 4, least: 100 };
/** The weight of the lightest fonts that bold ones are closest to. */
export const SEMIBOLD = 600;

/** The style of a customer's font; undefined for a damaged font. Qt marks every font as bold, but states its weight. */
export const readFontStyle = (file: Buffer): FontStyle | undefined =>
  unlessDamaged(() => {
    const tables = readTables(file);
    const bits = tables.get('head')?.readUInt16BE(MAC_STYLE.offset);
    if (bits === undefined) return undefined;
    const weight = tables.get('OS/2')?.readUInt16BE(WEIGHT_CLASS.offset) ?? 0;
    return {
      bold: weight >= WEIGHT_CLASS.least ? weight >= SEMIBOLD : (bits & MAC_STYLE.bold) !== 0,
      italic: (bits & MAC_STYLE.italic) !== 0,
    };
  });

function unlessDamaged<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    // A table points outside the file or past Unicode. Compared by name: in tests Node's errors come from another realm.
    const { name, message } = error as Error;
    if (name === 'RangeError' || message.startsWith('font without')) return undefined;
    throw error;
  }
}

function readTables(file: Buffer): Tables {
  const tables = new Map<string, Buffer>();
  for (let index = 0; index < file.readUInt16BE(4); index++) {
    const record = 12 + 16 * index;
    const [offset, length] = [file.readUInt32BE(record + 8), file.readUInt32BE(record + 12)];
    tables.set(file.toString('latin1', record, record + 4), file.subarray(offset, offset + length));
  }
  return tables;
}

/** Name record 6 of the Windows platform, in UTF-16. */
function readPostScriptName(name: Buffer): string {
  const storage = name.readUInt16BE(4);
  for (let index = 0; index < name.readUInt16BE(2); index++) {
    const record = 6 + 12 * index;
    if (name.readUInt16BE(record) !== 3 || name.readUInt16BE(record + 6) !== 6) continue;
    const start = storage + name.readUInt16BE(record + 10);
    const text = Buffer.from(name.subarray(start, start + name.readUInt16BE(record + 8)));
    return text.swap16().toString('utf16le');
  }
  throw new Error('font without a PostScript name');
}

/** Code points that follow one another in a character map, with their glyphs; 0 for those that have none. */
interface Range {
  first: number;
  last: number;
  glyphOf: (codePoint: number) => number;
}

/** Unicode subtables by preference: the full range (format 12), then the basic plane (format 4). */
function readCharacterMap(cmap: Buffer): Range[] {
  const subtables = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) => {
    const record = 4 + 8 * index;
    return { platform: cmap.readUInt16BE(record), subtable: cmap.subarray(cmap.readUInt32BE(record + 4)) };
  }).filter(({ platform }) => platform === 0 || platform === 3);
  const ofFormat = (format: number) => subtables.find(({ subtable }) => subtable.readUInt16BE(0) === format)?.subtable;
  const [full, basic] = [ofFormat(12), ofFormat(4)];
  if (full) return readFormat12(full);
  if (basic) return readFormat4(basic);
  throw new Error('font without a Unicode character map');
}

/** Only a font that is ours is read so: its ranges are in order and do not overlap. */
function glyphIn(ranges: readonly Range[], codePoint: number): number {
  const range = ranges.find(({ last }) => codePoint <= last);
  return range && codePoint >= range.first ? range.glyphOf(codePoint) : 0;
}

/** Every code point with its glyph. Of two glyphs, the later one counts. */
function allGlyphs(ranges: readonly Range[]): Map<number, number> {
  const glyphs = new Map<number, number>();
  for (const { first, last, glyphOf } of ranges)
    for (let code = first; code <= last; code++) {
      const glyph = glyphOf(code);
      if (glyph) glyphs.set(code, glyph);
    }
  return glyphs;
}

/** Ranges of a damaged or hostile map overlap without end; the largest sound ones have about 70,000 entries. */
const MOST_MAP_ENTRIES = 200_000;

function guarded(entries: number): number {
  if (entries > MOST_MAP_ENTRIES) throw new RangeError('character map too large');
  return entries;
}

function readFormat12(subtable: Buffer): Range[] {
  const ranges: Range[] = [];
  let entries = 0;
  for (let group = 0; group < subtable.readUInt32BE(12); group++) {
    const [first, last, glyph] = [0, 4, 8].map((offset) => subtable.readUInt32BE(16 + 12 * group + offset)) as [
      number,
      number,
      number,
    ];
    entries = guarded(entries + Math.max(last - first, 0) + 1);
    ranges.push({ first, last: Math.min(last, 0x10ffff), glyphOf: (code) => glyph + code - first });
  }
  return ranges;
}

function readFormat4(subtable: Buffer): Range[] {
  const ranges: Range[] = [];
  const size = subtable.readUInt16BE(6);
  let entries = 0;
  for (let segment = 0; segment < size; segment += 2) {
    const [last, first] = [subtable.readUInt16BE(14 + segment), subtable.readUInt16BE(16 + size + segment)];
    const delta = subtable.readUInt16BE(16 + 2 * size + segment);
    const rangeAt = 16 + 3 * size + segment;
    const range = subtable.readUInt16BE(rangeAt);
    entries = guarded(entries + Math.max(last - first, 0) + 1);
    const glyphOf = (code: number): number => {
      const listed = range === 0 ? code : subtable.readUInt16BE(rangeAt + range + 2 * (code - first));
      return listed === 0 ? 0 : (listed + delta) & 0xffff;
    };
    ranges.push({ first, last: Math.min(last, 0xfffe), glyphOf });
  }
  return ranges;
}

function readOutlines(loca: Buffer, glyf: Buffer, longOffsets: number, glyphCount: number): (glyph: number) => Buffer {
  const offset = (glyph: number) => (longOffsets ? loca.readUInt32BE(4 * glyph) : 2 * loca.readUInt16BE(2 * glyph));
  return (glyph) => (glyph < glyphCount ? glyf.subarray(offset(glyph), offset(glyph + 1)) : Buffer.alloc(0));
}

/** Flags of a part of a composite glyph (OpenType, glyf). */
const [ARGUMENTS_ARE_WORDS, HAS_SCALE, MORE_COMPONENTS, HAS_X_AND_Y_SCALE, HAS_TWO_BY_TWO, HAS_INSTRUCTIONS] = [
  0x0001, 0x0008, 0x0020, 0x0040, 0x0080, 0x0100,
];

interface Component {
  /** Position of its flags. */
  at: number;
  flags: number;
  glyph: number;
  end: number;
}

function componentsOf(outline: Buffer): Component[] {
  const components: Component[] = [];
  if (outline.length === 0 || outline.readInt16BE(0) >= 0) return components;
  for (let at = 10, more = true; more;) {
    const flags = outline.readUInt16BE(at);
    const scaleBytes = flags & HAS_TWO_BY_TWO ? 8 : flags & HAS_X_AND_Y_SCALE ? 4 : flags & HAS_SCALE ? 2 : 0;
    const end = at + 4 + (flags & ARGUMENTS_ARE_WORDS ? 4 : 2) + scaleBytes;
    components.push({ at, flags, glyph: outline.readUInt16BE(at + 2), end });
    at = end;
    more = (flags & MORE_COMPONENTS) !== 0;
  }
  return components;
}

/** Hinting is for screens. Without its programs, the tables that they use (fpgm, prep, cvt) are left out too. */
function withoutInstructions(outline: Buffer): Buffer {
  if (outline.length === 0) return outline;
  const contours = outline.readInt16BE(0);
  if (contours < 0) {
    const components = componentsOf(outline);
    const result = Buffer.from(outline.subarray(0, components.at(-1)!.end));
    for (const { at, flags } of components) result.writeUInt16BE(flags & ~HAS_INSTRUCTIONS, at);
    return result;
  }
  const lengthAt = 10 + 2 * contours;
  const body = outline.subarray(lengthAt + 2 + outline.readUInt16BE(lengthAt));
  return Buffer.concat([outline.subarray(0, lengthAt), Buffer.alloc(2), body]);
}

function withComponents(outlines: (glyph: number) => Buffer, wanted: Iterable<number>): number[] {
  const kept = new Set<number>([0]);
  const open = [...wanted];
  for (let glyph = open.pop(); glyph !== undefined; glyph = open.pop()) {
    if (kept.has(glyph)) continue;
    kept.add(glyph);
    open.push(...componentsOf(outlines(glyph)).map((component) => component.glyph));
  }
  return [...kept].sort((one, other) => one - other);
}

/** Glyph numbers are kept, so codes in the page are glyph numbers of the original font; the file ends at the last one used. */
function buildSubset(
  tables: Tables,
  outlines: (glyph: number) => Buffer,
  metricCount: number,
  wanted: Iterable<number>,
): Buffer {
  const kept = withComponents(outlines, wanted);
  const glyphCount = kept.at(-1)! + 1;
  const loca = Buffer.alloc(4 * (glyphCount + 1));
  const hmtx = Buffer.alloc(4 * glyphCount);
  const source = tables.get('hmtx')!;
  const parts: Buffer[] = [];
  let length = 0;
  for (let glyph = 0, next = 0; glyph < glyphCount; glyph++) {
    loca.writeUInt32BE(length, 4 * glyph);
    if (kept[next] !== glyph) continue;
    next++;
    const outline = withoutInstructions(outlines(glyph));
    const padded = Buffer.concat([outline, Buffer.alloc(-outline.length & 3)]);
    parts.push(padded);
    length += padded.length;
    hmtx.writeUInt16BE(source.readUInt16BE(4 * Math.min(glyph, metricCount - 1)), 4 * glyph);
    hmtx.writeInt16BE(leftBearing(source, metricCount, glyph), 4 * glyph + 2);
  }
  loca.writeUInt32BE(length, 4 * glyphCount);
  return buildFile({
    head: patched(tables.get('head')!, (head) => head.writeInt16BE(1, 50)),
    hhea: patched(tables.get('hhea')!, (hhea) => hhea.writeUInt16BE(glyphCount, 34)),
    maxp: patched(tables.get('maxp')!, (maxp) => maxp.writeUInt16BE(glyphCount, 4)),
    hmtx,
    loca,
    glyf: Buffer.concat(parts),
  });
}

function leftBearing(hmtx: Buffer, metricCount: number, glyph: number): number {
  return hmtx.readInt16BE(glyph < metricCount ? 4 * glyph + 2 : 4 * metricCount + 2 * (glyph - metricCount));
}

function patched(table: Buffer, change: (copy: Buffer) => void): Buffer {
  const copy = Buffer.from(table);
  change(copy);
  return copy;
}

/** The table directory wants tags in order and a checksum of each table; the file's own checksum is not used in a PDF. */
function buildFile(tables: Record<string, Buffer>): Buffer {
  const entries = Object.entries(tables).sort(([one], [other]) => (one < other ? -1 : 1));
  const directory = Buffer.alloc(12 + 16 * entries.length);
  const searchRange = 2 ** Math.floor(Math.log2(entries.length));
  directory.writeUInt32BE(0x00010000, 0);
  directory.writeUInt16BE(entries.length, 4);
  directory.writeUInt16BE(16 * searchRange, 6);
  directory.writeUInt16BE(Math.log2(searchRange), 8);
  directory.writeUInt16BE(16 * (entries.length - searchRange), 10);
  let offset = directory.length;
  const bodies = entries.map(([tag, table], index) => {
    const record = 12 + 16 * index;
    const body = Buffer.concat([table, Buffer.alloc(-table.length & 3)]);
    directory.write(tag, record, 'latin1');
    directory.writeUInt32BE(checksum(body), record + 4);
    directory.writeUInt32BE(offset, record + 8);
    directory.writeUInt32BE(table.length, record + 12);
    offset += body.length;
    return body;
  });
  return Buffer.concat([directory, ...bodies]);
}

function checksum(table: Buffer): number {
  let sum = 0;
  for (let at = 0; at < table.length; at += 4) sum = (sum + table.readUInt32BE(at)) >>> 0;
  return sum;
}
