import {
  PDFContext,
  PDFDict,
  PDFName,
  type PDFObject,
  PDFObjectStreamParser,
  PDFParser,
  PDFRawStream,
  type PDFRef,
  type PDFStream,
} from 'pdf-lib';
import { MEGABYTE } from '../../core/domain/units.ts';
import { type Budget, budgetOf, spend } from '../base/budgets.ts';
import { PdfRefused } from '../base/refusal.ts';
import { crossReferenceOf, type Place } from './cross-reference.ts';
import { decodeStream } from './filters.ts';
import { KIND, WHITE_SPACE } from './lexer.ts';
import { entry } from './objects.ts';

/**
 * Reading takes 1 to 3 steps a byte. A file that makes the parser read the same bytes again for many objects is hostile.
 */
const STEPS_PER_BYTE = 8;
const LEAST_STEPS = 1_000_000;
/** Cost in steps of the error that the parser throws and catches at every junk character. */
const STEPS_PER_ERROR = 500;

/**
 * The objects of a file that passed the gate, read in file order: the parser needs no cross-reference table. If that table is
 * intact, it decides which of several objects with one number counts, and objects that it does not list do not count.
 * @throws PdfRefused, or an error of the parser, for a file that it cannot read
 */
export async function parseFile(file: Uint8Array): Promise<PDFContext> {
  const parser = new FileParser(file, budgetOf(STEPS_PER_BYTE * file.length + LEAST_STEPS));
  const context = await parser.parseDocument();
  parser.obeyCrossReference();
  return context;
}

/** An object as it was found. */
interface Definition {
  ref: PDFRef;
  object: PDFObject;
  place: Place;
}

/** Limit on the decoded object streams of a file in total. It equals the gate's limit, but no trick can hide a stream here. */
const OBJECT_STREAMS_BYTES = 48 * MEGABYTE;

type Streams = 'ObjStm' | 'XRef' | undefined;

/** pdf-lib's parser under a budget. Without one it may loop (a `Length` that leads back) or read from every object to the end. */
class FileParser extends PDFParser {
  readonly #budget: Budget;
  readonly #decoded = budgetOf(OBJECT_STREAMS_BYTES);
  readonly #file: Buffer;
  /** By object number, in file order. */
  readonly #definitions = new Map<number, Definition[]>();
  /** By the offset of their start. */
  readonly #crossReferences = new Map<number, PDFRawStream>();
  /** Depth of the nested objects that are being read. */
  #depth = 0;
  #bodyAt = 0;
  /** The context's original method. */
  readonly #assign: PDFContext['assign'];
  /** The number of the object stream that is being read. */
  #objectStream: number | undefined;

