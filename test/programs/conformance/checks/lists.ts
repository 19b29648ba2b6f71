import { check } from '../check.ts';
import { expectStatus, holds, invalid, same } from '../expectations.ts';
import { recipient, type World } from '../world.ts';

/** Three letters with one reference, oldest first. */
const three = (world: World) =>
  world.once('three letters', async () => {
    const reference = world.unique();
    const ids: string[] = [];
    for (let count = 0; count < 3; count++) ids.push((await world.scheduledLetter({ reference })).id);
    return { reference, ids };
  });

export const lists = [
  check('LIST-1', 'each list has its shape, newest first', async ({ api }) => {
    for (const path of ['/letters', '/verifications', '/events', '/balance/transactions', '/webhook-endpoints']) {
      const list = expectStatus(await api.get(path), 200);
      same(
        [list.object, Array.isArray(list.data), typeof list.has_more],
        ['list', true, 'boolean'],
        `the shape of ${path}`,
      );
      same(list.has_more, list.next_cursor !== null, `next_cursor of ${path}`);
      const times = list.data.map(({ created_at }: any) => Date.parse(created_at));
      holds(
        times.every((time: number, index: number) => index === 0 || time <= times[index - 1]),
        `${path} is not newest first`,
      );
    }
  }),
  check('LIST-1', 'the newest object comes first', ['orders'], async (world) => {
    const { reference, ids } = await three(world);
    const { data } = expectStatus(await world.api.get(`/letters?reference=${reference}`), 200);
    same(
      data.map(({ id }: any) => id),
      [...ids].reverse(),
      'the order',
    );
  }),
  check(
    'LIST-6',
    'a recipient is found by beginnings of its words, whatever their case and accents',
    ['orders'],
    async (world) => {
      const word = `Ágata${world.unique().replaceAll(/[^a-z0-9]/gi, '')}`;
      const { id } = await world.scheduledLetter({ to: { ...recipient, name: `${word} da Conceição` } });
      const found = async (text: string) =>
        expectStatus(await world.api.get(`/letters?recipient=${encodeURIComponent(text)}`), 200).data.map(
          (letter: any) => letter.id,
        );
      same(await found(`conceic ${word.replace('Á', 'a').toLowerCase()}`), [id], 'the letters of two words');
      same(await found(`${word} pereira`), [], 'the letters of a word that the name lacks');
    },
  ),
  check('LIST-2', 'a limit is 1 to 100', async ({ api }) => {
    invalid(await api.get('/letters?limit=0'), 'limit out_of_range');
    invalid(await api.get('/events?limit=101'), 'limit out_of_range');
    expectStatus(await api.get('/letters?limit=100'), 200);
    holds(expectStatus(await api.get('/events'), 200).data.length <= 20, 'more than 20 without a limit');
  }),
  check('LIST-2', 'pages contain every object once, in order', ['orders'], async (world) => {
    const { reference, ids } = await three(world);
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const query: string = `/letters?reference=${reference}&limit=1${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`;
      const page = expectStatus(await world.api.get(query), 200);
      holds(page.data.length <= 1, 'a page has more than its limit');
      found.push(...page.data.map(({ id }: any) => id));
      cursor = page.next_cursor;
    } while (cursor !== null && found.length < 10);
    same([...found].sort(), [...ids].sort(), 'what the pages have');
  }),
  check(
    'LIST-3',
    'a changed cursor, or one of another list, filter or limit, is rejected',
    ['orders'],
    async (world) => {
      const { api } = world;
      const { reference } = await three(world);
      const { next_cursor } = expectStatus(await api.get(`/letters?reference=${reference}&limit=1`), 200);
      const cursor = encodeURIComponent(next_cursor);
      const wrong = ['cursor invalid_value'] as const;
      invalid(await api.get(`/letters?reference=${reference}&limit=1&cursor=${cursor}x`), ...wrong);
      invalid(await api.get(`/letters?reference=${reference}&limit=2&cursor=${cursor}`), ...wrong);
      invalid(await api.get(`/letters?limit=1&cursor=${cursor}`), ...wrong);
      invalid(await api.get(`/verifications?reference=${reference}&limit=1&cursor=${cursor}`), ...wrong);
    },
  ),
  check('LIST-3', "another account's cursor is rejected", ['operator', 'orders'], async (world) => {
    const { reference } = await three(world);
    const { next_cursor } = expectStatus(await world.api.get(`/letters?reference=${reference}&limit=1`), 200);
    const { api } = await world.customer();
    invalid(
      await api.get(`/letters?reference=${reference}&limit=1&cursor=${encodeURIComponent(next_cursor)}`),
      'cursor invalid_value',
    );
  }),
  check('LIST-4', 'created_after is inclusive, created_before exclusive', ['orders'], async (world) => {
    const { id, created_at } = await world.scheduledLetter({ reference: world.unique() });
    const has = async (query: string) =>
      expectStatus(await world.api.get(`/letters?limit=100&${query}`), 200).data.some(
        (letter: any) => letter.id === id,
      );
    same(await has(`created_after=${created_at}`), true, 'whether created_after finds its own second');
    same(await has(`created_before=${created_at}`), false, 'whether created_before finds its own second');
  }),
  check('LIST-4', 'a reversed period is an empty list, and a malformed instant is rejected', async ({ api }) => {
    const list = expectStatus(
      await api.get('/events?created_after=2030-01-02T00:00:00Z&created_before=2030-01-01T00:00:00Z'),
      200,
    );
    same([list.data, list.has_more, list.next_cursor], [[], false, null], 'the list');
    invalid(await api.get('/letters?created_after=yesterday'), 'created_after invalid_format');
  }),
  check('LIST-5', 'filters combine, and reference matches exactly', ['orders'], async (world) => {
    const { api } = world;
    const { reference, ids } = await three(world);
    const count = async (query: string) => expectStatus(await api.get(`/letters?${query}`), 200).data.length;
    same(await count(`reference=${reference}`), ids.length, 'letters of the reference');
    same(await count(`reference=${reference.slice(0, -1)}`), 0, 'letters of its beginning');
    same(await count(`reference=${reference}&status=scheduled`), ids.length, 'scheduled ones');
    same(await count(`reference=${reference}&status=posted`), 0, 'posted ones');
  }),
  check('LIST-5', 'an unknown filter or value is rejected', async ({ api }) => {
    invalid(await api.get('/letters?status=lost'), 'status invalid_value');
    invalid(await api.get('/events?type=webhook.test'), 'type invalid_value');
    invalid(await api.get('/events?status=received'), 'status unknown_parameter');
    invalid(await api.get('/balance/transactions?type=gift'), 'type invalid_value');
  }),
];
