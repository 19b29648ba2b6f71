import { describe, expect, test } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { letterBody } from '../../support/letters.ts';
import { useTarget } from '../../support/target.ts';

const target = useTarget();

async function newLetter() {
  const { baseUrl, control } = target();
  const { api } = await control.openAccount(baseUrl);
  const { body: letter } = await api.post('/letters', letterBody());
  const report = (status: string, more: object = {}) =>
    control.post('/production/reports', JSON.stringify({ id: letter.id, status, at: letter.created_at, ...more }));
  const now = async () => (await api.get(`/letters/${letter.id}`)).body;
  const balance = async () => (await api.get('/balance')).body.amount;
  return { api, control, letter, report, now, balance };
}

describe('canceling', () => {
  test('a received letter refunds the whole price', async () => {
    const { api, letter, balance } = await newLetter();
    expect(await balance()).toBe(100_000 - letter.price.total);
    const canceled = await api.post(`/letters/${letter.id}/cancel`);
    expect(canceled).toMatchObject({ status: 200, body: { status: 'canceled', cancellation_reason: 'requested' } });
    expect(await balance()).toBe(100_000);
    const { body: entries } = await api.get('/balance/transactions');
    expect(entries.data.map(({ type, amount, source_id }: any) => [type, amount, source_id])).toEqual([
      ['refund', letter.price.total, letter.id],
      ['letter', -letter.price.total, letter.id],
      ['top_up', 100_000, null],
    ]);
  });

  test('twice returns the same letter with one refund', async () => {
    const { api, letter, balance } = await newLetter();
    const answers = await Promise.all(Array.from({ length: 5 }, () => api.post(`/letters/${letter.id}/cancel`)));
    for (const { status, body } of answers) expect([status, body.status]).toEqual([200, 'canceled']);
    expect(await balance()).toBe(100_000);
  });

  test('is rejected once the letter is in production', async () => {
    const { api, control, letter, now } = await newLetter();
    await control.post('/production/batches');
    const late = await api.post(`/letters/${letter.id}/cancel`);
    expect([late.status, late.body.error.code]).toEqual([409, 'letter_not_cancelable']);
    expect((await now()).status).toBe('in_production');
  });

  test('a canceled letter joins no batch', async () => {
    const { api, control, letter } = await newLetter();
    await api.post(`/letters/${letter.id}/cancel`);
    const { batches } = await control.post('/production/batches');
    expect(batches.flatMap((batch: { mailings: string[] }) => batch.mailings)).not.toContain(letter.id);
  });
});

describe('a print report', () => {
  test('of failure refunds the price', async () => {
    const { control, letter, report, now, balance } = await newLetter();
    await control.post('/production/batches');
    expect((await report('failed', { failure_reason: 'damaged_in_production' })).results).toMatchObject([
      { result: 'applied' },
    ]);
    expect(await now()).toMatchObject({ status: 'failed', failure_reason: 'damaged_in_production', id: letter.id });
    expect(await balance()).toBe(100_000);
  });

  test('that is delivered twice changes nothing the second time', async () => {
    const { control, report, balance } = await newLetter();
    await control.post('/production/batches');
    await report('failed', { failure_reason: 'other' });
    expect((await report('failed', { failure_reason: 'other' })).results).toMatchObject([
      { result: 'already_applied' },
    ]);
    expect(await balance()).toBe(100_000);
  });

  test('of posting before printing fills in the missing step', async () => {
    const { api, control, letter, report, now } = await newLetter();
    await control.post('/production/batches');
    expect((await report('posted')).results).toMatchObject([{ result: 'applied' }]);
    const { status_transitions: at, status, tracking_code } = await now();
    expect([status, tracking_code]).toEqual(['posted', null]);
    expect(at.printed_at).toBe(at.posted_at);
    const { data: events } = await eventually(
      async () => (await api.get(`/events?object_id=${letter.id}`)).body,
      ({ data }) => data.length === 4,
    );
    expect(events.map((event: { type: string }) => event.type)).toEqual(
      expect.arrayContaining(['letter.printed', 'letter.posted']),
    );
    expect((await report('printed')).results).toMatchObject([{ result: 'already_applied' }]);
  });

  test('is rejected line by line with the reason, and the valid lines count', async () => {
    const { api, control, letter, now } = await newLetter();
    const { body: registered } = await api.post('/letters', letterBody({ postal_services: ['registered'] }));
    const { body: canceled } = await api.post('/letters', letterBody());
    await api.post(`/letters/${canceled.id}/cancel`);
    await control.post('/production/batches');
    const at = letter.created_at;
    const lines = [
      '{ not json',
      JSON.stringify({ id: letter.id, status: 'burnt', at }),
      JSON.stringify({ id: 'ltr_unknown', status: 'printed', at }),
      JSON.stringify({ id: canceled.id, status: 'printed', at }),
      JSON.stringify({ id: registered.id, status: 'posted', at }),
      JSON.stringify({ id: registered.id, status: 'posted', tracking_code: 'AA123456789BR', at }),
      JSON.stringify({ id: letter.id, status: 'failed', failure_reason: 'bored', at }),
      JSON.stringify({ id: letter.id, status: 'printed', at }),
    ];
    const { results } = await control.post('/production/reports', lines.join('\n'));
    expect(results.map(({ result, reason }: any) => reason ?? result)).toEqual([
      'invalid_json',
      'invalid_line',
      'not_in_production',
      'not_in_production',
      'tracking_code_required',
      'tracking_code_check_digit',
      'invalid_failure_reason',
      'applied',
    ]);
    expect((await now()).status).toBe('printed');
  });

  test('leaves the ledger consistent', async () => {
    expect((await target().control.get('/ledger/audit')).differences).toEqual([]);
  });
});
