/**
 * The single table's physical schema, used by the CDK stack and by every test that creates the table. Indexes project
 * only keys: every other attribute would be written again with each change.
 */
export const tableSchema = {
  partitionKey: 'PK',
  sortKey: 'SK',
  timeToLive: 'expires_at_epoch',
  stream: 'NEW_IMAGE',
  projection: 'KEYS_ONLY',
  indexes: [
    { name: 'GSI1', partitionKey: 'GSI1PK', sortKey: 'GSI1SK' },
    { name: 'GSI2', partitionKey: 'GSI2PK', sortKey: 'GSI2SK' },
    { name: 'GSI3', partitionKey: 'GSI3PK', sortKey: 'GSI3SK' },
    { name: 'GSI4', partitionKey: 'GSI4PK', sortKey: 'GSI4SK' },
  ],
} as const;

export type IndexName = (typeof tableSchema.indexes)[number]['name'];

/** Attribute with the kind of an item; stream filters match on it. */
export const KIND = 'kind';

/** A stored item as read; the module that wrote it knows its attributes. */
export type Item = Record<string, unknown>;
