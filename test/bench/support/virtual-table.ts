import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import pauses from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { InMemoryDynamoDb, type InMemoryOptions } from '@malote/local-cloud/dynamodb/in-memory/in-memory-dynamodb.ts';
import { openTable, type Table } from '../../../lib/adapters/data/table/table.ts';
import { createTable } from '../../support/create-table.ts';
import { inVirtualTime, type VirtualTime } from '../../support/virtual-time.ts';

/** Requests that a table received. */
export interface TableCounts {
  /** API calls, by operation. */
  calls: Record<string, number>;
  /** By error name; for a canceled transaction by its first reason. */
  refusals: Record<string, number>;
  writeUnits: number;
}

export interface VirtualTable extends VirtualTime {
  table: Table;
  counts: TableCounts;
}

/**
 * Runs work with a table in this process without sockets, all in virtual time: requests take time, overlapping
 * transactions conflict and partitions throttle, as on AWS. Minutes of it are the same on any machine.
 */
export function withVirtualTable<Result>(
  { latency, throughputShare }: Pick<InMemoryOptions, 'latency' | 'throughputShare'>,
  work: (table: VirtualTable) => Promise<Result>,
): Promise<Result> {
  return inVirtualTime((time) =>
    withVirtualTimers(async () => {
      const options = { region: 'sa-east-1', accountId: '000000000000', now: Date.now };
      const database = new InMemoryDynamoDb({ ...options, latency, throughputShare });
      const counts: TableCounts = { calls: {}, refusals: {}, writeUnits: 0 };
      const client = new DynamoDBClient({
        region: options.region,
        credentials: { accessKeyId: 'bench', secretAccessKey: 'bench' },
        maxAttempts: 3,
        requestHandler: { handle: (request: Request) => answer(database, request, counts) } as never,
      });
      await createTable(client, 'malote');
      return work({ ...time, table: openTable('malote', client), counts });
    }),
  );
}

interface Request {
  headers: Record<string, string>;
  body: Uint8Array;
}

async function answer(database: InMemoryDynamoDb, { headers, body }: Request, counts: TableCounts) {
  const target = headers['x-amz-target']!;
  const operation = target.split('.').pop()!;
  counts.calls[operation] = (counts.calls[operation] ?? 0) + 1;
  const metered = JSON.stringify({
    ...(JSON.parse(Buffer.from(body).toString()) as object),
    ReturnConsumedCapacity: 'TOTAL',
  });
  const response = await database.send(target, metered);
  const output = JSON.parse(String(response.body)) as Output;
  if (response.status >= 400) {
    const reasons = (output.CancellationReasons ?? []).map(({ Code }) => Code).filter((code) => code !== 'None');
    const name = reasons[0] ?? output.__type!.split('#').pop()!;
    counts.refusals[name] = (counts.refusals[name] ?? 0) + 1;
  } else if (/^(Put|Update|Delete|TransactWrite)/.test(operation)) {
    for (const { CapacityUnits } of [output.ConsumedCapacity ?? []].flat()) counts.writeUnits += CapacityUnits;
  }
  const answered = Buffer.from(response.body ?? '');
  return { response: { statusCode: response.status, headers: response.headers ?? {}, body: answered } };
}

interface Output {
  __type?: string;
  CancellationReasons?: { Code: string }[];
  ConsumedCapacity?: { CapacityUnits: number } | { CapacityUnits: number }[];
}

/** Modules that import timers do not use the global ones. */
async function withVirtualTimers<Result>(work: () => Promise<Result>): Promise<Result> {
  const real = { pause: pauses.setTimeout, set: timers.setTimeout, clear: timers.clearTimeout };
  pauses.setTimeout = ((milliseconds: number) =>
    new Promise<void>((resolve) => setTimeout(resolve, milliseconds))) as typeof real.pause;
  timers.setTimeout = globalThis.setTimeout;
  timers.clearTimeout = globalThis.clearTimeout;
  syncBuiltinESMExports();
  try {
    return await work();
  } finally {
    pauses.setTimeout = real.pause;
    timers.setTimeout = real.set;
    timers.clearTimeout = real.clear;
    syncBuiltinESMExports();
  }
}
