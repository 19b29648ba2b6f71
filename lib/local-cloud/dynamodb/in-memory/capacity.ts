/** Capacity units that a request consumes at one partition key of a table or an index. */
export interface Units {
  index: string | undefined;
  /** The encoded partition key; undefined: a scan, which reads all of them. */
  partition: string | undefined;
  units: number;
}

interface Sums {
  table: number;
  indexes: Record<string, number>;
}

/** The total that one request consumes, for its response. */
export class Capacity {
  readonly #tables = new Map<string, Sums>();

  add(table: string, taken: readonly Units[]): void {
    const sum = this.#of(table);
    for (const { index, units } of taken) {
      if (index === undefined) sum.table += units;
      else sum.indexes[index] = (sum.indexes[index] ?? 0) + units;
    }
  }

  /** `ConsumedCapacity` of the tables, in the requested detail. */
  report(wanted: string | undefined): object[] | undefined {
    if (wanted !== 'TOTAL' && wanted !== 'INDEXES') return undefined;
    return [...this.#tables].map(([TableName, { table, indexes }]) => {
      const CapacityUnits = Object.values(indexes).reduce((sum, units) => sum + units, table);
      if (wanted === 'TOTAL') return { TableName, CapacityUnits };
      const byIndex = Object.entries(indexes).map(([name, units]) => [name, { CapacityUnits: units }]);
      return {
        TableName,
        CapacityUnits,
        Table: { CapacityUnits: table },
        ...(byIndex.length > 0 && { GlobalSecondaryIndexes: Object.fromEntries(byIndex) as object }),
      };
    });
  }

  #of(table: string): Sums {
    const known = this.#tables.get(table);
    if (known) return known;
    const sums = { table: 0, indexes: {} };
    this.#tables.set(table, sums);
    return sums;
  }
}

// AWS's rules: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html

/**
 * For each 4 KB, strongly consistent reads consume one unit, eventually consistent reads half, transactional reads two.
 */
export function readUnits(bytes: number, perUnit: 0.5 | 1 | 2): number {
  return Math.max(1, Math.ceil(bytes / 4096)) * perUnit;
}

/** A write of 0 bytes consumes one unit. */
export function writeUnits(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / 1024));
}

/**
 * A transaction writes the table twice, to prepare and to commit. Indexes are written once, outside the transaction.
 */
export function inTransaction(taken: readonly Units[]): Units[] {
  return taken.map((one) => (one.index === undefined ? { ...one, units: one.units * 2 } : one));
}