  constructor(file: Uint8Array, budget: Budget) {
    // Do not yield: total work is capped.
    super(file, Infinity);
    this.#budget = budget;
    this.#file = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
    const assign = (this.#assign = this.context.assign.bind(this.context));
    this.context.assign = (ref, object) => {
      const inStream = this.#objectStream;
      const definition = { ref, object, place: inStream === undefined ? { at: this.#bodyAt } : { inStream } };
      const known = this.#definitions.get(ref.objectNumber);
      if (known) known.push(definition);
      else this.#definitions.set(ref.objectNumber, [definition]);
      assign(ref, object);
    };
    meter(this.bytes, budget);
    // The parser asks for its position when something fails.
    const position = this.bytes.position.bind(this.bytes);
    this.bytes.position = () => {
      spendSteps(budget, STEPS_PER_ERROR);
      return position();
    };
  }

  /** Called once the file has been read. */
  obeyCrossReference(): void {
    const { context } = this;
    const stated = crossReferenceOf(this.#file, context, this.#crossReferences, this.#decoded);
    context.assign = this.#assign;
    if (!stated) return;
    for (const [number, definitions] of this.#definitions) {
      const stands = stated.places.get(number);
      const place = stands === 'free' ? undefined : stands;
      const named = place && definitions.findLast((each) => isSame(each.place, place));
      // If no object was read at the place that the table names, the order of the file decides.
      if (place && !named) continue;
      for (const { ref } of definitions) if (ref !== named?.ref) context.delete(ref);
      if (named) context.assign(named.ref, named.object);
    }
    const root = stated.root === undefined ? undefined : this.#definitions.get(stated.root)?.at(-1);
    if (root && context.lookup(root.ref)) context.trailerInfo.Root = root.ref;
  }

  override parseObject(ref?: PDFRef): PDFObject {
    if (this.#depth === 0) this.#bodyAt = this.bytes.offset();
    this.#depth++;
    try {
      return super.parseObject(ref);
    } finally {
      this.#depth--;
    }
  }

  protected override parseDictOrStream(ref?: PDFRef) {
    // Here the parser asks for its position without an error, so the charge is refunded.
    this.#budget.remaining += STEPS_PER_ERROR;
    const object = super.parseDictOrStream(ref);
    if (object instanceof PDFRawStream) this.#read(object, ref);
    return withoutStructure(object);
  }

  /** Like pdf-lib's, which asks twice and counts lines at every byte: a `Length` may lead into megabytes of white space. */
  protected override skipWhitespace(): void {
    const file = this.#file;
    const from = this.bytes.offset();
    let at = from;
    // A read beyond the end would slow down all later reads.
    while (at < file.length && KIND[file[at]!] === WHITE_SPACE) at++;
    spendSteps(this.#budget, at - from);
    this.bytes.moveTo(at);
  }

  /**
   * The end of a stream whose length is not in its dictionary, as most word processors write it: where the line ends before
   * its `endstream`. pdf-lib compares five keywords at every byte; a buffer is searched natively.
   */
  protected override findEndOfStreamFallback(): number {
    const file = this.#file;
    let from = this.bytes.offset();
    for (let depth = 1; ;) {
      const found = file.indexOf(STREAM, from, 'latin1');
      const next = found < 0 ? file.length : found + STREAM.length;
      spendSteps(this.#budget, next - from);
      if (found < 0) throw new Error('a stream has no end');
      const end = found - END.length;
      const isEnd = end >= from && file.toString('latin1', end, found) === END;
      depth += isEnd ? -1 : 1;
      if (depth === 0) {
        this.bytes.moveTo(next);
        return end - lineEndBefore(file, end, from);
      }
      from = next;
    }
  }

  /** Reads the contents of an object stream here, where they are metered, and keeps the parser from reading them again. */
  #read(stream: PDFRawStream, ref: PDFRef | undefined): void {
    const type = entry(this.context, stream.dict, 'Type');
    const kind = (type instanceof PDFName ? type.decodeText() : undefined) as Streams;
    if (kind !== 'ObjStm' && kind !== 'XRef') return;
    if (kind === 'ObjStm') this.#expand(stream, ref);
    else {
      this.#adoptTrailer(stream);
      this.#crossReferences.set(this.#bodyAt, stream);
    }
    stream.dict.delete(PDFName.of('Type'));
  }

  /** Damage ends an object stream; the objects before it are kept. A spent budget ends the reading of the whole file. */
  #expand(stream: PDFRawStream, ref: PDFRef | undefined): void {
    const content = decodeStream(this.context, stream, this.#decoded);
    if (!content) return;
    const plain = stream.dict.clone(this.context);
    for (const key of ['Filter', 'DecodeParms']) plain.delete(PDFName.of(key));
    this.#budget.remaining += STEPS_PER_BYTE * content.length;
    const parser = new ObjectStreamParser(PDFRawStream.of(plain, content), this.#budget);
    // It does not yield, so it is done when it returns.
    this.#objectStream = ref?.objectNumber;
    parser.parseIntoContext().catch((error: unknown) => {
      if (error instanceof PdfRefused) this.#budget.remaining = -1;
    });
    this.#objectStream = undefined;
  }

  /** Nothing else of a cross-reference stream is used: it may claim any number of entries, of any width. */
  #adoptTrailer({ dict }: PDFRawStream): void {
    const { trailerInfo } = this.context;
    for (const key of ['Root', 'Encrypt', 'Info', 'ID'] as const) {
      const value = dict.get(PDFName.of(key));
      if (value) trailerInfo[key] = value;
    }
  }
}

const STREAM = 'stream';
const END = 'end';
const [CR, LF] = [0x0d, 0x0a];

/** Length in bytes of the line end before an offset, not reaching back past `from`. */
function lineEndBefore(file: Buffer, place: number, from: number): number {
  const [last, first] = [place - 1, place - 2];
  if (last < from) return 0;
  if (file[last] === CR) return 1;
  if (file[last] !== LF) return 0;
  return first >= from && file[first] === CR ? 2 : 1;
}

/** Objects of the stream may overlap: an inner one is read again with each object around it. */
class ObjectStreamParser extends PDFObjectStreamParser {
  constructor(stream: PDFRawStream, budget: Budget) {
    super(stream);
    meter(this.bytes, budget);
  }

  protected override parseDictOrStream() {
    return withoutStructure(super.parseDictOrStream());
  }
}

/** Elements of the structure tree never print, and tagged files have tens of thousands: each becomes the same empty dictionary. */
function withoutStructure<Read extends PDFDict | PDFStream>(object: Read): Read | PDFDict {
  const isElement = object instanceof PDFDict && object.get(TYPE) === STRUCTURE_ELEMENT;
  return isElement ? NOTHING : object;
}

const [TYPE, STRUCTURE_ELEMENT] = [PDFName.of('Type'), PDFName.of('StructElem')];
const NOTHING = PDFDict.withContext(PDFContext.create());

const isSame = (one: Place, other: Place) =>
  'at' in one ? 'at' in other && one.at === other.at : 'inStream' in other && one.inStream === other.inStream;

/** A parser reads every byte through `next`, and copies the bytes of a stream with `slice`. */
function meter(bytes: PDFParser['bytes'], budget: Budget): void {
  const next = bytes.next.bind(bytes);
  const slice = bytes.slice.bind(bytes);
  bytes.next = () => {
    spendSteps(budget, 1);
    return next();
  };
  bytes.slice = (start, end) => {
    spendSteps(budget, Math.max(end - start, 0));
    return slice(start, end);
  };
}

const spendSteps = (budget: Budget, steps: number) => spend(budget, steps, 'reading_steps');
