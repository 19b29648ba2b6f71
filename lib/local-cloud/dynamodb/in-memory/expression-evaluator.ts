import { type AttributeValue, compareValues, isEqual, type Item, typeOf, validationError } from './attribute-value.ts';
import { addDecimals, formatDecimal, negate, parseDecimal } from './decimal.ts';
import type { Comparator, Condition, Operand, Path, Update, UpdateOperand } from './expression-parser.ts';

export function valueAt(item: Item, path: Path): AttributeValue | undefined {
  let value: AttributeValue | undefined = { M: item };
  for (const step of path) {
    if (typeof step === 'number') value = value.L?.[step];
    else value = value.M !== undefined && Object.hasOwn(value.M, step) ? value.M[step] : undefined;
    if (value === undefined) return undefined;
  }
  return value;
}

export function isMet(condition: Condition, item: Item): boolean {
  switch (condition.kind) {
    case 'and':
      return isMet(condition.left, item) && isMet(condition.right, item);
    case 'or':
      return isMet(condition.left, item) || isMet(condition.right, item);
    case 'not':
      return !isMet(condition.condition, item);
    case 'compare':
      return compare(condition.comparator, resolve(condition.left, item), resolve(condition.right, item));
    case 'between': {
      const value = resolve(condition.operand, item);
      return (
        compare('>=', value, resolve(condition.least, item)) && compare('<=', value, resolve(condition.greatest, item))
      );
    }
    case 'in': {
      const value = resolve(condition.operand, item);
      return condition.list.some((operand) => compare('=', value, resolve(operand, item)));
    }
    case 'exists':
      return (valueAt(item, condition.path) !== undefined) === condition.wanted;
    case 'type': {
      const value = valueAt(item, condition.path);
      return value !== undefined && typeOf(value) === resolve(condition.type, item)?.S;
    }
    case 'begins_with':
      return beginsWith(resolve(condition.left, item), resolve(condition.right, item));
    case 'contains':
      return contains(resolve(condition.left, item), resolve(condition.right, item));
  }
}

function compare(comparator: Comparator, left: AttributeValue | undefined, right: AttributeValue | undefined): boolean {
  if (comparator === '<>') return !isEqual(left, right);
  if (left === undefined || right === undefined) return false;
  if (comparator === '=') return isEqual(left, right);
  const order = compareValues(left, right);
  if (order === undefined) return false;
  switch (comparator) {
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
  }
}

function resolve(operand: Operand, item: Item): AttributeValue | undefined {
  switch (operand.kind) {
    case 'path':
      return valueAt(item, operand.path);
    case 'value':
      return operand.value;
    case 'size': {
      const value = valueAt(item, operand.path);
      const size = value && sizeFunction(value);
      return size === undefined ? undefined : { N: String(size) };
    }
  }
}

/** Characters, bytes or elements; undefined for a value that has no size. */
function sizeFunction(value: AttributeValue): number | undefined {
  const { S, B, SS, NS, BS, L, M } = value;
  if (S !== undefined) return S.length;
  if (B !== undefined) return Buffer.byteLength(B, 'base64');
  if (M !== undefined) return Object.keys(M).length;
  return (SS ?? NS ?? BS ?? L)?.length;
}

export function beginsWith(value: AttributeValue | undefined, prefix: AttributeValue | undefined): boolean {
  if (value?.S !== undefined && prefix?.S !== undefined) return value.S.startsWith(prefix.S);
  if (value?.B === undefined || prefix?.B === undefined) return false;
  const start = Buffer.from(prefix.B, 'base64');
  return Buffer.from(value.B, 'base64').subarray(0, start.length).equals(start);
}

function contains(value: AttributeValue | undefined, wanted: AttributeValue | undefined): boolean {
  if (value === undefined || wanted === undefined) return false;
  if (value.S !== undefined) return wanted.S !== undefined && value.S.includes(wanted.S);
  if (value.B !== undefined) {
    return wanted.B !== undefined && Buffer.from(value.B, 'base64').includes(Buffer.from(wanted.B, 'base64'));
  }
  if (value.L !== undefined) return value.L.some((element) => isEqual(element, wanted));
  if (value.SS !== undefined) return wanted.S !== undefined && value.SS.includes(wanted.S);
  if (value.NS !== undefined) return wanted.N !== undefined && value.NS.includes(wanted.N);
  return value.BS !== undefined && wanted.B !== undefined && value.BS.includes(wanted.B);
}

