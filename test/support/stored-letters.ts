import { randomBytes } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { openAccounts } from '../../lib/adapters/data/accounts/accounts.ts';
import { openLetters } from '../../lib/adapters/data/mailings/letters.ts';
import { openLedger } from '../../lib/adapters/data/money/ledger.ts';
import { openEvents } from '../../lib/adapters/data/table/events.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import type { Letter } from '../../lib/core/domain/letters.ts';
import { letterResource } from '../../lib/core/resources/letter.ts';
import { eventFor } from '../../lib/operations/mailings/move-mailing.ts';
import type { Installation } from '../../lib/programs/local-service/control/control-surface.ts';
import { letterSample } from './samples.ts';

export type Stores = ReturnType<typeof openStores>;

/** The service's repositories over its AWS. */
export function openStores({ aws, outputs, now }: Pick<Installation, 'aws' | 'outputs' | 'now'>) {
  const table = openTable(outputs.TableName!, new DynamoDBClient(aws));
  const tools = { now, randomBytes };
  return {
    ...tools,
    accounts: openAccounts(table),
    ledger: openLedger(table, tools),
    letters: openLetters(table, tools),
    events: openEvents(table, tools.now),
  };
}

/**
 * Stores a letter with its event, whose relay starts its state machine.
 * @returns its id
 */
export async function storeLetter(stores: Stores, fields: Partial<Letter>): Promise<string> {
  const mailing = letterSample({ created_at: stores.now(), ...fields });
  const event = eventFor(stores, mailing, letterResource(mailing, null));
  await stores.letters.create({ mailing, event, charge: undefined, upload: undefined });
  return mailing.id;
}
