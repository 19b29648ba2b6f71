import { expect, test } from '@jest/globals';
import { dateIn, letterBody } from '../../support/letters.ts';
import { useStruckService } from './struck-service.ts';

const { service, strikeWith } = useStruckService();

/** 06:20 in Brasília. */
const TWENTY_PAST_SIX = 'T09:20:00Z';

async function scheduled(send_date: string): Promise<string> {
  return (await service().api.post('/letters', letterBody({ send_date }))).body.id;
}

test('a scheduled letter whose execution was stopped, or never began, is charged by 06:20 of its day', async () => {
  const { api, control, internals } = service();
  const day = dateIn(2);
  const stopped = await scheduled(day);
  await control.advance(60);
  expect(await internals.stopSome(() => 0)).toBe(true);
  expect(await internals.executionsOf(stopped)).toEqual(['ABORTED']);

  // The message of the start is lost after the function that starts executions failed.
  strikeWith(({ service: called, operation }) =>
    called === 'states' && operation === 'StartExecution' ? { kind: 'disconnected', effect: false } : undefined,
  );
  const lost = await scheduled(day);
  await control.advance(60);
  await internals.purgeSome(() => 0);
  strikeWith();
  expect(await internals.executionsOf(lost)).toEqual([]);

  await control.advance(`${day}${TWENTY_PAST_SIX}`);
  const statusOf = async (id: string) => (await api.get(`/letters/${id}`)).body.status;
  expect([await statusOf(stopped), await statusOf(lost)]).toEqual(['received', 'received']);
});
