import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { App } from 'aws-cdk-lib';
import { tableSchema } from '../../../lib/adapters/data/table/schema.ts';
import { readSettings } from '../../../lib/infra/settings.ts';
import { SYNTHESIS_MS, synthesizeApp, type Template } from './synthesized.ts';

const NAME = 'Malote-restored';
const STREAM = `arn:aws:dynamodb:sa-east-1:444455556666:table/${NAME}/stream/2026-11-22T13:00:00.000`;

describe('a stack that adopts a restored table', () => {
  let own: Template;
  let adopted: Template;
  beforeAll(async () => {
    own = await synthesizeApp();
    adopted = await synthesizeApp({ context: { restoredTable: NAME, restoredTableStreamArn: STREAM } });
  }, 2 * SYNTHESIS_MS);

  test('creates no table, uses that one wherever it used its own, and differs in nothing else', () => {
    const [made] = own.all('AWS::DynamoDB::Table');
    expect(adopted.all('AWS::DynamoDB::Table')).toEqual([]);
    const expected = comparable(own, (value) => inPlaceOf(made!.id, value));
    expect(expected.filter((text) => text.includes(NAME)).length).toBeGreaterThan(50);
    expect(comparable(adopted)).toEqual(expected);
  });

  test('reads its stream from the beginning', () => {
    const streams = adopted
      .all('AWS::Lambda::EventSourceMapping')
      .filter(({ properties }) => properties.StartingPosition !== undefined);
    expect(streams.map(({ properties }) => [properties.EventSourceArn, properties.StartingPosition])).toEqual([
      [STREAM, 'TRIM_HORIZON'],
    ]);
  });

  test('is refused by CloudFormation once the setting is forgotten, as is a table that was not confirmed', () => {
    const tables = [own, adopted].map(
      ({ text }) => (JSON.parse(text) as { Parameters: Record<string, object> }).Parameters.RecordedTable,
    );
    expect(tables).toEqual([
      expect.objectContaining({ Default: 'own', AllowedValues: ['own'] }),
      expect.objectContaining({ Default: NAME, AllowedValues: [NAME] }),
    ]);
  });

  test('exports its name to the operator', () => {
    const { Outputs } = JSON.parse(adopted.text) as { Outputs: Record<string, { Value: unknown }> };
    expect(Outputs.TableName!.Value).toBe(NAME);
  });
});

test('the manual adds the settings that a restored table lacks', () => {
  const manual = readFileSync(new URL('../../../docs/operating.md', import.meta.url), 'utf8');
  expect(manual).toContain(`StreamViewType=${tableSchema.stream}`);
  expect(manual).toContain(`AttributeName=${tableSchema.timeToLive}`);
});

test.each([
  ['a name without a stream', { restoredTable: NAME }, 'restoredTable needs restoredTableStreamArn'],
  ['a stream without a name', { restoredTableStreamArn: STREAM }, 'restoredTableStreamArn needs restoredTable'],
  [
    'the stream of another table',
    { restoredTable: 'Malote', restoredTableStreamArn: STREAM },
    'must be the ARN of a stream of restoredTable',
  ],
  [
    'the ARN of the table',
    { restoredTable: NAME, restoredTableStreamArn: STREAM.replace(/\/stream.*/, '') },
    'must be the ARN of a stream of that table',
  ],
])('rejects %s', (_, context, sentence) => {
  expect(() => readSettings(new App({ context }).node)).toThrow(sentence);
});

/**
 * The resources as texts, without names that contain the hash of a function version or a template. Statements of a
 * policy have no order.
 */
function comparable({ resources }: Template, change = (value: unknown) => value): string[] {
  return Object.entries(resources)
    .filter(([, { Type }]) => Type !== 'AWS::CloudFormation::Stack' && Type !== 'AWS::DynamoDB::Table')
    .map(([id, resource]) => JSON.stringify([id, ordered(joined(change(resource)))]))
    .map((text) => text.replaceAll(/CurrentVersion[0-9A-Za-z]+/g, 'CurrentVersion'))
    .sort();
}

/** Replaces references to the stack's table with references to the restored one. */
function inPlaceOf(table: string, value: unknown): unknown {
  const isRef = (candidate: unknown, reference: unknown) => JSON.stringify(candidate) === JSON.stringify(reference);
  if (isRef(value, { Ref: table })) return NAME;
  if (isRef(value, { 'Fn::GetAtt': [table, 'StreamArn'] })) return STREAM;
  if (isRef(value, { 'Fn::GetAtt': [table, 'Arn'] })) {
    const [partition, region, account] = ['Partition', 'Region', 'AccountId'].map((name) => ({ Ref: `AWS::${name}` }));
    return { 'Fn::Join': ['', ['arn:', partition, ':dynamodb:', region, ':', account, `:table/${NAME}`]] };
  }
  return within(value, (part) => inPlaceOf(table, part));
}

/** Flattens a join within a join. */
function joined(value: unknown): unknown {
  const parts = joinedParts(value);
  if (!parts) return within(value, joined);
  const flat = parts.map(joined).flatMap((part) => joinedParts(part) ?? [part]);
  const merged: unknown[] = [];
  for (const part of flat) {
    if (typeof part === 'string' && typeof merged.at(-1) === 'string') merged.push(`${merged.pop() as string}${part}`);
    else merged.push(part);
  }
  return { 'Fn::Join': ['', merged] };
}

function joinedParts(value: unknown): unknown[] | undefined {
  const [delimiter, parts] = (value as { 'Fn::Join'?: [string, unknown[]] } | null)?.['Fn::Join'] ?? [];
  return delimiter === '' ? parts : undefined;
}

/** Sorts every list except that of a join. */
function ordered(value: unknown): unknown {
  if (joinedParts(value)) return value;
  const inner = within(value, ordered);
  if (!Array.isArray(inner)) return inner;
  return inner.map((part) => JSON.stringify(part)).sort();
}

function within(value: unknown, change: (part: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(change);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, change(part)]));
}
