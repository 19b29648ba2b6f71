import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { testWith, useTarget } from '../../support/target.ts';
import { awaitingCode, ownPdfBody, post, readLetter, templateBody, wrongCode } from '../../support/verifications.ts';

const target = useTarget();

async function newAccount() {
  const { baseUrl, control } = target();
  const { api } = await control.openAccount(baseUrl);
  const balance = async () => (await api.get('/balance')).body.amount;
  return { api, control, balance };
}

/** Fifty requests are the limit of a second (rule REQ-10): what follows them waits for the next one. */
const nextSecond = () => sleep(1_000);

const codeBody = templateBody({ method: 'code' });

describe('a verification by API', () => {
  test('goes from POST to verified, with the instant and event of each step', async () => {
    const { api, control, balance } = await newAccount();
    const { status, body: created } = await api.post('/verifications', { ...codeBody, reference: 'cliente 7' });
    expect(status).toBe(201);
    expect(created).toMatchObject({
      object: 'verification',
      status: 'received',
      method: 'code',
      source: 'api',
      hosted_page_url: null,
      attempts_remaining: 5,
      expires_at: null,
      confirmation: null,
      document: { type: 'template', include_qr_code: false, include_page_url: false },
      reference: 'cliente 7',
    });
    expect(created.price.items.map(({ type }: { type: string }) => type)).toEqual(['base']);
    expect(await balance()).toBe(100_000 - created.price.total);

    const { code, text } = await readLetter(control, created.id);
    await post(control, created);
    expect(text).not.toContain('http');
    const { body: awaiting } = await api.get(`/verifications/${created.id}`);
    expect(awaiting).toMatchObject({ status: 'awaiting_code', attempts_remaining: 5 });
    const posted = Date.parse(awaiting.status_transitions.awaiting_code_at);
    expect(Date.parse(awaiting.expires_at) - posted).toBe(60 * 86_400_000);

    const { status: checked, body: check } = await api.post(`/verifications/${created.id}/check`, {
      code: ` ${code.slice(0, 3)}-${code.slice(3)} `,
    });
    expect([checked, check.object, check.correct]).toEqual([200, 'verification_check', true]);
    expect(check.verification).toMatchObject({
      status: 'verified',
      attempts_remaining: 5,
      confirmation: { method: 'api', hosted_page_entry: null, ip: null, location: null, device: null, client: null },
    });
    const { body: events } = await api.get(`/events?object_id=${created.id}`);
    expect(events.data.map(({ type }: { type: string }) => type).reverse()).toEqual([
      'verification.received',
      'verification.in_production',
      'verification.awaiting_code',
      'verification.verified',
    ]);
    for (const { data } of events.data) expect(data.preview_url).toBeNull();
    expect(check.verification.preview_url).toMatch(/^http/);
    expect(await balance()).toBe(100_000 - created.price.total);
  });

  test('five wrong codes lock it, and the right one is too late', async () => {
    const { api, control, balance } = await newAccount();
    const { code, check, now, verification } = await awaitingCode({ api, control }, codeBody);
    for (const left of [4, 3, 2, 1, 0]) {
      const { status, body } = await check(wrongCode(code, left + 1));
      expect([status, body.correct, body.verification.attempts_remaining]).toEqual([200, false, left]);
      expect(body.verification.status).toBe(left === 0 ? 'failed' : 'awaiting_code');
    }
    const late = await check(code);
    expect([late.status, late.body.error.code]).toEqual([409, 'verification_not_awaiting_code']);
    expect(await now()).toMatchObject({ status: 'failed', attempts_remaining: 0, confirmation: null });
    expect(await balance()).toBe(100_000 - verification.price.total);
  });

  test('the right code on the fifth attempt still verifies', async () => {
    const { api, control } = await newAccount();
    const { code, check } = await awaitingCode({ api, control }, codeBody);
    for (const step of [1, 2, 3, 4]) expect((await check(wrongCode(code, step))).body.correct).toBe(false);
    const { body } = await check(code);
    expect([body.correct, body.verification.status, body.verification.attempts_remaining]).toEqual([
      true,
      'verified',
      1,
    ]);
  });

  test('a repeated request under one key counts as one attempt', async () => {
    const { api, control } = await newAccount();
    const { code, check, now } = await awaitingCode({ api, control }, codeBody);
    const tries = [1, 2, 3].map(() => check(wrongCode(code), { 'idempotency-key': 'one try' }));
    for (const { status } of await Promise.all(tries)) expect([200, 409]).toContain(status);
    const again = await check(wrongCode(code), { 'idempotency-key': 'one try' });
    expect([again.headers.get('idempotent-replayed'), again.body.verification.attempts_remaining]).toEqual(['true', 4]);
    expect((await now()).attempts_remaining).toBe(4);
  });

  test('50 concurrent checks: never below zero, verified at most once, the ledger consistent', async () => {
    const { api, control } = await newAccount();
    for (const share of [0, 10]) {
      const { code, check, now, verification } = await awaitingCode({ api, control }, codeBody);
      const tries = Array.from({ length: 50 }, (_, index) =>
        check(index % 50 < 50 - share ? wrongCode(code, index + 1) : code),
      );
      const answers = await Promise.all(tries);
      const counted = answers.filter(({ status }) => status === 200);
      const wrong = counted.filter(({ body }) => !body.correct);
      expect(answers.filter(({ status }) => ![200, 409, 429].includes(status))).toEqual([]);
      expect(wrong.length).toBeLessThanOrEqual(5);
      expect(counted.length - wrong.length).toBeLessThanOrEqual(1);
      await nextSecond();
      const after = await now();
      expect(after.attempts_remaining).toBe(5 - wrong.length);
      expect(after.status).toBe(counted.length > wrong.length ? 'verified' : 'failed');
      const { body: events } = await api.get(`/events?object_id=${verification.id}&limit=100`);
      expect(events.data).toHaveLength(4);
    }
    expect((await control.get('/ledger/audit')).differences).toEqual([]);
  });
});

