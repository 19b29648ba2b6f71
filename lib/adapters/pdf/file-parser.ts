import {
  PDFContext,
  PDFDict,
  PDFName,
  PDFObjectStreamParser,
  PDFParser,
  PDFRawStream,
  type PDFRef,
  type PDFStream,
} from 'pdf-lib';
import { type ByteBudget, spendSteps, type StepBudget } from './budgets.ts';
import { decodeStream } from './filters.ts';
import { entry } from './objects.ts';
import { PdfRefused } from './refusal.ts';

/**
 * Reading needs 1 to 2 steps a byte, looking for the end of a stream whose length comes later 7. What goes back and reads
 * again, object after object, is not meant to be read.
 */
const STEPS_PER_BYTE = 8;
const LEAST_STEPS = 1_000_000;
/** An error is thrown, and caught, at every letter of junk: what that costs, in steps. */
const STEPS_PER_ERROR = 500;

/**
 * The objects of a file that passed the gate, read in the order they stand: the parser needs no cross-reference table.
 * @throws PdfRefused, or an error of the parser, for what it cannot read
 */
export function parseFile(file: Uint8Array): Promise<PDFContext> {
  return new FileParser(file, { remaining: STEPS_PER_BYTE * file.length + LEAST_STEPS }).parseDocument();
}

/** Object streams of one file, decoded, all together: the gate's limit, kept where no trick hides a stream from sight. */
const OBJECT_STREAMS_BYTES = 48 * 1024 * 1024;

type Streams = 'ObjStm' | 'XRef' | undefined;

/** pdf-lib's parser under a budget: alone it may loop (a `Length` that leads back) or read from every object to the end. */
class FileParser extends PDFParser {
  readonly #budget: StepBudget;
  readonly #decoded: ByteBudget = { remaining: OBJECT_STREAMS_BYTES };

  constructor(file: Uint8Array, budget: StepBudget) {
    // Never a pause: what all may cost is bounded.
    super(file, Infinity);
    this.#budget = budget;
    meter(this.bytes, budget);
    // The parser asks where it is when something fails.
    const position = this.bytes.position.bind(this.bytes);
    this.bytes.position = () => {
      spend(budget, STEPS_PER_ERROR);
      return position();
    };
  }

  protected override parseDictOrStream(ref?: PDFRef) {
    // Here it asks beforehand.
    this.#budget.remaining += STEPS_PER_ERROR;
    const object = super.parseDictOrStream(ref);
    if (object instanceof PDFRawStream) this.#read(object);
    return withoutStructure(object);
  }

  /** Reads what stands in a stream of objects here, where it is metered, and keeps the parser from doing it again. */
  #read(stream: PDFRawStream): void {
    const type = entry(this.context, stream.dict, 'Type');
    const kind = (type instanceof PDFName ? type.decodeText() : undefined) as Streams;
    if (kind !== 'ObjStm' && kind !== 'XRef') return;
    if (kind === 'ObjStm') this.#expand(stream);
    else this.#adoptTrailer(stream);
    stream.dict.delete(PDFName.of('Type'));
  }

  /** Damage ends an object stream: what stands before it has been read. A budget that is spent ends the file's reading too. */
  #expand(stream: PDFRawStream): void {
    const content = decodeStream(this.context, stream, this.#decoded);
    if (!content) return;
    const plain = stream.dict.clone(this.context);
    for (const key of ['Filter', 'DecodeParms']) plain.delete(PDFName.of(key));
    this.#budget.remaining += STEPS_PER_BYTE * content.length;
    const parser = new ObjectStreamParser(PDFRawStream.of(plain, content), this.#budget);
    parser.parseIntoContext().catch((error: unknown) => {
      if (error instanceof PdfRefused) this.#budget.remaining = -1;
    });
  }

  /** Of a cross-reference stream nothing else is used: it may claim any number of entries, of any width. */
  #adoptTrailer({ dict }: PDFRawStream): void {
    const { trailerInfo } = this.context;
    for (const key of ['Root', 'Encrypt', 'Info', 'ID'] as const) {
      const value = dict.get(PDFName.of(key));
      if (value) trailerInfo[key] = value;
    }
  }
}

/** Its objects may stand one in another, so that each is read again with all that it lies in. */
class ObjectStreamParser extends PDFObjectStreamParser {
  constructor(stream: PDFRawStream, budget: StepBudget) {
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

/** Everything a parser reads passes `next`, what it keeps of a stream `slice`. */
function meter(bytes: PDFParser['bytes'], budget: StepBudget): void {
  const next = bytes.next.bind(bytes);
  const slice = bytes.slice.bind(bytes);
  bytes.next = () => {
    spend(budget, 1);
    return next();
  };
  bytes.slice = (start, end) => {
    spend(budget, Math.max(end - start, 0));
    return slice(start, end);
  };
}

const spend = (budget: StepBudget, steps: number) => spendSteps(budget, steps, 'takes too many steps to read');
