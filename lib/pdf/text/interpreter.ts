import { PDFArray, type PDFContext, PDFDict, PDFName, PDFNumber, type PDFObject, PDFRawStream } from 'pdf-lib';
import { type Budget, budgetOf, spend } from '../base/budgets.ts';
import { apply, type Box, boxOf, concat, IDENTITY, type Matrix, transformBox } from '../base/geometry.ts';
import type { Appearance } from '../file/annotations.ts';
import { decodeStream } from '../file/filters.ts';
import { Name, type Operand, type Operation, operations } from '../file/lexer.ts';
import { asDict, dictEntry, entry, nameEntry, numbersEntry, resolve } from '../file/objects.ts';
import { boxAround, type ClipPath, onPage, Path, type PathRange } from './path.ts';
import { type Code, type FontBudgets, readFont, type TextFont } from './text-font.ts';

/** A content stream whose text can be rewritten: that of a page, or of a form drawn on it. */
export interface TextStream {
  /** The form's object, so that a form drawn many times is rewritten once; for a page, its number. */
  key: PDFRawStream | number;
  bytes: Uint8Array;
  /** Where the names in it are looked up, and new fonts are added. */
  resources: PDFDict;
  /** From its own space to the upright page, for its first drawing. */
  toPage: Matrix;
  /** The stream that draws it there; undefined for a page. */
  outer: TextStream | undefined;
}

/** A clip in force, and the operators that made it. */
export interface Clip extends ClipPath, PathRange {
  stream: TextStream;
  /** `W*`: an area that two parts enclose is excluded. */
  isEvenOdd: boolean;
  /** Painted by the operator that ends it, e.g. `W f`; undefined when that is `n`. */
  painted: string | undefined;
}

/** One operation that shows text: `Tj`, `TJ`, `'` or `"`. Distances are in points of the page. */
export interface Show {
  stream: TextStream;
  start: number;
  end: number;
  /** Operators for the effects that the operation has before it shows its string. */
  prefix: string;
  glyphs: Glyph[];
  /** Where the pen starts; distances `along` are measured from the page's origin in the direction of the text. */
  along: number;
  endAlong: number;
  /** Height of the baseline over the page's origin, across the direction of the text. */
  baseline: number;
  /** Unit vector. */
  direction: readonly [x: number, y: number];
  /** Points of the page for a thousandth of text space at scale 1: what one unit of a `TJ` number moves the pen. */
  perThousand: number;
  /** Points of the page for one unit of text space along the line, horizontal scaling included. */
  unit: number;
  /** Height of an em on the page. */
  em: number;
  font: TextFont;
  fontName: string;
  /** Operands of `Tf`, `Tc`, `Tw` and `Tz` in force. */
  size: number;
  characterSpacing: number;
  wordSpacing: number;
  scale: number;
  /** Whether glyphs of the usual orientation come out mirrored. */
  isMirrored: boolean;
  clips: readonly Clip[];
  /** The enclosing marked content that provides replacement text for copying. */
  actualText: Operation | undefined;
}

export interface Glyph {
  show: Show;
  text: string;
  /** The bytes of its code, in hexadecimal. */
  hex: string;
  /** The pen positions before and after it, spacing included. */
  along: number;
  width: number;
}

/** The upright edges of a page: of rectangles, clips and lines. They separate the columns of a table. */
export interface Edge {
  x: number;
  bottom: number;
  top: number;
}

/** Horizontal rules of a page; some producers draw an underscore as one. */
export interface Rule {
  left: number;
  right: number;
  y: number;
  /** Its place in the content, so that it can be removed with its marker. */
  stream: TextStream;
  start: number;
  end: number;
}

/** A small painted shape: a rule, a frame, a background. It may belong to a piece of text. */
export interface Shape {
  stream: TextStream;
  /** The operators that build it, without the one that paints it. */
  start: number;
  end: number;
  ctm: Matrix;
  /** Around its path, on the page. */
  box: Box;
  /** How far its ink reaches beyond its path, in points of the page. */
  reach: number;
  /** It turns between its ends, at a distance from them greater than its height: true of a wave, not of a frame. */
  isWave: boolean;
  /** It has curves, as round corners do. */
  isCurved: boolean;
  clips: readonly Clip[];
}

