import type { Table } from '../../lib/adapters/data/table/table.ts';

/** Commands that the SDK retries when there is no response; a transaction has a token that makes a retry harmless. */
const WRITES = ['PutCommand', 'UpdateCommand', 'DeleteCommand', 'BatchWriteCommand'];

/** The table behind a network that loses the first response to each write, after which the SDK retries. */
export function losingResponses(table: Table): Table {
  type Send = (command: object) => Promise<unknown>;
  const send = table.client.send.bind(table.client) as Send;
  const sendTwice: Send = async (command) => {
    if (!WRITES.includes(command.constructor.name)) return send(command);
    await send(command).catch(() => undefined);
    return send(command).catch((error: { $metadata: { attempts?: number } }) => {
      error.$metadata.attempts = 2;
      throw error;
    });
  };
  const client = new Proxy(table.client, {
    get: (target, name) => (name === 'send' ? sendTwice : (Reflect.get(target, name) as unknown)),
  });
  return { ...table, client };
}
