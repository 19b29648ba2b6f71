import { expect, test } from '@jest/globals';
import { letterBody } from '../../support/letters.ts';
import { templateBody } from '../../support/verifications.ts';
import { useStruckService } from './struck-service.ts';

const { service, strikeWith } = useStruckService();

const files = async () => [
  ...(await service().internals.keys('DocumentsBucket')),
  ...(await service().internals.keys('VerificationFilesBucket')),
];

const killTransactions = () =>
  strikeWith(({ operation }) => (operation === 'TransactWriteItems' ? { kind: 'killed', effect: false } : undefined));

test.each([
  ['letters', letterBody()],
  ['verifications', templateBody()],
])(
  'files of %s whose function ended before it committed are deleted a night later, and no others',
  async (path, body) => {
    const { api, control } = service();
    const { body: made } = await api.post(`/${path}`, body);
    const before = await files();
    killTransactions();
    const { status } = await api.post(`/${path}`, body);
    strikeWith();
    expect(status).toBe(503);
    expect((await files()).length).toBeGreaterThan(before.length);

    await control.advance(30 * 3600);
    expect(await files()).toEqual(before);
    expect((await api.get(`/${path}`)).body.data.map(({ id }: { id: string }) => id)).toEqual([made.id]);
  },
);

test('a file that was just stored is left alone, because its call may still commit', async () => {
  const { api, control } = service();
  const { now } = await control.get('/clock');
  // A quarter of an hour before the search, of 04:15 in Brasília.
  const date = now.slice(11) < '07:00' ? Date.parse(now) : Date.parse(now) + 86_400_000;
  await control.advance(`${new Date(date).toISOString().slice(0, 10)}T07:00:00Z`);
  const before = await files();
  killTransactions();
  await api.post('/letters', letterBody());
  strikeWith();
  await control.advance(30 * 60);
  expect((await files()).length).toBe(before.length + 1);
  await control.advance(24 * 3600);
  expect(await files()).toEqual(before);
});

const codeFiles = () => service().internals.keys('VerificationFilesBucket');

async function makeVerification(): Promise<string> {
  return (await service().api.post('/verifications', templateBody())).body.id;
}

test('unneeded files with a code are deleted, even when their executions were stopped by hand', async () => {
  const { api, control, internals } = service();
  const has = async (id: string) => (await codeFiles()).some((key) => key.includes(id));
  const canceled = await makeVerification();
  // By then its execution has begun.
  await control.advance(60);
  await internals.stopExecution(canceled);
  await api.post(`/verifications/${canceled}/cancel`);
  const [posted, revoked, printing] = [await makeVerification(), await makeVerification(), await makeVerification()];
  await control.advance(3600);
  await control.post('/production/batches');
  for (const id of [posted, revoked]) await internals.stopExecution(id);
  await api.post(`/verifications/${revoked}/cancel`);
  await internals.dropReport([JSON.stringify({ id: posted, status: 'posted', at: (await control.get('/clock')).now })]);
  expect(await Promise.all([canceled, posted, revoked, printing].map(has))).toEqual([true, true, true, true]);

  await control.advance(27 * 3600);
  expect((await api.get(`/verifications/${posted}`)).body.status).toBe('awaiting_code');
  expect(await Promise.all([canceled, posted, revoked, printing].map(has))).toEqual([false, false, true, true]);
  // The print house posts within five days what was revoked while it printed.
  await control.advance(5 * 24 * 3600);
  expect(await Promise.all([revoked, printing].map(has))).toEqual([false, true]);
});
