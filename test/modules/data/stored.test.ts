import { randomBytes } from 'node:crypto';
import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { openAccounts } from '../../../lib/adapters/data/accounts/accounts.ts';
import { openApiKeys } from '../../../lib/adapters/data/accounts/api-keys.ts';
import { openLetters } from '../../../lib/adapters/data/mailings/letters.ts';
import { openMailingSearch } from '../../../lib/adapters/data/mailings/mailing-search.ts';
import { openVerifications } from '../../../lib/adapters/data/mailings/verifications.ts';
import { openPayments } from '../../../lib/adapters/data/money/payments.ts';
import { openIdempotencyRecords } from '../../../lib/adapters/data/table/idempotency-records.ts';
import {
  accountKey,
  apiKeyKey,
  apiKeysPartition,
  idempotencyKey,
  mailingPartition,
  trackingPartition,
} from '../../../lib/adapters/data/table/keys.ts';
import { SHAPE_VERSION, shapeOf, UnreadableItem } from '../../../lib/adapters/data/table/stored.ts';
import * as schemas from '../../../lib/adapters/data/table/stored-schemas.ts';
import { compileValidator } from '../../../lib/adapters/json-schema/compile-validator.ts';
import { createId } from '../../../lib/core/domain/ids.ts';
import { moveLetter } from '../../../lib/core/domain/letters.ts';
import { confirmedByApi } from '../../../lib/core/domain/verifications.ts';
import { eventOf } from '../../../lib/core/resources/event.ts';
import type { Schema } from '../../../lib/core/schemas/json-schema.ts';
import { sha256 } from '../../../lib/core/sha256.ts';
import { useTable } from '../../support/dynamodb.ts';
import { accountSample, letterSample, verificationSample } from '../../support/samples.ts';

const table = useTable();
const tools = { now: () => Date.now(), randomBytes };

describe('a shape', () => {
  const schema = {
    type: 'object',
    required: ['name', 'tags'],
    properties: { name: { type: 'string' }, tags: { type: 'array', items: { type: 'string' } } },
  } as const;
  const shape = shapeOf('parcel', ({ parcel }) => parcel, schema, [
    ({ title, ...parcel }) => ({ ...parcel, name: title }),
    (parcel, { tag }) => ({ ...parcel, tags: [tag] }),
  ]);

  test('reads an item of each version', () => {
    const parcel = { name: 'one', tags: ['red'] };
    expect(shape.stamp).toEqual({ [SHAPE_VERSION]: 2 });
    expect(shape.read({ parcel, ...shape.stamp })).toEqual(parcel);
    expect(shape.read({ parcel: { name: 'one' }, tag: 'red', [SHAPE_VERSION]: 1 })).toEqual(parcel);
    expect(shape.read({ parcel: { title: 'one' }, tag: 'red' })).toEqual(parcel);
  });

  test('keeps fields that it does not know', () => {
    const parcel = { name: 'one', tags: [], weight: 3 };
    expect(shape.read({ parcel, ...shape.stamp })).toEqual(parcel);
  });

  test.each([
    ['of a newer version', { parcel: { name: 'one', tags: [] }, [SHAPE_VERSION]: 3 }, 'version 3 is newer than 2'],
    ['without a field', { parcel: { name: 'one' }, [SHAPE_VERSION]: 2 }, '#/required/tags'],
    [
      'with a field of another type',
      { parcel: { name: 7, tags: ['a', 1] }, [SHAPE_VERSION]: 2 },
      '#/properties/name/type',
    ],
    ['without its value', { [SHAPE_VERSION]: 2 }, '#/type'],
  ])('rejects an item %s', (_, item, reason) => {
    expect(() => shape.read(item)).toThrow(UnreadableItem);
    expect(() => shape.read(item)).toThrow(reason);
  });

  test('contains no value in its error', () => {
    const metadata = { 'cpf of Ana': 123 };
    const letter = letterShapeWith({ metadata, reference: 5 });
    expect(letter).toThrow('#/properties/metadata/additionalProperties/type');
    expect(letter).not.toThrow(/Ana|123|5/);
  });

  const letterShapeWith = (fields: object) => () =>
    shapeOf('letter', ({ mailing }) => mailing, schemas.storedLetter).read({
      mailing: { ...letterSample(), ...fields },
    });
});

