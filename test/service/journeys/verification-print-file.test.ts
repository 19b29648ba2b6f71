import { describe, expect, test } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { testWith, useTarget } from '../../support/target.ts';
import { awaitingCode, post, readLetter, templateBody } from '../../support/verifications.ts';

const target = useTarget();

/** The days that a print house has (`productionDeadlineHours`). */
const DEADLINE_SECONDS = 120 * 3600;

async function newAccount() {
  const { baseUrl, control } = target();
  const { api } = await control.openAccount(baseUrl);
  const created = async () => (await api.post('/verifications', templateBody())).body;
  return { api, control, created };
}

const statusOfFile = async (id: string) => (await fetch(`${target().control.url}/production/files/${id}`)).status;
const isGone = async (id: string) =>
  (await eventually(
    () => statusOfFile(id),
    (status) => status === 404,
  )) === 404;

describe('the file with the code, once it needs no printing', () => {
  test('is destroyed when the letter is posted', async () => {
    const { control, created } = await newAccount();
    const verification = await created();
    await control.post('/production/batches');
    expect((await readLetter(control, verification.id)).code).toMatch(/^\d{6}$/);
    await post(control, verification);
    expect(await isGone(verification.id)).toBe(true);
  });

  test('is destroyed when the verification is canceled before production', async () => {
    const { api, created } = await newAccount();
    const { id } = await created();
    await api.post(`/verifications/${id}/cancel`);
    expect(await isGone(id)).toBe(true);
  });

  test('is destroyed when the letter could not be produced', async () => {
    const { control, created } = await newAccount();
    const { id, created_at: at } = await created();
    await control.post('/production/batches');
    const failed = { id, status: 'failed', failure_reason: 'damaged_in_production', at };
    await control.post('/production/reports', JSON.stringify(failed));
    expect(await isGone(id)).toBe(true);
  });

  testWith('clock')('is kept of one revoked in production until its letter must have been posted', async () => {
    const { api, control, created } = await newAccount();
    const { id } = await created();
    await control.post('/production/batches');
    expect((await api.post(`/verifications/${id}/cancel`)).body.status).toBe('revoked');
    await control.advance(DEADLINE_SECONDS - 60);
    expect(await statusOfFile(id)).toBe(200);
    await control.advance(60);
    expect(await isGone(id)).toBe(true);
  });

  test('leaves the copy without the code, which customers see', async () => {
    const { api, control } = await newAccount();
    const { verification, now } = await awaitingCode({ api, control });
    expect(await isGone(verification.id)).toBe(true);
    const { preview_url } = await now();
    expect((await fetch(preview_url)).status).toBe(200);
  });
});
