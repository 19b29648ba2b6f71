import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { PendingResponse } from '../../../core/domain/calls.ts';
import type { Person } from '../../../core/domain/people.ts';
import type { Session, SignInAttempt } from '../../../core/domain/sessions.ts';
import { commit, commitIfConditionsHold } from '../table/calls.ts';
import { type Key, personKey, personSessionsPartition, sessionKey, signInKey } from '../table/keys.ts';
import { queryAll } from '../table/queries.ts';
import { readEach, shapeOf } from '../table/stored.ts';
import { storedSession, storedSignInAttempt } from '../table/stored-schemas.ts';
import { epochSeconds, ifConditionHolds, type Table } from '../table/table.ts';
import type { Write } from '../table/transactions.ts';

const sessionShape = /* @__PURE__ */ shapeOf('session', ({ session }) => session, storedSession);
const attemptShape = /* @__PURE__ */ shapeOf('sign-in attempt', ({ attempt }) => attempt, storedSignInAttempt);

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
            expires_at_epoch: epochSeconds(session.created_at + longest),
          },
          ConditionExpression: 'attribute_not_exists(PK)',
        }),
      );
    },

    /** Records a request; a session that has ended in the meantime stays ended. */
    note: async (tokenSha256: string, seenAt: number): Promise<void> => {
      await ifConditionHolds(
        table.client.send(
          new UpdateCommand({
            TableName: table.name,
            Key: sessionKey(tokenSha256),
            UpdateExpression: 'SET #session.seen_at = :now',
            ConditionExpression: 'attribute_exists(PK)',
            ExpressionAttributeNames: { '#session': 'session' },
            ExpressionAttributeValues: { ':now': seenAt },
          }),
        ),
      );
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

/** Sign-ins in progress, each under the SHA-256 of a cookie of the browser that began it (rule DASH-5). */
export function openSignInAttempts(table: Table) {
  return {
    begin: async (tokenSha256: string, attempt: SignInAttempt): Promise<void> => {
      await table.client.send(
        new PutCommand({
          TableName: table.name,
          Item: {
            ...signInKey(tokenSha256),
            kind: 'sign_in',
            attempt,
            ...attemptShape.stamp,
            expires_at_epoch: epochSeconds(attempt.expires_at),
          },
          ConditionExpression: 'attribute_not_exists(PK)',
        }),
      );
    },

    /** Another sign-in of the same browser ended first, so this one, if it still waits, replaces its session. */
    replace: async (tokenSha256: string, sessionSha256: string): Promise<void> => {
      await ifConditionHolds(
        table.client.send(
          new UpdateCommand({
            TableName: table.name,
            Key: signInKey(tokenSha256),
            UpdateExpression: 'SET attempt.replaces = :session',
            ConditionExpression: 'attribute_exists(PK)',
            ExpressionAttributeValues: { ':session': sessionSha256 },
          }),
        ),
      );
    },

    /** Removes and returns the attempt; undefined if there is none or it has expired. */
    take: async (tokenSha256: string, now: number): Promise<SignInAttempt | undefined> => {
      const { Attributes } = await table.client.send(
        new DeleteCommand({ TableName: table.name, Key: signInKey(tokenSha256), ReturnValues: 'ALL_OLD' }),
      );
      const attempt = Attributes && attemptShape.read(Attributes);
      return attempt && attempt.expires_at > now ? attempt : undefined;
    },
  };
}