describe('a shape rejects what Ajv rejects by the same schema', () => {
  const confirmation = {
    ...confirmedByApi,
    location: { country: 'BR', state: null, city: null, postal_code: null, latitude: -23.5, longitude: -46.6 },
    confirmed_at: 1,
    precise_location: { latitude: 1, longitude: 2, accuracy_meters: 3, shared_at: 4 },
  };
  const samples = {
    storedAccount: accountSample({ default_letter: { title: 'Confirme' } }),
    storedLetter: letterSample({
      metadata: { key: 'value' },
      document: { type: 'url', url: 'https://a.test/', variables: { name: 'Ana', number: 1 } },
    }),
    storedVerification: verificationSample({ confirmation }),
  };

  test.each(Object.entries(samples))('%s', (name, sample) => {
    const schema = schemas[name as keyof typeof samples];
    const validator = compileValidator(schema);
    const shape = shapeOf(name, ({ value }) => value, schema as Schema);
    const isRead = (value: unknown) => {
      try {
        return shape.read({ value }) === value;
      } catch (error) {
        if (error instanceof UnreadableItem) return false;
        throw error;
      }
    };
    expect(isRead(sample)).toBe(true);
    const places = pathsOf(sample);
    expect(places.length).toBeGreaterThan(15);
    const values = [undefined, null, 1, 1.5, 'text', true, [], ['text'], {}, { type: 'upload', filename: 'a.pdf' }];
    for (const place of places) {
      for (const value of values) {
        const changed = withAt(sample, place, value);
        expect([place, value, isRead(changed)]).toEqual([place, value, validator.errors(changed).length === 0]);
      }
    }
  });

  /** Every path in a value, nested ones too. */
  function pathsOf(value: unknown): string[][] {
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([key, inner]) => [[key], ...pathsOf(inner).map((rest) => [key, ...rest])]);
  }

  /** A copy with another value at a path; undefined removes the field. */
  function withAt(sample: object, place: readonly string[], value: unknown): unknown {
    const copy = structuredClone(sample);
    let parent: any = copy;
    for (const key of place.slice(0, -1)) parent = parent[key];
    const last = place.at(-1)!;
    if (value === undefined && !Array.isArray(parent)) delete parent[last];
    else parent[last] = value ?? null;
    return copy;
  }
});

describe('a stored mailing of version 0, which only has its kind as an attribute', () => {
  const letter = letterSample();
  const verification = verificationSample();
  const letters = () => openLetters(table(), tools);
  const verifications = () => openVerifications(table(), tools);

  beforeEach(async () => {
    for (const { kind, ...mailing } of [letter, verification]) {
      const Item = { ...keyOf(kind, mailing), kind, version: 1, status: mailing.status, mailing };
      await table().client.send(new PutCommand({ TableName: table().name, Item }));
    }
  });

  test('is read as a current one', async () => {
    expect(await letters().find(letter.account_id, letter.id)).toMatchObject({ mailing: letter, version: 1 });
    expect(await verifications().find(verification.account_id, verification.id)).toMatchObject({
      mailing: verification,
    });
    expect(await letters().all(letter.account_id)).toEqual([letter]);
  });

  test('gets the current version once it changes', async () => {
    const before = (await letters().find(letter.account_id, letter.id))!;
    const after = moveLetter(before.mailing, { trigger: 'cancel', reason: 'requested' }, Date.now())!;
    const created_at = Date.now();
    const event = eventOf(
      {
        id: createId('event', created_at, randomBytes),
        account_id: letter.account_id,
        type: 'letter.canceled',
        created_at,
      },
      after,
    );
    expect(await letters().change({ before, after, events: [event], money: [] })).toBe(true);
    const { Item } = await table().client.send(
      new GetCommand({ TableName: table().name, Key: keyOf('letter', letter), ConsistentRead: true }),
    );
    expect(Item).toMatchObject({ [SHAPE_VERSION]: 1, mailing: { kind: 'letter', status: 'canceled' } });
  });
});

