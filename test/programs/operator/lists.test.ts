import { beforeAll, describe, expect, test } from '@jest/globals';
import type { ApiClient } from '../../support/api.ts';
import { letterBody } from '../../support/letters.ts';
import { useService } from '../../support/service.ts';
import { templateBody } from '../../support/verifications.ts';
import { operatorOf } from './support/operator.ts';

const { control, baseUrl } = useService();
const operator = operatorOf(control.url);
let account: string;
let api: ApiClient;

beforeAll(async () => {
  ({ id: account, api } = await control.openAccount(baseUrl, { balance: 10_000 }));
});

describe.each([
  ['letters', letterBody],
  ['verifications', templateBody],
] as const)('operator %s list', (kind, bodyOf) => {
  const idsOf = ({ data }: any) => data.map(({ id }: { id: string }) => id);
  const list = (...more: string[]) => operator.json(kind, 'list', account, ...more);
  let created: string[];

  beforeAll(async () => {
    created = [];
    for (const reference of ['pedido 1', 'pedido 2', 'pedido 1'])
      created.push((await api.post(`/${kind}`, bodyOf({ reference }))).body.id);
    await api.post(`/${kind}/${created[2]}/cancel`, {});
  });

  test('show the newest first, as the API does', async () => {
    const listed = await list();
    expect(idsOf(listed)).toEqual([...created].reverse());
    const { body } = await api.get(`/${kind}`);
    const withoutLinks = (all: any) => all.data.map((each: object) => ({ ...each, preview_url: null }));
    expect(withoutLinks(listed)).toEqual(withoutLinks(body));
  });

  test('filter by status, reference, days and limit', async () => {
    expect(idsOf(await list('--reference', 'pedido 1'))).toEqual([created[2], created[0]]);
    expect(idsOf(await list('--reference', 'pedido 1', '--status', 'received'))).toEqual([created[0]]);
    expect(idsOf(await list('--status', 'canceled'))).toEqual([created[2]]);
    expect(idsOf(await list('--until', '2020-01-01'))).toEqual([]);
    expect(idsOf(await list('--from', '2020-01-01'))).toEqual([...created].reverse());
    const first = await list('--limit', '2');
    expect(idsOf(await list('--limit', '2', '--after', first.next_cursor))).toEqual([created[0]]);
    expect(await operator.refusal(kind, 'list', account, '--status', 'lost')).toMatchObject({ exit: 2 });
  });

  test('show a table without names, and how to see the next page', async () => {
    const { output } = await operator.run(kind, 'list', account, '--limit', '1');
    const [heading, row, , more] = output.split('\n');
    expect(heading!.split(/ {2,}/)).toEqual([
      'CREATED',
      kind.slice(0, -1).toUpperCase(),
      'STATUS',
      'PRICE',
      'REFERENCE',
    ]);
    expect(row!.split(/ {2,}/).slice(1)).toEqual([created[2], 'canceled', 'R$ 6,90', 'pedido 1']);
    expect(more).toBe(`There are more: --after ${created[2]}`);
    expect(output).not.toContain((await api.get(`/${kind}/${created[2]}`)).body.to.name);
    expect(await operator.run(kind, 'list', account, '--reference', 'x')).toMatchObject({
      exit: 0,
      output: `No ${kind} match.\n`,
    });
  });
});