describe('time', () => {
  testWith('clock')('a code works until the end of 60 days, and never after', async () => {
    const { api, control } = await newAccount();
    const early = await awaitingCode({ api, control }, codeBody);
    const late = await awaitingCode({ api, control }, codeBody);
    const { expires_at } = await late.now();
    const noticesOf = async ({ id }: { id: string }) =>
      (await api.get(`/events?object_id=${id}&type=verification.expiring`)).body.data as Record<string, any>[];
    const done = await awaitingCode({ api, control }, codeBody);
    await done.check(done.code);
    const noticeDue = Date.parse(expires_at) - 7 * 86_400_000;
    await control.advance(new Date(noticeDue - 3_600_000).toISOString());
    expect(await noticesOf(late.verification)).toEqual([]);
    await control.advance(new Date(noticeDue + 3_600_000).toISOString());
    const [notice, ...more] = await noticesOf(late.verification);
    expect(more).toEqual([]);
    expect(notice!.data).toMatchObject({ status: 'awaiting_code', expires_at });
    expect(Date.parse(notice!.created_at)).toBeGreaterThanOrEqual(noticeDue);
    expect(await noticesOf(done.verification)).toEqual([]);
    // Time flows on, and the functions start anew after so long: half a minute is left for both requests.
    const halfAMinuteBefore = new Date(Date.parse((await early.now()).expires_at) - 30_000).toISOString();
    await control.advance(halfAMinuteBefore);
    expect((await early.now()).status).toBe('awaiting_code');
    expect((await early.check(early.code)).body).toMatchObject({ correct: true, verification: { status: 'verified' } });

    await control.advance(expires_at);
    expect(await late.now()).toMatchObject({ status: 'expired', confirmation: null, attempts_remaining: 5 });
    const answer = await late.check(late.code);
    expect([answer.status, answer.body.error.code]).toEqual([409, 'verification_not_awaiting_code']);
    const { body: events } = await api.get(`/events?object_id=${late.verification.id}&type=verification.expired`);
    expect(events.data).toHaveLength(1);
    expect((await early.now()).status).toBe('verified');
    for (const { verification } of [early, late]) expect(await noticesOf(verification)).toHaveLength(1);
  });
});