describe('an item stored before items had a version', () => {
  const account_id = 'acc_1';
  const put = (Item: Record<string, unknown>) => table().client.send(new PutCommand({ TableName: table().name, Item }));

  test('API key', async () => {
    const apiKey = { id: 'key_1', account_id, created_at: 1, revoked_at: null };
    const byAccount = { GSI1PK: apiKeysPartition(account_id), GSI1SK: apiKey.id };
    await put({ ...apiKeyKey(sha256('secret')), kind: 'api_key', ...byAccount, api_key: apiKey });
    const apiKeys = openApiKeys(table());
    expect(await apiKeys.find(sha256('secret'))).toEqual(apiKey);
    const unused = { ...apiKey, last_used_at: null, spending: null };
    expect(await apiKeys.list(account_id)).toEqual([unused]);
    expect(await apiKeys.revoke(account_id, apiKey.id, 2)).toEqual({ ...unused, revoked_at: 2 });
    expect(await apiKeys.find(sha256('secret'))).toEqual({ ...apiKey, revoked_at: 2 });
  });

  test('idempotency record', async () => {
    const now = Date.now();
    const record = {
      account_id,
      key_sha256: sha256('key'),
      fingerprint: 'request',
      owner: 'call 1',
      seed: 'seed',
      started_at: now,
      claimed_at: now,
    };
    const answer = { status: 201, body: '{}' };
    await put({ ...idempotencyKey(account_id, record.key_sha256), kind: 'idempotency_record', ...record, answer });
    const request = {
      accountId: account_id,
      keySha256: record.key_sha256,
      fingerprint: 'request',
      owner: 'call 2',
      seed: 'another',
      now,
    };
    expect(await openIdempotencyRecords(table()).claim(request)).toEqual({ outcome: 'answered', answer });
  });

  test('booking of a payment', async () => {
    const entry = {
      id: 'btx_1',
      account_id,
      type: 'top_up',
      amount: 1,
      source_id: null,
      description: null,
      sequence: 1,
      balance_after: 1,
      created_at: 1,
    };
    const Key = { PK: `PAYMENT#${sha256('pix 1')}`, SK: 'PAYMENT' };
    await put({ ...Key, kind: 'payment', account_id, booked_at: 1, entry });
    expect(await openPayments(table(), tools).find('pix 1')).toMatchObject({ account_id, booked_at: 1 });
  });

  test('mailing that is searched by its id or its tracking code', async () => {
    const code = 'AA123456785BR';
    const { kind, ...mailing } = letterSample({ account_id, status: 'posted', tracking_code: code });
    const byCode = { GSI3PK: trackingPartition(code), GSI3SK: mailing.id };
    await put({ ...keyOf(kind, mailing), ...byCode, kind, version: 1, status: mailing.status, mailing });
    const search = openMailingSearch(table());
    expect(await search.byId([account_id], mailing.id)).toEqual({ kind, ...mailing });
    expect(await search.byTrackingCode(code)).toEqual([{ kind, ...mailing }]);
  });
});

test('a new item has its version, and one written by a newer release is rejected', async () => {
  const accounts = openAccounts(table());
  const account = accountSample();
  await accounts.create(account, { secondOfCnpj: false });
  expect(await accounts.find(account.id)).toEqual(account);
  const { Attributes } = await table().client.send(
    new UpdateCommand({
      TableName: table().name,
      Key: accountKey(account.id),
      UpdateExpression: `SET ${SHAPE_VERSION} = :newer`,
      ExpressionAttributeValues: { ':newer': 99 },
      ReturnValues: 'ALL_OLD',
    }),
  );
  expect(Attributes).toMatchObject({ [SHAPE_VERSION]: 0 });
  await expect(accounts.find(account.id)).rejects.toThrow(
    'a stored account cannot be read: its version 99 is newer than 0',
  );
});

function keyOf(kind: 'letter' | 'verification', { account_id, id }: { account_id: string; id: string }) {
  return { PK: mailingPartition(account_id, kind), SK: id };
}
