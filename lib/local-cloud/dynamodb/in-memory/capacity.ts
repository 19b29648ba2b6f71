/** Capacity units that one partition key of a table takes, or one of an index. */
export interface Units {
  index: string | undefined;
  /** The encoded partition key; undefined: a scan, which goes through all of them. */
  partition: string | undefined;
  units: number;
}

interface Sums {
  table: number;
  indexes: Record<string, number>;
}

/** What one request takes, summed up for its answer. */
export class Capacity {
  readonly #tables = new Map<string, Sums>();

  add(table: string, taken: readonly Units[]): void {
    const sum = this.#of(table);
    for (const { index, units } of taken) {
      if (index === undefined) sum.table += units;
      else sum.indexes[index] = (sum.indexes[index] ?? 0) + units;
    }
  }

  /** `ConsumedCapacity` of the tables, as it was asked for. */
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

// By AWS's rules: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html

/** Strongly consistent reads take one unit for each 4 KB, eventually consistent ones half of it, transactional ones two. */
export function readUnits(bytes: number, perUnit: 0.5 | 1 | 2): number {
  return Math.max(1, Math.ceil(bytes / 4096)) * perUnit;
}

/** A write of nothing takes one unit. */
export function writeUnits(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / 1024));
}

/** A transaction writes the table twice, to prepare and to commit. Indexes follow once, outside of it. */
export function inTransaction(taken: readonly Units[]): Units[] {
  return taken.map((one) => (one.index === undefined ? { ...one, units: one.units * 2 } : one));
}
