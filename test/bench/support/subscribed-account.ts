import { randomBytes } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { LOCAL_SECRET_ACCESS_KEY } from '@malote/local-cloud/aws-signature.ts';
import { eventWrites } from '../../../lib/adapters/data/table/events.ts';
import { openTable } from '../../../lib/adapters/data/table/table.ts';
import { transact } from '../../../lib/adapters/data/table/transactions.ts';
import { createId } from '../../../lib/core/domain/ids.ts';
import { eventOf } from '../../../lib/core/resources/event.ts';
import type { LocalService, LocalServiceOptions } from '../../../lib/programs/local-service/local-service.ts';
import { type ApiClient, Control } from '../../support/api.ts';
import { letterBody } from '../../support/letters.ts';
import { withLocalService } from './with-local-service.ts';

/** An account of the local cloud whose events of one type go to receivers. */
export interface SubscribedAccount {
  id: string;
  api: ApiClient;
  /** Commits an event of a letter of the account; directly, since the API is slower than a print batch. */
  commit: () => Promise<void>;
  /**
   * When each of these events was committed, by the clock that all processes of a machine share: id, epoch
   * milliseconds.
   */
  committed: Map<string, number>;
}

export interface LocalCloud {
  /** @param urls of the endpoints that get its events */
  openAccount: (event: 'letter.posted' | 'letter.received', urls: readonly string[]) => Promise<SubscribedAccount>;
}

/** Two kilobytes is the size of a letter's event without metadata. */
const BODY_LENGTH = 2_000;

/** Starts the whole local cloud and stops it after `act`. */
export function withLocalCloud<Result>(
  options: Pick<LocalServiceOptions, 'workersPerFunction'>,
  act: (cloud: LocalCloud) => Promise<Result>,
): Promise<Result> {
  return withLocalService(options, (service) => act({ openAccount: accountsOf(service) }));
}

function accountsOf({ cloud, description }: LocalService): LocalCloud['openAccount'] {
  const control = new Control(description.control_url);
  const table = openTable(
    cloud.outputs.TableName!,
    new DynamoDBClient({
      endpoint: cloud.endpoint,
      region: cloud.region,
      credentials: { accessKeyId: 'bench', secretAccessKey: LOCAL_SECRET_ACCESS_KEY },
    }),
  );
  return async (event, urls) => {
    const { id, api } = await control.openAccount(description.base_url, { balance: 100_000_000 });
    for (const url of urls) await control.post(`/accounts/${id}/webhooks`, { url, events: [event] });
    // A letter that exists, since its lifecycle follows its events too.
    const letter = { id: (await api.post('/letters', letterBody())).body.id as string, text: 'x'.repeat(BODY_LENGTH) };
    const committed = new Map<string, number>();
    const commit = async () => {
      const createdAt = Date.now();
      const eventId = createId('event', createdAt, randomBytes);
      const stored = eventOf({ id: eventId, account_id: id, created_at: createdAt, type: 'letter.posted' }, letter);
      await transact(table, eventWrites(table, stored));
      committed.set(eventId, performance.timeOrigin + performance.now());
    };
    return { id, api, commit, committed };
  };
}