/** The parts of an item that a projection names. List elements move up to fill gaps. */
export function project(item: Item, paths: readonly Path[]): Item {
  let result: Item = {};
  const ordered = [...paths].sort(comparePaths);
  // Elements are added in the order of their paths, so each list keeps its order.
  const taken = new Map<string, number>();
  for (const path of ordered) {
    const value = valueAt(item, path);
    if (value === undefined) continue;
    const target: (string | number)[] = [];
    path.forEach((step, level) => {
      if (typeof step === 'string') return void target.push(step);
      const list = JSON.stringify(path.slice(0, level));
      const element = JSON.stringify(path.slice(0, level + 1));
      if (!taken.has(element)) {
        const position = taken.get(`${list}#`) ?? 0;
        taken.set(element, position).set(`${list}#`, position + 1);
      }
      target.push(taken.get(element)!);
    });
    result = withContainers(result, target, path, value);
  }
  return result;
}

function comparePaths(a: Path, b: Path): number {
  for (let level = 0; level < Math.min(a.length, b.length); level++) {
    const [left, right] = [a[level]!, b[level]!];
    if (typeof left === 'number' && typeof right === 'number' && left !== right) return left - right;
    if (left !== right) return String(left) < String(right) ? -1 : 1;
  }
  return a.length - b.length;
}

/** Puts a value at `target`, creating the maps and lists along `path`. */
function withContainers(item: Item, target: Path, path: Path, value: AttributeValue): Item {
  const place = (at: AttributeValue | undefined, level: number): AttributeValue => {
    if (level === target.length) return value;
    const step = target[level]!;
    if (typeof path[level] === 'number') {
      const elements = [...(at?.L ?? [])];
      elements[step as number] = place(elements[step as number], level + 1);
      return { L: elements };
    }
    const map = at?.M ?? {};
    return { M: { ...map, [step]: place(map[step], level + 1) } };
  };
  return place({ M: item }, 0).M!;
}

/**
 * The item after an update; `item` stays as it is.
 * @throws AwsError ValidationException when the update does not fit the item.
 */
export function applyUpdate(item: Item, update: Update): Item {
  // Every right-hand side reads the item before the update.
  const assigned = update.set.map(({ path, value }) => ({ path, value: operandValue(value, item) }));
  const added = update.add.map(({ path, value }) => ({ path, value: addedTo(valueAt(item, path), value) }));
  const reduced = update.delete.map(({ path, value }) => {
    if (path.length > 1 && !valueAt(item, path.slice(0, -1))) throw validationError(NO_SUCH_PATH);
    return { path, value: without(valueAt(item, path), value) };
  });
  let result = item;
  for (const { path, value } of [...assigned, ...added]) result = withValue(result, path, value);
  for (const { path, value } of reduced) {
    if (value === 'emptied') result = withoutPaths(result, [path]);
    else if (value) result = withValue(result, path, value);
  }
  return withoutPaths(result, update.remove);
}

function operandValue(operand: UpdateOperand, item: Item): AttributeValue {
  switch (operand.kind) {
    case 'if_not_exists':
      return valueAt(item, operand.path) ?? operandValue(operand.otherwise, item);
    case '+':
    case '-':
      return total(operandValue(operand.left, item), operandValue(operand.right, item), operand.kind);
    case 'list_append': {
      const lists = [operandValue(operand.first, item), operandValue(operand.second, item)];
      if (lists.some(({ L }) => L === undefined)) throw wrongType();
      return { L: lists.flatMap(({ L }) => L!) };
    }
    default: {
      const value = resolve(operand, item);
      if (value === undefined) {
        throw validationError('The provided expression refers to an attribute that does not exist in the item');
      }
      return value;
    }
  }
}

function total(left: AttributeValue, right: AttributeValue, sign: '+' | '-'): AttributeValue {
  if (left.N === undefined || right.N === undefined) throw wrongType();
  return { N: sum(left.N, sign === '+' ? right.N : formatDecimal(negate(parseDecimal(right.N)))) };
}

function wrongType(): Error {
  return validationError('An operand in the update expression has an incorrect data type');
}

function sum(a: string, b: string): string {
  const quick = Number(a) + Number(b);
  if (a.length < 15 && b.length < 15 && Number.isSafeInteger(Number(a)) && Number.isSafeInteger(Number(b))) {
    return String(quick);
  }
  try {
    return formatDecimal(addDecimals(parseDecimal(a), parseDecimal(b)));
  } catch (error) {
    throw validationError((error as Error).message);
  }
}

