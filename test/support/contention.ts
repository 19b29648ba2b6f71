import { setTimeout as sleep } from 'node:timers/promises';
import { TransactionCanceledException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, PutCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Table } from '../../lib/adapters/data/table/table.ts';

const METADATA = { $metadata: { httpStatusCode: 400, attempts: 1 } };

type Send = (command: unknown) => Promise<unknown>;
interface Write {
  Key?: Record<string, unknown>;
  Item?: Record<string, unknown>;
}

/**
 * A table whose transactions take time and conflict with concurrent writes of their items, as in DynamoDB but not in
 * DynamoDB Local
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-conflict-handling).
 */
export function contendedTable(table: Table, latencyMs: number) {
  const held = new Set<string>();
  const counts = { transactions: 0, conflicts: 0 };
  const send = table.client.send.bind(table.client) as Send;

  const transact = async (command: TransactWriteCommand) => {
    counts.transactions++;
    const keys = command.input.TransactItems!.map((item) => keyOf(Object.values(item)[0] as Write));
    const codes = keys.map((key) => (held.has(key) ? 'TransactionConflict' : 'None'));
    if (codes.includes('TransactionConflict')) {
      counts.conflicts++;
      await sleep(latencyMs / 4);
      const CancellationReasons = codes.map((Code) => ({ Code }));
      throw new TransactionCanceledException({ message: 'conflict', ...METADATA, CancellationReasons });
    }
    for (const key of keys) held.add(key);
    try {
      await sleep(latencyMs);
      return await send(command);
    } finally {
      for (const key of keys) held.delete(key);
    }
  };

  const contended: Send = async (command) => {
    if (command instanceof TransactWriteCommand) return transact(command);
    const isWrite =
      command instanceof PutCommand || command instanceof UpdateCommand || command instanceof DeleteCommand;
    if (isWrite && held.has(keyOf(command.input)))
      throw new TransactionConflictException({ message: 'conflict', ...METADATA });
    return send(command);
  };
  return { counts, table: { name: table.name, client: { send: contended } } as unknown as Table };
}

/** A table whose first transactions wait for each other: all that they depend on was read before any of them writes. */
export function tableWhereWritesMeet(table: Table, writers: number): Table {
  const all = Promise.withResolvers<void>();
  const send = table.client.send.bind(table.client) as Send;
  let arrived = 0;
  const meeting: Send = async (command) => {
    if (!(command instanceof TransactWriteCommand)) return send(command);
    if (++arrived === writers) all.resolve();
    await all.promise;
    return send(command);
  };
  return { name: table.name, client: { send: meeting } } as unknown as Table;
}

function keyOf({ Key, Item }: Write): string {
  const { PK, SK } = (Key ?? Item) as { PK: string; SK: string };
  return `${PK} ${SK}`;
}
