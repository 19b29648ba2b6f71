import type { Price, Warning } from '../api/objects.ts';
import { type EditedCells, isBlank, type Matches } from './columns.ts';

/** A problem of a row, in words. */
export interface Flaw {
  /** The field or marker whose cell is wrong; undefined for the row as a whole. */
  target: string | undefined;
  text: string;
}

/** The result of a row: its price and warnings, or its problems. */
export type Checked = { price: Price; warnings: readonly Warning[] } | { flaws: readonly Flaw[] };

/** What the check of all rows has found. */
export interface JudgedRows {
  /** Rows with a result. */
  done: number;
  isWhole: boolean;
  /** Rows that would become letters. */
  sound: readonly number[];
  wrong: ReadonlyMap<number, readonly Flaw[]>;
  /** Warnings of every sound row, with the worst of their millimeters: they are about the PDF. */
  common: readonly Warning[];
  /** Sound rows with further warnings. */
  doubtful: ReadonlyMap<number, readonly Warning[]>;
  /** Price of the sound rows, in centavos. */
  price: Price;
}

/**
 * The results of a check, with blank cells that nobody has accepted as problems.
 * @param blank markers for which a blank cell is a problem
 */
export function judgedRows(
  results: readonly (Checked | undefined)[],
  { cells, matches }: { cells: EditedCells; matches: Matches },
  blank: readonly string[],
  blankText: string,
): JudgedRows {
  const wrong = new Map<number, readonly Flaw[]>();
  const sound = new Map<number, { price: Price; warnings: readonly Warning[] }>();
  results.forEach((checked, row) => {
    if (!checked) return;
    const gaps = blank.filter((target) => isBlank(cells, cells.rows[row]!, matches, target));
    const flaws = [
      ...('flaws' in checked ? checked.flaws : []),
      ...gaps.map((target) => ({ target, text: blankText })),
    ];
    if ('price' in checked && flaws.length === 0) sound.set(row, checked);
    else wrong.set(row, flaws);
  });
  const done = sound.size + wrong.size;
  const warned = [...sound].map(([row, { warnings }]) => ({ row, warnings }));
  return {
    done,
    isWhole: done === results.length,
    sound: [...sound.keys()],
    wrong,
    price: sumOf([...sound.values()].map(({ price }) => price)),
    ...sharedAndOwn(warned),
  };
}

/** The price of all letters, which have the same plan and options, and so the same unit prices. */
function sumOf(prices: readonly Price[]): Price {
  const items = new Map<string, Price['items'][number]>();
  for (const item of prices.flatMap((price) => price.items)) {
    const { quantity = 0, amount = 0 } = items.get(item.type) ?? {};
    items.set(item.type, { ...item, quantity: quantity + item.quantity, amount: amount + item.amount });
  }
  return {
    currency: 'BRL',
    items: [...items.values()],
    total: prices.reduce((sum, { total }) => sum + total, 0),
  };
}

function sharedAndOwn(warned: readonly { row: number; warnings: readonly Warning[] }[]) {
  const found = new Map<string, { worst: Warning; rows: number }>();
  for (const { warnings } of warned)
    for (const [key, warning] of new Map(warnings.map((each) => [keyOf(each), each]))) {
      const { worst, rows } = found.get(key) ?? { worst: warning, rows: 0 };
      found.set(key, { worst: overOf(warning) > overOf(worst) ? warning : worst, rows: rows + 1 });
    }
  const isCommon = (warning: Warning) => found.get(keyOf(warning))!.rows === warned.length;
  const common = (warned[0]?.warnings ?? []).filter(isCommon).map((warning) => found.get(keyOf(warning))!.worst);
  const doubtful = warned
    .map(({ row, warnings }) => [row, warnings.filter((warning) => !isCommon(warning))] as const)
    .filter(([, warnings]) => warnings.length > 0);
  return { common, doubtful: new Map(doubtful) };
}

const overOf = ({ over_mm: over = 0 }: Warning) => over;
const keyOf = ({ code, page, name, font }: Warning) => JSON.stringify([code, page, name, font]);
