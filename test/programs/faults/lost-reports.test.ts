import { expect, test } from '@jest/globals';
import { letterBody } from '../../support/letters.ts';
import { useStruckService } from './struck-service.ts';

const { service, strikeWith } = useStruckService();

test('a report whose message was lost after its function died is applied within seven hours', async () => {
  const { api, control, internals } = service();
  const { id } = (await api.post('/letters', letterBody())).body;
  await control.post('/production/batches');
  strikeWith(({ functionName }) =>
    functionName.includes('ApplyPrintReport') ? { kind: 'killed', effect: false } : undefined,
  );
  await internals.dropReport([JSON.stringify({ id, status: 'posted', at: (await control.get('/clock')).now })]);
  await control.advance(60);
  expect(await internals.purgeSome(() => 0)).toMatchObject({ lost: 1 });
  strikeWith();

  await control.advance(50 * 60);
  expect((await api.get(`/letters/${id}`)).body.status).toBe('in_production');
  await control.advance(7 * 3600);
  expect((await api.get(`/letters/${id}`)).body.status).toBe('posted');
  const names = (folder: string, keys: string[]) =>
    keys.filter((key) => key.startsWith(folder)).map((key) => key.slice(folder.length));
  const keys = await internals.keys('ProductionBucket');
  expect(names('results/', keys)).toEqual(names('inbox/', keys));
});
