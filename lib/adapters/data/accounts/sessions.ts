import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { PendingResponse } from '../../../core/domain/calls.ts';
import type { Person } from '../../../core/domain/people.ts';
import { CHECKED_EVERY_MS, type Session } from '../../../core/domain/sessions.ts';
import { commit, commitIfConditionsHold } from '../table/calls.ts';
import {
  instantKey,
  type Key,
  personKey,
  personSessionsPartition,
  sessionKey,
  SESSIONS_TO_CHECK,
} from '../table/keys.ts';
import { itemsBehind, queryAll, queryWorkKeys } from '../table/queries.ts';
import { readEach, shapeOf } from '../table/stored.ts';
import { storedSession } from '../table/stored-schemas.ts';
import { epochSeconds, ifConditionHolds, type Table } from '../table/table.ts';
import type { Write } from '../table/transactions.ts';

const sessionShape = /* @__PURE__ */ shapeOf('session', ({ session }) => session, storedSession);

/** Sessions of the dashboard, each under the SHA-256 of its cookie (rule DASH-7). */
export function openSessions(table: Table) {
  return {
    /** Strongly consistent, so that a sign-out takes effect immediately. */
    find: async (tokenSha256: string): Promise<Session | undefined> => {
      const { Item } = await table.client.send(
        new GetCommand({ TableName: table.name, Key: sessionKey(tokenSha256), ConsistentRead: true }),
      );
      return Item && sessionShape.read(Item);
    },

    /** @param longest maximum lifetime in milliseconds */
    begin: async (tokenSha256: string, session: Session, longest: number): Promise<void> => {
      await table.client.send(
        new PutCommand({
          TableName: table.name,
          Item: {
            ...sessionKey(tokenSha256),
            kind: 'session',
            GSI1PK: personSessionsPartition(session.person_id),
            GSI1SK: tokenSha256,
            session,
            ...sessionShape.stamp,
            ...(session.refresh_token !== undefined && checkKey(session.created_at + CHECKED_EVERY_MS)),
            expires_at_epoch: epochSeconds(session.created_at + longest),
          },
          ConditionExpression: 'attribute_not_exists(PK)',
        }),
      );
    },

    /**
     * Records a request; a session that has ended in the meantime stays ended. If no check is planned, because nobody
     * used the session since the last one, the provider is asked now.
     */
    note: async (tokenSha256: string, seenAt: number, session: Pick<Session, 'refresh_token'>): Promise<void> => {
      const { GSI3PK, GSI3SK } = checkKey(seenAt);
      const isChecked = session.refresh_token !== undefined;
      const planned = ', GSI3PK = if_not_exists(GSI3PK, :checks), GSI3SK = if_not_exists(GSI3SK, :due)';
      await ifConditionHolds(
        table.client.send(
          new UpdateCommand({
            TableName: table.name,
            Key: sessionKey(tokenSha256),
            UpdateExpression: `SET #session.seen_at = :now${isChecked ? planned : ''}`,
            ConditionExpression: 'attribute_exists(PK)',
            ExpressionAttributeNames: { '#session': 'session' },
            ExpressionAttributeValues: { ':now': seenAt, ...(isChecked && { ':checks': GSI3PK, ':due': GSI3SK }) },
          }),
        ),
      );
    },

    /** Sessions whose check is due, the longest due first. */
    dueForCheck: async (now: number, limit: number): Promise<{ tokenSha256: string; session: Session }[]> => {
      const upTo = instantKey(now);
      const due = await queryWorkKeys(table, SESSIONS_TO_CHECK, limit, { upTo });
      return readEach(table, await itemsBehind(table, 'GSI3', due), (item) => ({
        tokenSha256: item.GSI1SK as string,
        session: sessionShape.read(item),
      }));
    },

    /** When the next check is due, epoch milliseconds; null if none is planned. */
    nextCheck: async (): Promise<number | null> => {
      const [first] = await queryWorkKeys(table, SESSIONS_TO_CHECK, 1);
      return first ? Number(first.GSI3SK) : null;
    },

    /**
     * The provider has vouched for the person again.
     * @param next instant of the next check; undefined if none is needed until the session is used
     * @returns false, with nothing written, if the session was used or has ended in the meantime
     */
    checked: async (
      tokenSha256: string,
      { seen_at }: Pick<Session, 'seen_at'>,
      { next, refreshToken }: { next: number | undefined; refreshToken: string },
    ): Promise<boolean> => {
      const key = next === undefined ? undefined : checkKey(next);
      const written = await ifConditionHolds(
        table.client.send(
          new UpdateCommand({
            TableName: table.name,
            Key: sessionKey(tokenSha256),
            UpdateExpression: `SET #session.refresh_token = :token${key ? ', GSI3PK = :checks, GSI3SK = :due' : ' REMOVE GSI3PK, GSI3SK'}`,
            ConditionExpression: key ? 'attribute_exists(PK)' : '#session.seen_at = :seen',
            ExpressionAttributeNames: { '#session': 'session' },
            ExpressionAttributeValues: {
              ':token': refreshToken,
              ...(key ? { ':checks': key.GSI3PK, ':due': key.GSI3SK } : { ':seen': seen_at }),
            },
          }),
        ),
      );
      return written !== undefined;
    },

    /**
     * Sessions of a person, including ended ones, with the SHA-256 of their cookies; not those of releases without the
     * index.
     */
    ofPerson: async (personId: string): Promise<{ tokenSha256: string; session: Session }[]> =>
      readEach(table, await queryAll(table, personSessionsPartition(personId), 'GSI1'), (item) => ({
        tokenSha256: item.GSI1SK as string,
        session: sessionShape.read(item),
      })),

    /** @param response the call's response, if any; both are committed together */
    end: (tokenSha256: string, response?: PendingResponse): Promise<void> =>
      commit(table, [endOf(table, tokenSha256)], response),

    /**
     * Ends every session of a person at once.
     * @param own the requesting session and the call's response; none for the operator
     * @returns false, with nothing written, if the person has changed in the meantime
     */
    endAll: (person: SignedInPerson, own?: { tokenSha256: string; response: PendingResponse }): Promise<boolean> => {
      const writes = [nextGeneration(table, person), ...(own ? [endOf(table, own.tokenSha256)] : [])];
      return commitIfConditionsHold(table, writes, own?.response);
    },

    /**
     * Ends every session of a person but this one, at once.
     * @returns false, with nothing written, if the person or the session has changed in the meantime
     */
    endOthers: (person: SignedInPerson, tokenSha256: string, response: PendingResponse): Promise<boolean> => {
      const stays = nextGeneration(table, person, { key: sessionKey(tokenSha256), name: 'session' });
      return commitIfConditionsHold(table, [nextGeneration(table, person), stays], response);
    },
  };
}

const checkKey = (due: number) => ({ GSI3PK: SESSIONS_TO_CHECK, GSI3SK: instantKey(due) });

type SignedInPerson = Pick<Person, 'id' | 'generation'>;

/** Moves a person, or a session that stays, to the next generation: sessions of earlier generations have ended. */
function nextGeneration(
  table: Table,
  { id, generation }: SignedInPerson,
  of: { key: Key; name: 'person' | 'session' } = { key: personKey(id), name: 'person' },
): Write {
  return {
    name: of.name,
    item: {
      Update: {
        TableName: table.name,
        Key: of.key,
        UpdateExpression: 'SET #of.generation = :next',
        ConditionExpression: '#of.generation = :present',
        ExpressionAttributeNames: { '#of': of.name },
        ExpressionAttributeValues: { ':present': generation, ':next': generation + 1 },
      },
    },
  };
}

const endOf = (table: Table, tokenSha256: string): Write => ({
  name: 'session',
  item: { Delete: { TableName: table.name, Key: sessionKey(tokenSha256) } },
});

export type Sessions = ReturnType<typeof openSessions>;
