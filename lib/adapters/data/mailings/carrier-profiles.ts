import { gunzipSync, gzipSync } from 'node:zlib';
import { DeleteCommand, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { CarrierProfileVersion } from '../../../core/domain/carrier-profiles.ts';
import type { CarrierProfile } from '../../../core/schemas/carrier-profile.ts';
import { carrierProfileKey, carrierProfilesPartition, currentCarrierProfileKey } from '../table/keys.ts';
import type { Item } from '../table/schema.ts';
import { shapeOf } from '../table/stored.ts';
import { storedCarrierProfile } from '../table/stored-schemas.ts';
import type { Table } from '../table/table.ts';
import { ConditionLost, transact } from '../table/transactions.ts';

const shape = /* @__PURE__ */ shapeOf('carrier profile', ({ profile }) => profile, storedCarrierProfile);

/** A plan of sorting has thousands of rows; an item has at most 400 KB. */
const LARGEST_BYTES = 380_000;

/** The profile does not fit into an item of the table. */
export class ProfileTooLarge extends Error {
  constructor(bytes: number) {
    super(`the profile has ${bytes} bytes compressed; ${LARGEST_BYTES} are possible`);
    this.name = 'ProfileTooLarge';
  }
}

/** Carrier profiles in all of their versions, each written once, and which of them is in use (rule PRD-9). */
export function openCarrierProfiles(table: Table) {
  const find = async (card: string, version: number): Promise<CarrierProfileVersion | undefined> => {
    const { Item } = await table.client.send(
      new GetCommand({ TableName: table.name, Key: carrierProfileKey(card, version), ConsistentRead: true }),
    );
    return Item && read(Item);
  };
  const current = async (): Promise<CarrierProfileVersion | undefined> => {
    const { Item } = await table.client.send(
      new GetCommand({ TableName: table.name, Key: currentCarrierProfileKey, ConsistentRead: true }),
    );
    if (!Item) return undefined;
    const { card, version } = Item as { card: string; version: number };
    const found = await find(card, version);
    if (!found) throw new Error(`version ${version} of the profile of card ${card} is in use and does not exist`);
    return found;
  };
  return {
    find,
    /** The profile that new batches use; undefined if there is none. */
    current,

    /**
     * Stores the next version of a card's profile and uses it from now on. A profile that is in use already makes no new
     * version.
     * @throws ProfileTooLarge · Contention if another one was set at the same moment
     */
    set: async (profile: CarrierProfile, now: number): Promise<CarrierProfileVersion> => {
      const text = JSON.stringify(profile);
      const inUse = await current();
      if (inUse && JSON.stringify(inUse.profile) === text) return inUse;
      const document = gzipSync(text, { level: 9 });
      if (document.length > LARGEST_BYTES) throw new ProfileTooLarge(document.length);
      const { card } = profile;
      const version = (await latestVersion(table, card)) + 1;
      await transact(table, [
        {
          name: 'carrier profile',
          item: {
            Put: {
              TableName: table.name,
              Item: {
                ...carrierProfileKey(card, version),
                kind: 'carrier_profile',
                profile: { card, version, set_at: now },
                document,
                ...shape.stamp,
              },
              ConditionExpression: 'attribute_not_exists(PK)',
            },
          },
        },
        {
          name: 'carrier profile in use',
          item: {
            Put: {
              TableName: table.name,
              Item: { ...currentCarrierProfileKey, kind: 'current_carrier_profile', card, version },
            },
          },
        },
      ]).catch((error: unknown) => {
        if (error instanceof ConditionLost)
          throw new Error(`another profile of card ${card} was set at the same moment`);
        throw error;
      });
      return { card, version, set_at: now, profile };
    },

    /** Uses no profile from now on; versions stay for the batches that used them. */
    withdraw: async (): Promise<void> => {
      await table.client.send(new DeleteCommand({ TableName: table.name, Key: currentCarrierProfileKey }));
    },
  };
}

export type CarrierProfiles = ReturnType<typeof openCarrierProfiles>;

async function latestVersion(table: Table, card: string): Promise<number> {
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'PK = :partition',
      ExpressionAttributeValues: { ':partition': carrierProfilesPartition(card) },
      ProjectionExpression: 'SK',
      ScanIndexForward: false,
      Limit: 1,
      ConsistentRead: true,
    }),
  );
  return Number(Items[0]?.SK ?? 0);
}

function read(item: Item): CarrierProfileVersion {
  const document = gunzipSync(item.document as Uint8Array).toString('utf8');
  return { ...shape.read(item), profile: JSON.parse(document) as CarrierProfile };
}
