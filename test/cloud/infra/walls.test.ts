import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { SYNTHESIS_MS, synthesizeApp, type Template } from './synthesized.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../../docs/cost.md'), 'utf8');

/** Default quotas of sa-east-1, from the pages that the table names. */
const QUOTA = { newTable: 4_000, table: 40_000, targets: 1_100, transitions: 800, concurrency: 1_000 };
const ACCOUNT_REQUESTS_A_SECOND = 50;
const ORDER_SECONDS = 0.5;

let template: Template;
beforeAll(async () => {
  template = await synthesizeApp();
}, SYNTHESIS_MS);

/** A count of the page's first table, for one letter. */
function ofLetter(row: string): number {
  const found = new RegExp(`^\\| ${row} \\| ([\\d.]+) \\|`, 'm').exec(page);
  if (!found) throw new Error(`docs/cost.md has no ${row}`);
  return Number(found[1]);
}

const expectPageSays = (text: string) => expect(page.includes(text) ? text : `missing: ${text}`).toBe(text);

test('the limits of writes and transitions follow from the counts of a letter', () => {
  const units = ofLetter('DynamoDB write units');
  expectPageSays(`| ${Math.floor(QUOTA.newTable / units)} letters a second, in the first minutes of a new table |`);
  expectPageSays(`write units a second ([warm throughput]`);
  expectPageSays(`${units} a letter through its life`);
  expectPageSays(`| ${Math.floor(QUOTA.table / units)} letters a second | 40,000 write units`);
  expectPageSays(
    `| ${QUOTA.transitions / ofLetter('Step Functions transitions')} letters a second | 800 state transitions`,
  );
});

test('the limit of events follows from the targets of each event', () => {
  const targets = template
    .all('AWS::Events::Rule')
    .filter(({ properties }) => JSON.stringify(properties.EventPattern).includes('"letter.'))
    .reduce((sum, { properties }) => sum + properties.Targets.length, 0);
  expect(targets).toBe(2);
  const events = ofLetter('EventBridge events');
  expect(events).toBe(4);
  expectPageSays(`| ${Math.floor(QUOTA.targets / targets / events)} letters a second | 1,100 invocations of targets`);
});

test('the limit of the stage follows from its setting', () => {
  const [stage] = template.all('AWS::ApiGateway::Stage').filter(({ properties }) => properties.StageName === 'v1');
  const rate = stage!.properties.MethodSettings[0]!.ThrottlingRateLimit;
  expectPageSays(
    `| ${rate / ACCOUNT_REQUESTS_A_SECOND} accounts at their full ${ACCOUNT_REQUESTS_A_SECOND} requests a second | ${rate.toLocaleString('en')} requests a second of the stage`,
  );
});

test('workers leave the API its share of the concurrent executions', () => {
  const workers = template
    .all('AWS::Lambda::EventSourceMapping')
    .reduce((sum, { properties }) => sum + (properties.ScalingConfig?.MaximumConcurrency ?? 0), 0);
  expectPageSays(`of which workers take at most ${workers};`);
  const orders = (QUOTA.concurrency - workers) / ORDER_SECONDS;
  expectPageSays(
    `| ${(Math.floor(orders / 100) * 100).toLocaleString('en')} orders a second | 1,000 concurrent executions`,
  );
});