describe('canceling', () => {
  test('before production cancels and refunds the price', async () => {
    const { api, control, balance } = await newAccount();
    const { body: created } = await api.post('/verifications', templateBody());
    const canceled = await api.post(`/verifications/${created.id}/cancel`);
    expect(canceled).toMatchObject({ status: 200, body: { status: 'canceled' } });
    expect(await balance()).toBe(100_000);
    const { batches } = await control.post('/production/batches');
    expect(batches.flatMap(({ mailings }: { mailings: string[] }) => mailings)).not.toContain(created.id);
    const again = await api.post(`/verifications/${created.id}/cancel`);
    expect(again).toMatchObject({ status: 200, body: { status: 'canceled' } });
    expect(await balance()).toBe(100_000);
  });

  test('after production began revokes, without a refund, and the code stops working', async () => {
    const { api, control, balance } = await newAccount();
    const { body: created } = await api.post('/verifications', codeBody);
    await control.post('/production/batches');
    expect((await api.post(`/verifications/${created.id}/cancel`)).body.status).toBe('revoked');

    const awaiting = await awaitingCode({ api, control }, codeBody);
    expect((await awaiting.cancel()).body).toMatchObject({ status: 'revoked', confirmation: null });
    expect((await awaiting.check(awaiting.code)).status).toBe(409);
    expect(await balance()).toBe(100_000 - 2 * created.price.total);
  });

  test('a verified one revokes it and keeps the confirmation', async () => {
    const { api, control } = await newAccount();
    const { code, check, cancel, now } = await awaitingCode({ api, control }, codeBody);
    const { body: verified } = await check(code);
    expect((await cancel()).body).toMatchObject({
      status: 'revoked',
      confirmation: verified.verification.confirmation,
      status_transitions: { verified_at: verified.verification.status_transitions.verified_at },
    });
    expect((await check(code)).status).toBe(409);
    expect((await now()).status_transitions.revoked_at).not.toBeNull();
  });

  test('a locked one is rejected', async () => {
    const { api, control } = await newAccount();
    const { code, check, cancel } = await awaitingCode({ api, control }, codeBody);
    for (const step of [1, 2, 3, 4, 5]) await check(wrongCode(code, step));
    const answer = await cancel();
    expect([answer.status, answer.body.error.code]).toEqual([409, 'verification_not_cancelable']);
  });
});

describe('production', () => {
  test('a verification that cannot be produced is canceled by the service and refunded', async () => {
    const { api, control, balance } = await newAccount();
    const { body: created } = await api.post('/verifications', ownPdfBody());
    await control.post('/production/batches');
    const failed = {
      id: created.id,
      status: 'failed',
      failure_reason: 'damaged_in_production',
      at: created.created_at,
    };
    const report = async (line: object) => (await control.post('/production/reports', JSON.stringify(line))).results[0];
    expect(await report({ ...failed, status: 'printed' })).toMatchObject({ result: 'already_applied' });
    expect(await report(failed)).toMatchObject({ result: 'applied' });
    expect(await report(failed)).toMatchObject({ result: 'already_applied' });
    expect(await report({ ...failed, status: 'posted' })).toMatchObject({ reason: 'verification_canceled' });
    expect((await api.get(`/verifications/${created.id}`)).body.status).toBe('canceled');
    expect(await balance()).toBe(100_000);
  });

  test('a report after posting changes nothing more', async () => {
    const { api, control } = await newAccount();
    const { verification, now } = await awaitingCode({ api, control }, codeBody);
    const line = { id: verification.id, at: verification.created_at };
    const lines = [
      { ...line, status: 'posted' },
      { ...line, status: 'failed', failure_reason: 'other' },
    ].map((each) => JSON.stringify(each));
    const { results } = await control.post('/production/reports', lines.join('\n'));
    expect(results).toMatchObject([{ result: 'already_applied' }, { reason: 'verification_posted' }]);
    expect((await now()).status).toBe('awaiting_code');
  });

  test('one that was revoked in production stays revoked when its letter is posted', async () => {
    const { api, control } = await newAccount();
    const { body: created } = await api.post('/verifications', codeBody);
    await control.post('/production/batches');
    await api.post(`/verifications/${created.id}/cancel`);
    const line = JSON.stringify({ id: created.id, status: 'posted', at: created.created_at });
    expect((await control.post('/production/reports', line)).results).toMatchObject([
      { reason: 'verification_revoked' },
    ]);
    expect((await api.get(`/verifications/${created.id}`)).body).toMatchObject({ status: 'revoked', expires_at: null });
  });

  test('leaves the ledger consistent', async () => {
    expect((await target().control.get('/ledger/audit')).differences).toEqual([]);
  });
});
