import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page, Request } from 'playwright-core';
import { createId } from '../../../lib/core/domain/ids.ts';
import type { LocalService } from '../../../lib/programs/local-service/local-service.ts';
import { ApiClient } from '../../support/api.ts';
import { eventually } from '../../support/eventually.ts';
import { dateIn, letterBody } from '../../support/letters.ts';
import { startOwnService } from '../../support/own-service.ts';
import { launchChromium } from '../confirmation-page/chromium.ts';
import { desktop, missedByKeyboard, violations, widths } from './looks.ts';
import { signIn } from './steps.ts';

/** The list of an account with 100,000 letters costs as little as that of one with a single page of letters. */
const LETTERS = 100_000;
/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchWriteItem.html: "up to 25 item put or delete operations" */
const BATCH = 25;

let service: LocalService;
let browser: Browser;
let page: Page;
/** What the list's function requests from the table. */
const asked: string[] = [];
/** The page's requests for the list. */
const requests: string[] = [];

beforeAll(async () => {
  const interference = ({ functionName, operation }: { functionName: string; operation: string }) => {
    if (functionName.includes('LettersList')) asked.push(operation);
    return undefined;
  };
  [service, browser] = await Promise.all([startOwnService({ interference }), launchChromium()]);
  const { base_url, api_key, dashboard_url, dashboard_email } = service.description;
  const api = new ApiClient(base_url, api_key);
  const { body: letter } = await api.post('/letters', letterBody({ send_date: dateIn(10), reference: 'contrato 7' }));
  await storeLike(letter.id, LETTERS - 1);

  page = await browser.newPage(desktop);
  page.on('request', (request) => isList(request) && requests.push(request.url()));
  await signIn(page, dashboard_url, dashboard_email);
  await rows().first().waitFor();
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

const isList = (request: Request) =>
  request.resourceType() === 'fetch' && new URL(request.url()).pathname.endsWith('/letters');
const rows = () => page.getByRole('table').locator('tbody tr');

type Item = Record<string, unknown> & Record<'PK' | 'SK', { S: string }>;

/** Stores this many copies of a letter, a second apart, the oldest first. */
async function storeLike(id: string, count: number): Promise<void> {
  const { cloud } = service;
  const { TableName } = cloud.outputs;
  const { Items } = (await cloud.call('dynamodb', 'Scan', { TableName })) as { Items: Item[] };
  const item = Items.find(({ SK, mailing }) => SK.S === id && mailing !== undefined);
  if (!item) throw new Error(`${id} is not on the first page of the table`);
  const text = JSON.stringify(item);
  const [, created] = /"created_at":\{"N":"(\d+)"\}/.exec(text)!;
  const older = (seconds: number) => {
    const instant = Number(created) - seconds * 1_000;
    const other = text.replaceAll(id, createId('letter', instant, randomBytes)).replaceAll(created!, String(instant));
    return { PutRequest: { Item: JSON.parse(other) as Item } };
  };
  for (let stored = 0; stored < count; stored += BATCH) {
    const puts = Array.from({ length: Math.min(BATCH, count - stored) }, (_, index) => older(count - stored - index));
    await cloud.call('dynamodb', 'BatchWriteItem', { RequestItems: { [TableName!]: puts } });
  }
}

/** What the page and the function request while `act` runs. */
async function requestsDuring(act: () => Promise<unknown>): Promise<{ requests: number; queries: number }> {
  asked.length = requests.length = 0;
  const answered = page.waitForResponse((response) => isList(response.request()));
  await act();
  await answered;
  await page.waitForLoadState('networkidle');
  return { requests: requests.length, queries: asked.filter((operation) => operation === 'Query').length };
}

test('a page of the list needs one request and one query, with every filter', async () => {
  expect(await requestsDuring(() => page.reload())).toEqual({ requests: 1, queries: 1 });
  expect(await rows().count()).toBe(25);
  // Rows of one minute look alike; each leads to its own letter.
  const opened = () => rows().first().getByRole('link').first().getAttribute('href');
  const first = await opened();
  expect(await requestsDuring(() => page.getByRole('link', { name: 'Mais antigas' }).click())).toEqual({
    requests: 1,
    queries: 1,
  });
  // Rows are rendered a moment after the response.
  await eventually(opened, (next) => next !== first);
  const filtered = new URL('?status=scheduled&reference=contrato+7', page.url()).href;
  expect(await requestsDuring(() => page.goto(filtered))).toEqual({ requests: 1, queries: 1 });
  expect(await rows().count()).toBe(25);
});

test('axe finds nothing, the keyboard reaches everything, and large text fits', async () => {
  await page.reload();
  await rows().first().waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await missedByKeyboard(page)).toEqual([]);
  expect(await widths(page)).toEqual({ 'text of 200 %': 0, '320 px': 0 });
});
