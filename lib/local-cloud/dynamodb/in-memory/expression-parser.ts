import {
  ATTRIBUTE_TYPES,
  type AttributeValue,
  compareValues,
  readValue,
  typeOf,
  validationError,
} from './attribute-value.ts';
import { isReserved } from './reserved-words.ts';

/** Attribute names and list positions, from the item down to a value. */
export type Path = readonly (string | number)[];

export type Operand =
  | { readonly kind: 'path'; readonly path: Path }
  | { readonly kind: 'value'; readonly value: AttributeValue }
  | { readonly kind: 'size'; readonly path: Path };

export const COMPARATORS = ['=', '<>', '<', '<=', '>', '>='] as const;
export type Comparator = (typeof COMPARATORS)[number];

export type Condition =
  | { readonly kind: 'and' | 'or'; readonly left: Condition; readonly right: Condition }
  | { readonly kind: 'not'; readonly condition: Condition }
  | { readonly kind: 'compare'; readonly comparator: Comparator; readonly left: Operand; readonly right: Operand }
  | { readonly kind: 'between'; readonly operand: Operand; readonly least: Operand; readonly greatest: Operand }
  | { readonly kind: 'in'; readonly operand: Operand; readonly list: readonly Operand[] }
  | { readonly kind: 'exists'; readonly path: Path; readonly wanted: boolean }
  | { readonly kind: 'type'; readonly path: Path; readonly type: Operand }
  | { readonly kind: 'begins_with' | 'contains'; readonly left: Operand; readonly right: Operand };

export type UpdateOperand =
  | Operand
  | { readonly kind: 'if_not_exists'; readonly path: Path; readonly otherwise: UpdateOperand }
  | { readonly kind: '+' | '-'; readonly left: UpdateOperand; readonly right: UpdateOperand }
  | { readonly kind: 'list_append'; readonly first: UpdateOperand; readonly second: UpdateOperand };

export interface Assignment {
  readonly path: Path;
  readonly value: UpdateOperand;
}

export interface Update {
  readonly set: readonly Assignment[];
  readonly remove: readonly Path[];
  readonly add: readonly { path: Path; value: AttributeValue }[];
  readonly delete: readonly { path: Path; value: AttributeValue }[];
}

/** Names and values that the expressions of one request share, and which of them were used. */
export class Placeholders {
  readonly #names: Readonly<Record<string, string>>;
  readonly #values: ReadonlyMap<string, AttributeValue>;
  readonly #unusedNames: Set<string>;
  readonly #unusedValues: Set<string>;

  /** @throws AwsError ValidationException for names or values that no expression can use. */
  constructor(
    names: Readonly<Record<string, string>> | undefined,
    values: Readonly<Record<string, unknown>> | undefined,
  ) {
    if (names && Object.keys(names).length === 0) throw validationError('ExpressionAttributeNames must not be empty');
    if (values && Object.keys(values).length === 0)
      throw validationError('ExpressionAttributeValues must not be empty');
    this.#names = names ?? {};
    this.#values = new Map(
      Object.entries(values ?? {}).map(([key, value]) => {
        if (!/^:[A-Za-z0-9_]+$/.test(key)) {
          throw validationError(`ExpressionAttributeValues contains invalid key: Syntax error; key: "${key}"`);
        }
        return [key, readValue(value)];
      }),
    );
    const badName = Object.keys(this.#names).find((key) => !/^#[A-Za-z0-9_]+$/.test(key));
    if (badName !== undefined) {
      throw validationError(`ExpressionAttributeNames contains invalid key: Syntax error; key: "${badName}"`);
    }
    this.#unusedNames = new Set(Object.keys(this.#names));
    this.#unusedValues = new Set(this.#values.keys());
  }

  name(key: string, fail: (reason: string) => Error): string {
    const name = this.#names[key];
    if (name === undefined) {
      throw fail(`An expression attribute name used in the document path is not defined; attribute name: ${key}`);
    }
    this.#unusedNames.delete(key);
    return name;
  }