/** What a note marks: one of its quadrilaterals, or its rectangle. */
export interface NoteMark {
  appearance: Appearance;
  /** Its place among the marks of that note. */
  index: number;
  /** On the page. */
  box: Box;
}

export interface PageText {
  shows: Show[];
  edges: Edge[];
  rules: Rule[];
  shapes: Shape[];
  marks: NoteMark[];
  /** Streams that were read before and are drawn once more. */
  repeats: { stream: TextStream; toPage: Matrix }[];
  /**
   * For the whole document, once all pages are read: forms that are drawn more than once, and appearances of notes, which are
   * fitted to their notes. A change in them also changes other places.
   */
  shared: ReadonlySet<TextStream>;
  /** Text that is invisible: present, but not replaceable. */
  invisibleGlyphs: number;
  /** Remaining comparisons for the text of one file. */
  comparisons: Budget;
}

/** Limits for one file. 12 dense pages have 31,000 glyphs. */
interface InterpreterBudgets extends FontBudgets {
  glyphs: Budget;
  forms: Budget;
  operations: Budget;
  comparisons: Budget;
}

export const newBudgets = (bytes: Budget): InterpreterBudgets => ({
  bytes,
  entries: budgetOf(140_000),
  glyphs: budgetOf(120_000),
  forms: budgetOf(3_000),
  operations: budgetOf(2_000_000),
  // A dense letter of 12 pages with markers in every third line needs a third of this, which takes about a second.
  comparisons: budgetOf(30_000_000),
});

const MAX_FORM_DEPTH = 12;
const MAX_STATE_DEPTH = 512;
/** Nesting depth of clips. Deeper ones stay unchanged. */
const MAX_CLIPS = 16;

interface State {
  ctm: Matrix;
  font: TextFont | undefined;
  fontName: string;
  size: number;
  characterSpacing: number;
  wordSpacing: number;
  scale: number;
  leading: number;
  rise: number;
  mode: number;
  clips: readonly Clip[];
  lineWidth: number;
}

const INITIAL: State = {
  ctm: IDENTITY,
  font: undefined,
  fontName: '',
  size: 0,
  characterSpacing: 0,
  wordSpacing: 0,
  scale: 1,
  leading: 0,
  rise: 0,
  mode: 0,
  clips: [],
  lineWidth: 1,
};

/** Modes 3 and 7 draw nothing (ISO 32000-1, 9.3.6). */
const draws = (mode: number) => mode !== 3 && mode !== 7;

/**
 * Reads the text of a document page by page, each font once. A form that is drawn many times, such as a letterhead, is read
 * as text at its first drawing; rewriting it there rewrites it everywhere.
 */
export class Interpreter {
  readonly #context: PDFContext;
  readonly #budgets: InterpreterBudgets;
  readonly #fonts = new Map<PDFDict, TextFont>();
  readonly #forms = new Map<PDFRawStream, TextStream>();
  readonly #read = new Set<TextStream>();
  readonly #shared = new Set<TextStream>();

  constructor(context: PDFContext, budgets: InterpreterBudgets) {
    this.#context = context;
    this.#budgets = budgets;
  }

  /** A page's own content, then what is drawn over it: annotations and form fields. */
  read(stream: TextStream, appearances: readonly Appearance[]): PageText {
    const page: PageText = {
      shows: [],
      edges: [],
      rules: [],
      shapes: [],
      marks: [],
      repeats: [],
      shared: this.#shared,
      invisibleGlyphs: 0,
      comparisons: this.#budgets.comparisons,
    };
    this.#run(stream, { ...INITIAL, ctm: stream.toPage }, page, []);
    for (const appearance of appearances) {
      const { form, matrix } = appearance;
      appearance.marks.forEach((mark, index) =>
        page.marks.push({ appearance, index, box: transformBox(stream.toPage, mark) }),
      );
      const state = { ...INITIAL, ctm: concat(matrix, stream.toPage) };
      const picture = this.#drawForm(resolve(this.#context, form), { stream, state, page, forms: [] });
      if (picture) this.#shared.add(picture);
    }
    return page;
  }

