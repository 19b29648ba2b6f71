import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Verification } from '../../../core/domain/verifications.ts';
import type { Tools } from '../money/ledger.ts';
import { confirmedPartition, pageKey, readConfirmedPlace } from '../table/keys.ts';
import { type CreatedWithin, querySortKeys } from '../table/queries.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/transactions.ts';
import { verificationShape } from './mailing-shapes.ts';
import { openMailings } from './mailings.ts';

/** The verification of a hosted page, and its account. */
export interface PageOwner {
  account_id: string;
  verification_id: string;
}

/** Verifications, each created together with the token of its hosted page: see `openMailings`. */
export function openVerifications(table: Table, tools: Tools) {
  return {
    ...openMailings(table, tools, verificationShape, (verification) => pageWrites(table, verification)),

    /** The owner of the page that a token opens; undefined when no page has it. */
    findPage: async (pageToken: string): Promise<PageOwner | undefined> => {
      const { Item } = await table.client.send(new GetCommand({ TableName: table.name, Key: pageKey(pageToken) }));
      return Item?.page as PageOwner | undefined;
    },

    /** Days until confirmation of those created in a period, newest first, at most `limit`; reads only the index. */
    daysToConfirm: async (accountId: string, request: CreatedWithin): Promise<{ id: string; days: number }[]> =>
      (await querySortKeys(table, 'GSI3', confirmedPartition(accountId), 'verification', request)).map(
        readConfirmedPlace,
      ),
  };
}

export type Verifications = ReturnType<typeof openVerifications>;

function pageWrites(table: Table, { id, account_id, page_token }: Verification): Write[] {
  if (page_token === null) return [];
  const page: PageOwner = { account_id, verification_id: id };
  return [
    {
      name: 'page',
      item: {
        Put: {
          TableName: table.name,
          Item: { ...pageKey(page_token), kind: 'page', page },
          ConditionExpression: 'attribute_not_exists(PK)',
        },
      },
    },
  ];
}