  value(key: string, fail: (reason: string) => Error): AttributeValue {
    const value = this.#values.get(key);
    if (value === undefined) {
      throw fail(`An expression attribute value used in expression is not defined; attribute value: ${key}`);
    }
    this.#unusedValues.delete(key);
    return value;
  }

  /** Call it once all expressions are parsed. */
  expectAllUsed(): void {
    const unused = (what: string, keys: ReadonlySet<string>) =>
      validationError(`Value provided in ${what} unused in expressions: keys: {${[...keys].join(', ')}}`);
    if (this.#unusedNames.size > 0) throw unused('ExpressionAttributeNames', this.#unusedNames);
    if (this.#unusedValues.size > 0) throw unused('ExpressionAttributeValues', this.#unusedValues);
  }
}

interface Token {
  readonly kind: 'word' | 'number' | 'symbol' | 'end';
  readonly text: string;
}

const END: Token = { kind: 'end', text: '<EOF>' };
const LEXEME = /\s*(?:([#:]?[A-Za-z_][A-Za-z0-9_]*|[#:][A-Za-z0-9_]+)|(\d+)|(<>|<=|>=|[=<>()[\],.+-])|(\S))/y;

/** Longest expression: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html */
const LONGEST_EXPRESSION_BYTES = 4096;

const FUNCTIONS: ReadonlySet<string> = new Set([
  'attribute_exists',
  'attribute_not_exists',
  'attribute_type',
  'begins_with',
  'contains',
  'size',
  'if_not_exists',
  'list_append',
]);

export function parseCondition(text: string, what: string, placeholders: Placeholders): Condition {
  return new Parser(text, what, placeholders).whole((parser) => parser.condition());
}

export function parseUpdate(text: string, placeholders: Placeholders): Update {
  return new Parser(text, 'UpdateExpression', placeholders).whole((parser) => parser.update());
}

export function parseProjection(text: string, placeholders: Placeholders): readonly Path[] {
  return new Parser(text, 'ProjectionExpression', placeholders).whole((parser) => {
    const paths = parser.listOf(() => parser.path());
    parser.expectApart(paths);
    return paths;
  });
}

/** Recursive descent over https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.OperatorsAndFunctions.html */
class Parser {
  readonly #what: string;
  readonly #placeholders: Placeholders;
  readonly #tokens: Token[] = [];
  #position = 0;

  constructor(text: string, what: string, placeholders: Placeholders) {
    this.#what = what;
    this.#placeholders = placeholders;
    if (text.trim() === '') throw this.#fail('The expression can not be empty;');
    if (Buffer.byteLength(text) > LONGEST_EXPRESSION_BYTES) {
      throw this.#fail('Expression size has exceeded the maximum allowed size');
    }
    LEXEME.lastIndex = 0;
    for (let match = LEXEME.exec(text); match; match = LEXEME.exec(text)) {
      const [, word, number, symbol, other] = match;
      if (other !== undefined) throw this.#fail(`Syntax error; token: "${other}"`);
      if (word !== undefined) this.#tokens.push({ kind: 'word', text: word });
      else if (number !== undefined) this.#tokens.push({ kind: 'number', text: number });
      else this.#tokens.push({ kind: 'symbol', text: symbol! });
    }
  }

  whole<Result>(parse: (parser: this) => Result): Result {
    const result = parse(this);
    if (this.#peek() !== END) throw this.#syntaxError();
    return result;
  }

  condition(): Condition {
    let left = this.#conjunction();
    while (this.#takeKeyword('OR')) left = { kind: 'or', left, right: this.#conjunction() };
    return left;
  }

  update(): Update {
    const set: Assignment[] = [];
    const remove: Path[] = [];
    const add: { path: Path; value: AttributeValue }[] = [];
    const removed: { path: Path; value: AttributeValue }[] = [];
    const clauses: Readonly<Record<string, () => void>> = {
      SET: () => set.push(...this.listOf(() => this.#assignment())),
      REMOVE: () => remove.push(...this.listOf(() => this.path())),
      ADD: () => add.push(...this.listOf(() => this.#change(['N', 'SS', 'NS', 'BS'], 'ADD'))),
      DELETE: () => removed.push(...this.listOf(() => this.#change(['SS', 'NS', 'BS'], 'DELETE'))),
    };
    const seen = new Set<string>();
    while (this.#peek() !== END) {
      const section = this.#next().text.toUpperCase();
      if (!Object.hasOwn(clauses, section)) throw this.#syntaxError(-1);
      if (seen.has(section))
        throw this.#fail(`The "${section}" section can only be used once in an update expression;`);
      seen.add(section);
      clauses[section]!();
    }
    this.expectApart([...set, ...add, ...removed].map(({ path }) => path).concat(remove));
    return { set, remove, add, delete: removed };
  }

  path(): Path {
    const path: (string | number)[] = [this.#attributeName()];
    for (;;) {
      if (this.#take('.')) path.push(this.#attributeName());
      else if (this.#take('[')) {
        const index = this.#next();
        if (index.kind !== 'number') throw this.#syntaxError(-1);
        path.push(Number(index.text));
        this.#expect(']');
      } else return path;
    }
  }

  listOf<Element>(parse: () => Element): Element[] {
    const elements = [parse()];
    while (this.#take(',')) elements.push(parse());
    return elements;
  }

  /** No path may contain another one. */
  expectApart(paths: readonly Path[]): void {
    paths.forEach((path, index) => {
      for (const other of paths.slice(index + 1)) {
        const depth = Math.min(path.length, other.length);
        const different = path.slice(0, depth).findIndex((step, level) => step !== other[level]);
        const shown = `path one: ${showPath(path)}, path two: ${showPath(other)}`;
        if (different === -1) {
          throw this.#fail(
            `Two document paths overlap with each other; must remove or rewrite one of these paths; ${shown}`,
          );
        }
        if (typeof path[different] !== typeof other[different]) {
          throw this.#fail(
            `Two document paths conflict with each other; must remove or rewrite one of these paths; ${shown}`,
          );
        }
      }
    });
  }

  #conjunction(): Condition {
    let left = this.#negation();
    while (this.#takeKeyword('AND')) left = { kind: 'and', left, right: this.#negation() };
    return left;
  }

  #negation(): Condition {
    return this.#takeKeyword('NOT') ? { kind: 'not', condition: this.#negation() } : this.#predicate();
  }

  #predicate(): Condition {
    if (this.#take('(')) {
      const condition = this.condition();
      this.#expect(')');
      return condition;
    }
    const name = this.#functionName();
    if (name !== undefined && name !== 'size') return this.#testFunction(name);
    const left = this.#operand();
    if (this.#takeKeyword('BETWEEN')) {
      const least = this.#operand();
      if (!this.#takeKeyword('AND')) throw this.#syntaxError();
      return { kind: 'between', operand: left, ...this.#bounds(least, this.#operand()) };
    }
    if (this.#takeKeyword('IN')) {
      this.#expect('(');
      const list = this.listOf(() => this.#operand());
      this.#expect(')');
      return { kind: 'in', operand: left, list };
    }
    const comparator = this.#next().text;
    if (!(COMPARATORS as readonly string[]).includes(comparator)) throw this.#syntaxError(-1);
    const right = this.#operand();
    if (left.kind === 'path' && right.kind === 'path' && showPath(left.path) === showPath(right.path)) {
      throw this.#fail(
        `The first operand must be distinct from the remaining operands for this operator or function; operator: ${comparator}, first operand: ${showPath(left.path)}`,
      );
    }
    if (comparator !== '=' && comparator !== '<>') {
      this.#expectTypes([left, right], ['S', 'N', 'B'], `operator: ${comparator}`);
    }
    return { kind: 'compare', comparator: comparator as Comparator, left, right };
  }

  #bounds(least: Operand, greatest: Operand): { least: Operand; greatest: Operand } {
    this.#expectTypes([least, greatest], ['S', 'N', 'B'], 'operator: BETWEEN');
    if (least.kind === 'value' && greatest.kind === 'value') {
      const shown = `lower bound operand: AttributeValue: ${showValue(least.value)}, upper bound operand: AttributeValue: ${showValue(greatest.value)}`;
      if (typeOf(least.value) !== typeOf(greatest.value)) {
        throw this.#fail(`The BETWEEN operator requires same data type for lower and upper bounds; ${shown}`);
      }
      if ((compareValues(least.value, greatest.value) ?? 0) > 0) {
        throw this.#fail(
          `The BETWEEN operator requires upper bound to be greater than or equal to lower bound; ${shown}`,
        );
      }
    }
    return { least, greatest };
  }

  #testFunction(name: string): Condition {
    this.#next();
    this.#expect('(');
    const first = this.#operand();
    const second = this.#take(',') ? this.#operand() : undefined;
    this.#expect(')');
    const wanted = name === 'attribute_exists' || name === 'attribute_not_exists' ? 1 : 2;
    const given = second === undefined ? 1 : 2;
    if (wanted !== given) {
      throw this.#fail(
        `Incorrect number of operands for operator or function; operator or function: ${name}, number of operands: ${given}`,
      );
    }
    switch (name) {
      case 'attribute_exists':
      case 'attribute_not_exists':
        return { kind: 'exists', path: this.#pathOf(first, name), wanted: name === 'attribute_exists' };
      case 'attribute_type': {
        if (second!.kind === 'value' && !ATTRIBUTE_TYPES.has(second!.value.S ?? '')) {
          throw this.#fail(`Invalid attribute type name found; type: ${second!.value.S}`);
        }
        return { kind: 'type', path: this.#pathOf(first, name), type: second! };
      }
      case 'begins_with': {
        this.#expectTypes([first, second!], ['S', 'B'], `operator or function: ${name}`);
        return { kind: name, left: first, right: second! };
      }
      case 'contains':
        return { kind: name, left: first, right: second! };
      default:
        throw this.#fail(`The function is not allowed in a condition expression; function: ${name}`);
    }
  }

  #pathOf(operand: Operand, name: string): Path {
    if (operand.kind === 'path') return operand.path;
    throw this.#fail(`Operator or function requires a document path; operator or function: ${name}`);
  }

  #operand(): Operand {
    if (this.#functionName() === 'size') {
      this.#next();
      this.#expect('(');
      const path = this.#pathOf(this.#operand(), 'size');
      this.#expect(')');
      return { kind: 'size', path };
    }
    const { kind, text } = this.#peek();
    if (kind === 'word' && text.startsWith(':')) {
      this.#next();
      return { kind: 'value', value: this.#value(text) };
    }
    return { kind: 'path', path: this.path() };
  }

  #assignment(): Assignment {
    const path = this.path();
    this.#expect('=');
    return { path, value: this.#updateValue() };
  }

  #updateValue(): UpdateOperand {
    const left = this.#updateOperand();
    const sign = this.#take('+') ? '+' : this.#take('-') ? '-' : undefined;
    if (!sign) return left;
    const right = this.#updateOperand();
    this.#expectTypes([left, right], ['N'], `operator or function: ${sign}`);
    return { kind: sign, left, right };
  }

  #updateOperand(): UpdateOperand {
    if (this.#take('(')) {
      const value = this.#updateValue();
      this.#expect(')');
      return value;
    }
    const name = this.#functionName();
    if (name !== 'if_not_exists' && name !== 'list_append') {
      if (name !== undefined) {
        throw this.#fail(`The function is not allowed in an update expression; function: ${name}`);
      }
      return this.#operand();
    }
    this.#next();
    this.#expect('(');
    const first = this.#updateOperand();
    this.#expect(',');
    const second = this.#updateOperand();
    this.#expect(')');
    if (name === 'list_append') {
      this.#expectTypes([first, second], ['L'], `operator or function: ${name}`);
      return { kind: name, first, second };
    }
    if (first.kind !== 'path') {
      throw this.#fail(`Operator or function requires a document path; operator or function: ${name}`);
    }
    return { kind: name, path: first.path, otherwise: second };
  }

  /** A path and the value to add to it or delete from it. */
  #change(types: readonly string[], operator: string): { path: Path; value: AttributeValue } {
    const path = this.path();
    const operand = this.#operand();
    if (operand.kind !== 'value') throw this.#syntaxError(-1);
    const [type] = Object.keys(operand.value);
    if (!types.includes(type!)) {
      throw this.#fail(`Incorrect operand type for operator or function; operator: ${operator}, operand type: ${type}`);
    }
    return { path, value: operand.value };
  }

  /** Checks given values before the item is read. */
  #expectTypes(operands: readonly UpdateOperand[], types: readonly string[], operator: string): void {
    for (const operand of operands) {
      const type = operand.kind === 'value' ? typeOf(operand.value) : operand.kind === 'size' ? 'N' : undefined;
      if (type === undefined || types.includes(type)) continue;
      throw this.#fail(`Incorrect operand type for operator or function; ${operator}, operand type: ${type}`);
    }
  }

  #attributeName(): string {
    const { kind, text } = this.#next();
    if (kind !== 'word' || text.startsWith(':')) throw this.#syntaxError(-1);
    if (text.startsWith('#')) return this.#placeholders.name(text, (reason) => this.#fail(reason));
    if (isReserved(text)) throw this.#fail(`Attribute name is a reserved keyword; reserved keyword: ${text}`);
    return text;
  }

  #value(key: string): AttributeValue {
    return this.#placeholders.value(key, (reason) => this.#fail(reason));
  }

  /** The parenthesis distinguishes a function from an attribute of the same name. */
  #functionName(): string | undefined {
    const { kind, text } = this.#peek();
    if (kind !== 'word' || this.#tokens[this.#position + 1]?.text !== '(') return undefined;
    if (!FUNCTIONS.has(text) && !/^(and|or|not|in|between)$/i.test(text)) {
      throw this.#fail(`Invalid function name; function: ${text}`);
    }
    return FUNCTIONS.has(text) ? text : undefined;
  }

  #peek(): Token {
    return this.#tokens[this.#position] ?? END;
  }

  #next(): Token {
    const token = this.#peek();
    this.#position++;
    return token;
  }

  #take(symbol: string): boolean {
    const { kind, text } = this.#peek();
    const found = kind === 'symbol' && text === symbol;
    if (found) this.#position++;
    return found;
  }

  #takeKeyword(keyword: string): boolean {
    const { kind, text } = this.#peek();
    const found = kind === 'word' && text.toUpperCase() === keyword;
    if (found) this.#position++;
    return found;
  }

  #expect(symbol: string): void {
    if (!this.#take(symbol)) throw this.#syntaxError();
  }

  #syntaxError(offset = 0): Error {
    return this.#fail(`Syntax error; token: "${(this.#tokens[this.#position + offset] ?? END).text}"`);
  }

  #fail(reason: string): Error {
    return validationError(`Invalid ${this.#what}: ${reason}`);
  }
}

function showValue(value: AttributeValue): string {
  return `{${typeOf(value)}:${value.S ?? value.N ?? value.B}}`;
}

function showPath(path: Path): string {
  return `[${path.map((step) => (typeof step === 'number' ? `[${step}]` : step)).join(', ')}]`;
}