  #run(stream: TextStream, initial: State, page: PageText, forms: readonly PDFObject[]): void {
    if (this.#read.has(stream)) return;
    const run = new Run(this, stream, initial, page, forms);
    for (const operation of operations(stream.bytes)) {
      spend(this.#budgets.operations, 1, 'operators');
      OPERATORS.get(operation.operator)?.(run, operation.operands, operation);
    }
    this.#read.add(stream);
  }

  font(resources: PDFDict, name: string): TextFont | undefined {
    const fonts = dictEntry(this.#context, resources, 'Font');
    const dict = fonts && asDict(entry(this.#context, fonts, name));
    if (!dict) return undefined;
    const known = this.#fonts.get(dict);
    if (known) return known;
    const font = readFont(this.#context, dict, this.#budgets);
    this.#fonts.set(dict, font);
    return font;
  }

  decode(font: TextFont, bytes: Uint8Array): Code[] {
    // A code is at least a byte: the budget is spent before the work is done.
    spend(this.#budgets.glyphs, bytes.length / (bytes.length > 1 ? 2 : 1), 'glyphs');
    return font.decode(bytes);
  }

  /** Draws a form XObject; other XObjects have no text. */
  drawForm(run: Run, name: string): void {
    const forms = dictEntry(this.#context, run.stream.resources, 'XObject');
    this.#drawForm(forms && entry(this.#context, forms, name), run);
  }

  #drawForm(form: PDFObject | undefined, { stream: outer, state, page, forms }: Surroundings): TextStream | undefined {
    if (!(form instanceof PDFRawStream) || nameEntry(this.#context, form.dict, 'Subtype') !== 'Form') return undefined;
    if (forms.length >= MAX_FORM_DEPTH || forms.includes(form)) return undefined;
    spend(this.#budgets.forms, 1, 'forms');
    const matrix = (numbersEntry(this.#context, form.dict, 'Matrix', 6) as unknown as Matrix | undefined) ?? IDENTITY;
    const toPage = concat(matrix, state.ctm);
    const stream = this.#forms.get(form) ?? this.#formStream(form, outer, toPage);
    if (stream && this.#read.has(stream)) {
      page.repeats.push({ stream, toPage });
      this.#shared.add(stream);
    }
    if (stream) this.#run(stream, { ...state, ctm: toPage }, page, [...forms, form]);
    return stream;
  }

  #formStream(form: PDFRawStream, outer: TextStream, toPage: Matrix): TextStream | undefined {
    const bytes = decodeStream(this.#context, form, this.#budgets.bytes);
    if (!bytes) return undefined;
    const stream = {
      key: form,
      bytes,
      resources: dictEntry(this.#context, form.dict, 'Resources') ?? outer.resources,
      toPage,
      outer,
    };
    this.#forms.set(form, stream);
    return stream;
  }

  /** Whether marked content provides replacement text for copying, in its own properties or in those that it names. */
  hasActualText(resources: PDFDict, properties: Operand | undefined): boolean {
    if (properties instanceof Map) return properties.has('ActualText');
    const lists = properties instanceof Name && dictEntry(this.#context, resources, 'Properties');
    const list = lists && dictEntry(this.#context, lists, properties.value);
    return list instanceof PDFDict && list.has(PDFName.of('ActualText'));
  }

  /** A font set by a graphics state gets a name among the fonts, so that it can be selected again; undefined for other states. */
  graphicsStateFont(resources: PDFDict, stateName: string): { fontName: string; size: number } | undefined {
    const states = dictEntry(this.#context, resources, 'ExtGState');
    const state = states && dictEntry(this.#context, states, stateName);
    const pair = state && entry(this.#context, state, 'Font');
    if (!(pair instanceof PDFArray)) return undefined;
    const size = resolve(this.#context, pair.get(1));
    const fontName = `${stateName}Font`;
    fontResources(this.#context, resources).set(PDFName.of(fontName), pair.get(0));
    return { fontName, size: size instanceof PDFNumber ? size.asNumber() : 0 };
  }
}

/** The fonts of a resource dictionary, to which new ones can be added. */
export function fontResources(context: PDFContext, resources: PDFDict): PDFDict {
  const fonts = dictEntry(context, resources, 'Font') ?? PDFDict.withContext(context);
  resources.set(PDFName.of('Font'), fonts);
  return fonts;
}

/** Where a form is drawn. */
type Surroundings = Pick<Run, 'stream' | 'state' | 'page' | 'forms'>;

/** The state of reading one stream. */
class Run {
  readonly interpreter: Interpreter;
  readonly stream: TextStream;
  readonly page: PageText;
  /** The forms that are being drawn, one within the other. */
  readonly forms: readonly PDFObject[];
  state: State;
  readonly #saved: State[] = [];
  #textMatrix: Matrix = IDENTITY;
  #lineMatrix: Matrix = IDENTITY;
  #path = new Path();
  #clipRule: 'W' | 'W*' | undefined;
  /** For each open marked content, the innermost enclosing one, itself included, that provides replacement text. */
  readonly #marked: (Operation | undefined)[] = [];

  constructor(interpreter: Interpreter, stream: TextStream, state: State, page: PageText, forms: readonly PDFObject[]) {
    this.interpreter = interpreter;
    this.stream = stream;
    this.state = state;
    this.page = page;
    this.forms = forms;
  }

  set(change: Partial<State>): void {
    this.state = { ...this.state, ...change };
  }

  save(): void {
    if (this.#saved.length < MAX_STATE_DEPTH) this.#saved.push(this.state);
  }

  restore(): void {
    this.state = this.#saved.pop() ?? this.state;
  }

  beginText(): void {
    this.#textMatrix = this.#lineMatrix = IDENTITY;
  }

  setTextMatrix(matrix: Matrix): void {
    this.#textMatrix = this.#lineMatrix = matrix;
  }

  moveLine(x: number, y: number): void {
    this.#textMatrix = this.#lineMatrix = concat([1, 0, 0, 1, x, y], this.#lineMatrix);
  }

  mark(operation: Operation | undefined): void {
    this.#marked.push(operation ?? this.#marked.at(-1));
  }

  unmark(): void {
    this.#marked.pop();
  }

  get path(): Path {
    return this.#path;
  }

  clip(rule: 'W' | 'W*'): void {
    this.#clipRule = rule;
  }

  /** Ends a path: its painted or clipped shapes become edges and rules. */
  endPath({ operator, end }: Operation): void {
    const isPainted = operator !== 'n';
    const { ctm, clips } = this.state;
    for (const { x, y, width, height, start, end: built } of this.#path.rectangles) {
      const [left, bottom, right, top] = transformBox(ctm, boxOf([x, y, x + width, y + height]));
      this.#addEdge(left, bottom, top);
      this.#addEdge(right, bottom, top);
      if (isPainted && top - bottom <= THICKEST_RULE) this.#addRule(left, right, bottom, start, built);
    }
    for (const line of this.#path.lines) {
      const [from, to] = onPage(line, ctm);
      if (Math.abs(from[0] - to[0]) < 0.5) this.#addEdge(from[0], Math.min(from[1], to[1]), Math.max(from[1], to[1]));
      else if (isPainted && Math.abs(from[1] - to[1]) < 0.5)
        this.#addRule(Math.min(from[0], to[0]), Math.max(from[0], to[0]), from[1], line.start, end);
    }
    if (isPainted && !this.#clipRule) this.#addShapes(operator);
    const range = this.#path.range(end);
    const shape = this.#clipRule && clips.length < MAX_CLIPS ? this.#path.asClip(ctm) : undefined;
    if (shape && range) {
      const isEvenOdd = this.#clipRule === 'W*';
      const painted = isPainted ? operator : undefined;
      this.set({ clips: [...clips, { ...shape, ...range, stream: this.stream, isEvenOdd, painted }] });
    }
    this.#path = new Path();
    this.#clipRule = undefined;
  }

  /** Rotated ones are omitted: they belong to no text on a line. */
  #addShapes(operator: string): void {
    const { ctm, clips, lineWidth } = this.state;
    const isUpright = Math.min(Math.abs(ctm[0]) + Math.abs(ctm[3]), Math.abs(ctm[1]) + Math.abs(ctm[2])) < 1e-6;
    if (!isUpright) return;
    const reach = FILLS.has(operator) ? 0 : (lineWidth * (Math.abs(ctm[0]) + Math.abs(ctm[1]))) / 2;
    for (const { points, steps, isCurved, start, end } of this.#path.subpaths) {
      if (steps > MOST_STEPS.wave || this.page.shapes.length >= MOST_SHAPES) continue;
      const placed = points.map(([x, y]) => apply(ctm, x, y));
      const box = boxAround(placed);
      const height = box[3] - box[1];
      const isWave = placed.some(([x]) => x > box[0] + height && x < box[2] - height);
      if (height <= HIGHEST_SHAPE && (isWave || steps <= MOST_STEPS.frame))
        this.page.shapes.push({ stream: this.stream, start, end, ctm, box, reach, isWave, isCurved, clips });
    }
  }

  #addEdge(x: number, bottom: number, top: number): void {
    if (top - bottom > THICKEST_RULE) this.page.edges.push({ x, bottom, top });
  }

  #addRule(left: number, right: number, y: number, start: number, end: number): void {
    this.page.rules.push({ left, right, y, stream: this.stream, start, end });
  }

  show(elements: readonly Operand[], { start, end }: Operation, prefix = ''): void {
    const { state } = this;
    const { font } = state;
    if (!font) return;
    const matrix = concat(this.#textMatrix, state.ctm);
    const stretch = Math.hypot(matrix[0], matrix[1]);
    const sign = state.size * state.scale < 0 ? -1 : 1;
    const direction = [(sign * matrix[0]) / stretch, (sign * matrix[1]) / stretch] as const;
    const [x, y] = apply(matrix, 0, state.rise);
    const show: Show = {
      stream: this.stream,
      start,
      end,
      prefix,
      glyphs: [],
      along: x * direction[0] + y * direction[1],
      endAlong: 0,
      baseline: y * direction[0] - x * direction[1],
      direction,
      perThousand: (Math.abs(state.size * state.scale) * stretch) / 1000,
      unit: stretch * state.scale * sign,
      em: Math.abs(state.size) * font.em * Math.hypot(matrix[2], matrix[3]),
      font,
      fontName: state.fontName,
      size: state.size,
      characterSpacing: state.characterSpacing,
      wordSpacing: state.wordSpacing,
      scale: state.scale,
      isMirrored: matrix[0] * matrix[3] - matrix[1] * matrix[2] < 0,
      clips: state.clips,
      actualText: this.#marked.at(-1),
    };
    const advance = this.#addGlyphs(show, elements);
    show.endAlong = show.along + advance * show.unit;
    this.#textMatrix = concat([1, 0, 0, 1, advance * state.scale, 0], this.#textMatrix);
    // A matrix without extent, or without finite numbers, shows nothing and has no place.
    const isPlaced = Number.isFinite(show.along + show.endAlong + show.baseline) && show.em > 0;
    if (!isPlaced || !draws(state.mode) || font.isVertical) this.page.invisibleGlyphs += show.glyphs.length;
    else if (show.glyphs.length > 0) this.page.shows.push(show);
  }

  /** The movement of the pen in text space, before horizontal scaling. */
  #addGlyphs(show: Show, elements: readonly Operand[]): number {
    const { size, characterSpacing, wordSpacing } = this.state;
    let pen = 0;
    for (const element of elements) {
      if (typeof element === 'number') pen -= (element / 1000) * size;
      if (!(element instanceof Uint8Array)) continue;
      for (const code of this.interpreter.decode(show.font, element)) {
        const width = code.width * size + characterSpacing + (code.isWordSpace ? wordSpacing : 0);
        show.glyphs.push({
          show,
          text: code.text,
          hex: code.hex,
          along: show.along + pen * show.unit,
          width: width * show.unit,
        });
        if (draws(this.state.mode)) show.font.noteDrawn(code);
        pen += width;
      }
    }
    return pen;
  }
}

/** Higher than this, in points, and a line is a box. */
export const THICKEST_RULE = 3;
/** A shape higher than this, in points, belongs to no single line of text. */
const HIGHEST_SHAPE = 72;
/** Operators of a frame with round corners, each of which Chromium draws with up to 16 curves, and of a wave as wide as a page. */
const MOST_STEPS = { frame: 80, wave: 2_000 };
/** Limit for one page: a drawing has more. */
const MOST_SHAPES = 20_000;
/** Operators that paint without a stroke. */
const FILLS: ReadonlySet<string> = new Set(['f', 'F', 'f*']);

type Operator = (run: Run, operands: Operand[], operation: Operation) => void;

const number = (operand: Operand | undefined) => (typeof operand === 'number' ? operand : 0);
const name = (operand: Operand | undefined) => (operand instanceof Name ? operand.value : '');
const pointsOf = (operands: readonly Operand[], count: number) =>
  Array.from({ length: count }, (_, index) => [number(operands[2 * index]), number(operands[2 * index + 1])] as const);
const matrixOf = (operands: readonly Operand[]) =>
  [0, 1, 2, 3, 4, 5].map((index) => number(operands[index])) as unknown as Matrix;

const endPath: Operator = (run, _, operation) => run.endPath(operation);

/** The operators that place text, and those that draw lines around it (ISO 32000-1, annex A). */
const OPERATORS: ReadonlyMap<string, Operator> = new Map(
  Object.entries<Operator>({
    q: (run) => run.save(),
    Q: (run) => run.restore(),
    cm: (run, operands) => run.set({ ctm: concat(matrixOf(operands), run.state.ctm) }),
    gs: (run, [state]) => {
      const set = run.interpreter.graphicsStateFont(run.stream.resources, name(state));
      if (set) run.set({ ...set, font: run.interpreter.font(run.stream.resources, set.fontName) });
    },
    w: (run, [width]) => run.set({ lineWidth: number(width) }),
    BT: (run) => run.beginText(),
    Tf: (run, [font, size]) =>
      run.set({
        font: run.interpreter.font(run.stream.resources, name(font)),
        fontName: name(font),
        size: number(size),
      }),
    Tc: (run, [spacing]) => run.set({ characterSpacing: number(spacing) }),
    Tw: (run, [spacing]) => run.set({ wordSpacing: number(spacing) }),
    Tz: (run, [percent]) => run.set({ scale: number(percent) / 100 }),
    TL: (run, [leading]) => run.set({ leading: number(leading) }),
    Ts: (run, [rise]) => run.set({ rise: number(rise) }),
    Tr: (run, [mode]) => run.set({ mode: number(mode) }),
    Td: (run, [x, y]) => run.moveLine(number(x), number(y)),
    TD: (run, [x, y]) => {
      run.set({ leading: -number(y) });
      run.moveLine(number(x), number(y));
    },
    Tm: (run, operands) => run.setTextMatrix(matrixOf(operands)),
    'T*': (run) => run.moveLine(0, -run.state.leading),
    Tj: (run, operands, operation) => run.show(operands.slice(-1), operation),
    TJ: (run, operands, operation) => {
      const elements = operands.at(-1);
      if (Array.isArray(elements)) run.show(elements, operation);
    },
    "'": (run, operands, operation) => {
      run.moveLine(0, -run.state.leading);
      run.show(operands.slice(-1), operation, 'T*');
    },
    '"': (run, [wordSpacing, characterSpacing, text], operation) => {
      run.set({ wordSpacing: number(wordSpacing), characterSpacing: number(characterSpacing) });
      run.moveLine(0, -run.state.leading);
      if (text) run.show([text], operation, `${number(wordSpacing)} Tw ${number(characterSpacing)} Tc T*`);
    },
    Do: (run, [form]) => run.interpreter.drawForm(run, name(form)),
    BMC: (run) => run.mark(undefined),
    BDC: (run, [, properties], operation) =>
      run.mark(run.interpreter.hasActualText(run.stream.resources, properties) ? operation : undefined),
    EMC: (run) => run.unmark(),
    re: (run, [x, y, width, height], operation) =>
      run.path.addRectangle(number(x), number(y), number(width), number(height), operation),
    m: (run, [x, y], operation) => run.path.moveTo(number(x), number(y), operation),
    l: (run, [x, y], operation) => run.path.lineTo(number(x), number(y), operation),
    c: (run, operands, operation) => run.path.curveTo(pointsOf(operands, 3), operation),
    v: (run, operands, operation) => run.path.curveTo(pointsOf(operands, 2), operation),
    y: (run, operands, operation) => run.path.curveTo(pointsOf(operands, 2), operation),
    h: (run, _, operation) => run.path.close(operation),
    W: (run) => run.clip('W'),
    'W*': (run) => run.clip('W*'),
    n: endPath,
    f: endPath,
    F: endPath,
    'f*': endPath,
    S: endPath,
    s: endPath,
    B: endPath,
    'B*': endPath,
    b: endPath,
    'b*': endPath,
  }),
);
