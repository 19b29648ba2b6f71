import { describe, expect, test } from '@jest/globals';
import { letterStatuses } from '../../../../lib/core/domain/letter-statuses.ts';
import type { LetterMove } from '../../../../lib/core/domain/letters.ts';
import { sandboxIdOf } from '../../../../lib/core/domain/sandbox.ts';
import { moveLetter, storeLetter } from '../../../support/internals.ts';
import { letterBody } from '../../../support/letters.ts';
import { describePages, idsOf } from '../../../support/lists.ts';
import { letterSample } from '../../../support/samples.ts';
import { letters } from '../../../support/seeds.ts';
import { openCustomer, useCustomer } from '../../../support/service.ts';
import { newTrackingCode } from '../../../support/tracking-codes.ts';

describePages(letters);

describe('GET /letters', () => {
  const customer = useCustomer();
  const ids = async (parameters: Record<string, string>) =>
    idsOf(await customer().api.get(`/letters?${new URLSearchParams(parameters).toString()}`));

  test('status filters the list: letters change lists as they move', async () => {
    const { id } = customer();
    const moves: LetterMove[] = [
      { trigger: 'batch', batch_id: 'bat_1' },
      { trigger: 'print' },
      { trigger: 'post', tracking_code: null },
    ];
    const life: Record<string, LetterMove[]> = {
      scheduled: [],
      received: [],
      in_production: moves.slice(0, 1),
      printed: moves.slice(0, 2),
      posted: moves,
      canceled: [{ trigger: 'cancel', reason: 'requested' }],
      failed: [{ trigger: 'fail', reason: 'other' }],
    };
    expect(Object.keys(life)).toEqual(letterStatuses);
    for (const [status, path] of Object.entries(life)) {
      const { letter } = await storeLetter(
        id,
        status === 'scheduled' ? { status, send_date: '2030-01-01', reached: {} } : {},
      );
      await moveLetter(id, letter.id, ...path);
      expect(await ids({ status })).toEqual([letter.id]);
    }
    expect(await ids({})).toHaveLength(letterStatuses.length);
  });

  test('reference filters the list: the exact text, which several letters may have', async () => {
    const { id } = customer();
    const stored = new Map<string, string[]>();
    for (const reference of ['pedido 1', 'pedido 1', 'Pedido 1', 'pedido 10', 'ação/%#&+', '', 'x'.repeat(100), '📮']) {
      const { letter } = await storeLetter(id, { reference });
      stored.set(reference, [letter.id, ...(stored.get(reference) ?? [])]);
    }
    for (const [reference, expected] of stored) expect((await ids({ reference })).sort()).toEqual(expected.sort());
    expect(await ids({ reference: 'pedido' })).toEqual([]);
    expect(await ids({ reference: 'null' })).toEqual([]);
  });

  test('status and reference filter together', async () => {
    const { id } = customer();
    const make = async (reference: string) => (await storeLetter(id, { reference })).letter.id;
    const [wanted, canceled] = [await make('a'), await make('a'), await make('b')];
    await moveLetter(id, canceled, { trigger: 'cancel', reason: 'requested' });
    expect(await ids({ status: 'received', reference: 'a' })).toEqual([wanted]);
    expect(await ids({ status: 'canceled', reference: 'a' })).toEqual([canceled]);
    expect(await ids({ status: 'canceled', reference: 'b' })).toEqual([]);
  });

  test('tracking_code filters the list: only letters of this account, alone and with the other filters', async () => {
    const { id } = customer();
    const code = newTrackingCode();
    const make = async (account: string, created_at: number, reference: string) =>
      (await storeLetter(account, { status: 'posted', tracking_code: code, created_at, reference })).letter.id;
    const [older, newer] = [await make(id, 1_000, 'a'), await make(id, 2_000, 'b')];
    await make((await openCustomer()).id, 3_000, 'a');
    await storeLetter(id, { status: 'posted', tracking_code: newTrackingCode() });

    const tracked = (more: Record<string, string> = {}) => ids({ tracking_code: code, ...more });
    expect(await tracked()).toEqual([newer, older]);
    expect(await tracked({ reference: 'b' })).toEqual([newer]);
    expect(await tracked({ status: 'received' })).toEqual([]);
    expect(await tracked({ created_before: new Date(2_000).toISOString() })).toEqual([older]);
    expect(await ids({ tracking_code: newTrackingCode() })).toEqual([]);
  });

  test('recipient filters the list: parts of the name, alone and with the other filters, page by page', async () => {
    const { id } = customer();
    const code = newTrackingCode();
    const make = async (account: string, name: string, fields: object) =>
      (await storeLetter(account, { to: { ...letterSample().to, name }, ...fields })).letter.id;
    const jose = await make(id, 'José da Silva', { reference: 'a', created_at: 1_000 });
    const josefa = await make(id, 'Josefa SILVA', { status: 'posted', tracking_code: code, created_at: 2_000 });
    await make(id, 'Maria Souza', { reference: 'a', created_at: 3_000 });
    await make((await openCustomer()).id, 'José da Silva', {});
    await make(sandboxIdOf(id), 'José da Silva', {});

    expect(await ids({ recipient: 'jose sil' })).toEqual([josefa, jose]);
    expect(await ids({ recipient: 'SILVA, José', reference: 'a' })).toEqual([jose]);
    expect(await ids({ recipient: 'silva', status: 'posted' })).toEqual([josefa]);
    expect(await ids({ recipient: 'silva', tracking_code: code })).toEqual([josefa]);
    expect(await ids({ recipient: 'maria', tracking_code: code })).toEqual([]);
    expect(await ids({ recipient: 'silva', created_before: new Date(2_000).toISOString() })).toEqual([jose]);
    for (const recipient of ['ilva', '...', 'souza silva']) expect(await ids({ recipient })).toEqual([]);
    const first = await customer().api.get('/letters?recipient=silva&limit=1');
    const cursor = first.body.next_cursor as string;
    expect(await ids({ recipient: 'silva', limit: '1', cursor })).toEqual([jose]);
    const { status } = await customer().api.get(`/letters?recipient=jose&limit=1&cursor=${cursor}`);
    expect(status).toBe(422);
  });

  test('a listed letter equals its own GET, except for its link', async () => {
    const { api } = customer();
    const { body: created } = await api.post('/letters', letterBody({ reference: 'a', metadata: { pedido: '1' } }));
    const { body: list } = await api.get('/letters');
    expect(list.data).toEqual([{ ...created, preview_url: expect.stringContaining(created.id) }]);
  });
});
