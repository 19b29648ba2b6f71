import type { WriteUnits } from './table.ts';

/** Capacity that one request takes, by AWS's rules: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html */
export class Capacity {
  readonly #tables = new Map<string, WriteUnits>();

  /** Strongly consistent reads take one unit for each 4 KB, eventually consistent ones half of it, transactional ones two. */
  read(table: string, index: string | undefined, bytes: number, perUnit: 0.5 | 1 | 2): void {
    const units = Math.max(1, Math.ceil(bytes / 4096)) * perUnit;
    const sum = this.#of(table);
    if (index === undefined) sum.table += units;
    else sum.indexes[index] = (sum.indexes[index] ?? 0) + units;
  }

  /** A transaction writes the table twice, to prepare and to commit. Indexes follow once, outside of it. */
  write(table: string, units: WriteUnits, isTransaction: boolean): void {
    const sum = this.#of(table);
    sum.table += units.table * (isTransaction ? 2 : 1);
    for (const [name, own] of Object.entries(units.indexes)) sum.indexes[name] = (sum.indexes[name] ?? 0) + own;
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

  #of(table: string): WriteUnits {
    const known = this.#tables.get(table);
    if (known) return known;
    const units = { table: 0, indexes: {} };
    this.#tables.set(table, units);
    return units;
  }
}