const SET_TYPES = ['SS', 'NS', 'BS'] as const;

function addedTo(old: AttributeValue | undefined, value: AttributeValue): AttributeValue {
  if (old === undefined) return value;
  if (value.N !== undefined && old.N !== undefined) return { N: sum(old.N, value.N) };
  const type = SET_TYPES.find((candidate) => value[candidate] !== undefined && old[candidate] !== undefined);
  if (!type) throw wrongType();
  return { [type]: [...new Set([...old[type]!, ...value[type]!])] };
}

/** The remaining set; undefined if the attribute did not exist. */
function without(old: AttributeValue | undefined, value: AttributeValue): AttributeValue | 'emptied' | undefined {
  if (old === undefined) return undefined;
  const type = SET_TYPES.find((candidate) => value[candidate] !== undefined && old[candidate] !== undefined);
  if (!type) throw wrongType();
  const gone = new Set(value[type]);
  const left = old[type]!.filter((element) => !gone.has(element));
  return left.length === 0 ? 'emptied' : { [type]: left };
}

const NO_SUCH_PATH = 'The document path provided in the update expression is invalid for update';

function withValue(item: Item, path: Path, value: AttributeValue): Item {
  const place = (at: AttributeValue, level: number): AttributeValue => {
    const step = path[level]!;
    const isLast = level === path.length - 1;
    if (typeof step === 'number') {
      if (!at.L) throw validationError(NO_SUCH_PATH);
      // A position after the end appends.
      const index = Math.min(step, at.L.length);
      const inner = at.L[index];
      if (!isLast && !inner) throw validationError(NO_SUCH_PATH);
      const elements = [...at.L];
      elements[index] = isLast ? value : place(inner!, level + 1);
      return { L: elements };
    }
    if (!at.M) throw validationError(NO_SUCH_PATH);
    const inner = Object.hasOwn(at.M, step) ? at.M[step] : undefined;
    if (!isLast && !inner) throw validationError(NO_SUCH_PATH);
    return { M: { ...at.M, [step]: isLast ? value : place(inner!, level + 1) } };
  };
  return place({ M: item }, 0).M!;
}

/** Removes paths; list positions are those before any removal. */
function withoutPaths(item: Item, paths: readonly Path[]): Item {
  if (paths.length === 0) return item;
  const prune = (at: AttributeValue, inner: readonly Path[]): AttributeValue => {
    const here = new Map<string | number, Path[]>();
    for (const [step, ...rest] of inner) here.set(step!, [...(here.get(step!) ?? []), rest]);
    const keep = <Element extends AttributeValue>(
      step: string | number,
      value: Element,
    ): AttributeValue | undefined => {
      const rests = here.get(step);
      if (!rests) return value;
      return rests.some((rest) => rest.length === 0) ? undefined : prune(value, rests);
    };
    // A path through a value that is neither map nor list is an error; a path that does not exist is ignored.
    if (at.L && [...here.keys()].every((step) => typeof step === 'number')) {
      return { L: at.L.map((element, index) => keep(index, element)).filter((element) => element !== undefined) };
    }
    if (at.M && [...here.keys()].every((step) => typeof step === 'string')) {
      for (const [step, rests] of here) {
        if (!Object.hasOwn(at.M, step) && rests.some((rest) => rest.length > 0)) throw validationError(NO_SUCH_PATH);
      }
      const entries = Object.entries(at.M).flatMap(([name, value]) => {
        const kept = keep(name, value);
        return kept === undefined ? [] : [[name, kept] as const];
      });
      return { M: Object.fromEntries(entries) };
    }
    throw validationError(NO_SUCH_PATH);
  };
  return prune({ M: item }, paths).M!;
}

/** Names of the top-level attributes that a condition reads. */
export function attributesOf(condition: Condition): string[] {
  const ofOperand = (operand: Operand) => (operand.kind === 'value' ? [] : [String(operand.path[0])]);
  switch (condition.kind) {
    case 'and':
    case 'or':
      return [...attributesOf(condition.left), ...attributesOf(condition.right)];
    case 'not':
      return attributesOf(condition.condition);
    case 'exists':
    case 'type':
      return [String(condition.path[0])];
    case 'between':
      return [condition.operand, condition.least, condition.greatest].flatMap(ofOperand);
    case 'in':
      return [condition.operand, ...condition.list].flatMap(ofOperand);
    case 'compare':
    case 'begins_with':
    case 'contains':
      return [condition.left, condition.right].flatMap(ofOperand);
  }
}
