import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Letter } from '../../../core/domain/letters.ts';
import type { AuthenticityLookUps } from '../../../core/domain/look-ups.ts';
import { MOST_LOOK_UP_DAYS } from '../../../core/domain/look-ups.ts';
import { authenticityNumberKey } from '../table/keys.ts';
import { ifConditionHolds, type Table } from '../table/table.ts';
import type { Write } from '../table/transactions.ts';

/** The letter with a number, and its account. */
export interface NumberedLetter {
  account_id: string;
  letter_id: string;
}

/** The authenticity numbers of letters, with how often each was looked up on each day (rule GEN-5). */
export function openAuthenticityNumbers(table: Table) {
  const read = async (number: string) =>
    (await table.client.send(new GetCommand({ TableName: table.name, Key: authenticityNumberKey(number) }))).Item;
  return {
    /** The letter with this number; undefined when none has it. */
    find: async (number: string): Promise<NumberedLetter | undefined> =>
      (await read(number))?.letter as NumberedLetter | undefined,

    /**
     * Counts a look-up, in total and for its day; the total goes on after the last day that is kept.
     * @param day `YYYY-MM-DD`
     * @returns the total
     */
    count: async (number: string, day: string): Promise<number> => {
      const counted =
        (await ifConditionHolds(update(table, number, day, { isNewDay: false }))) ??
        (await ifConditionHolds(update(table, number, day, { isNewDay: true }))) ??
        (await update(table, number));
      return counted.Attributes!.looked_up as number;
    },

    lookUps: async (number: string): Promise<AuthenticityLookUps> => {
      const { looked_up = 0, days = {} } = ((await read(number)) ?? {}) as Partial<StoredLookUps>;
      return { total: looked_up, days };
    },

    /** Forgets when it was looked up; the number goes on working (rule GEN-6). */
    forgetLookUps: async (number: string): Promise<void> => {
      await table.client.send(
        new UpdateCommand({
          TableName: table.name,
          Key: authenticityNumberKey(number),
          UpdateExpression: 'SET days = :none, looked_up = :zero',
          ExpressionAttributeValues: { ':none': {}, ':zero': 0 },
        }),
      );
    },
  };
}

export type AuthenticityNumbers = ReturnType<typeof openAuthenticityNumbers>;

interface StoredLookUps {
  looked_up: number;
  days: Record<string, number>;
}

/** One conditional write, so that no look-up is lost or counted twice. Without a day, only the total is counted. */
function update(table: Table, number: string, day?: string, { isNewDay = false } = {}) {
  const total = 'ADD looked_up :one';
  const common = { TableName: table.name, Key: authenticityNumberKey(number), ReturnValues: 'UPDATED_NEW' } as const;
  if (day === undefined)
    return table.client.send(
      new UpdateCommand({ ...common, UpdateExpression: total, ExpressionAttributeValues: { ':one': 1 } }),
    );
  return table.client.send(
    new UpdateCommand({
      ...common,
      UpdateExpression: `${total}, days.#day :one`,
      ConditionExpression: isNewDay ? 'size(days) < :most' : 'attribute_exists(days.#day)',
      ExpressionAttributeNames: { '#day': day },
      ExpressionAttributeValues: { ':one': 1, ...(isNewDay && { ':most': MOST_LOOK_UP_DAYS }) },
    }),
  );
}

/** Takes the number of a new letter, in the transaction that creates it; none if it has no number. */
export function takeNumberWrites(table: Table, { id, account_id, authenticity_number }: Letter): Write[] {
  if (authenticity_number === undefined) return [];
  const letter: NumberedLetter = { account_id, letter_id: id };
  return [
    {
      name: 'authenticity number',
      item: {
        Put: {
          TableName: table.name,
          Item: {
            ...authenticityNumberKey(authenticity_number),
            kind: 'authenticity_number',
            letter,
            days: {},
            looked_up: 0,
          },
          ConditionExpression: 'attribute_not_exists(PK)',
        },
      },
    },
  ];
}
