import { beforeEach, describe, expect, test } from '@jest/globals';
import { ApiClient } from '../../support/api.ts';
import { letterBody } from '../../support/letters.ts';
import { useTarget } from '../../support/target.ts';
import { openAccount, operatorOf } from './support/operator.ts';

const target = useTarget();
let operator: ReturnType<typeof operatorOf>;
let account: string;

beforeEach(async () => {
  operator = operatorOf(target().control.url);
  account = await openAccount(operator);
});

const inbox = () => `${target().control.url}/inbox`;

describe('operator webhooks', () => {
  test('a receiver is added, edited, paused, resumed and removed', async () => {
    const { id, secret, events } = await operator.json('webhooks', 'add', account, '--url', inbox());
    expect(secret).toMatch(/^whsec_/);
    expect(events).toEqual(['*']);

    await operator.json('webhooks', 'edit', account, id, '--event', 'letter.posted', '--event', 'letter.failed');
    expect((await operator.json('webhooks', 'pause', account, id)).state).toBe('paused');
    expect(await operator.json('webhooks', 'list', account)).toMatchObject([
      { id, state: 'paused', url: inbox(), events: ['letter.posted', 'letter.failed'] },
    ]);
    expect((await operator.json('webhooks', 'resume', account, id)).state).toBe('active');
    await operator.json('webhooks', 'remove', account, id);
    expect(await operator.json('webhooks', 'list', account)).toEqual([]);
    expect(await operator.refusal('webhooks', 'pause', account, id)).toMatchObject({
      exit: 1,
      error: { code: 'resource_not_found' },
    });
  });

  test('a URL without a public address is rejected', async () => {
    const { exit, messages } = await operator.run('webhooks', 'add', account, '--url', 'https://10.0.0.1/');
    expect(exit).toBe(1);
    expect(messages).toBe(
      '--url: This URL cannot receive webhooks: use https:// and a public host, without user name or password, and a port that exists.\n',
    );
  });

  test('a test shows how the receiver responds, and sets the exit code', async () => {
    const { id } = await operator.json('webhooks', 'add', account, '--url', inbox());
    const received = await operator.run('webhooks', 'test', account, id);
    expect(received.exit).toBe(0);
    expect(received.output).toMatch(/^Received\.\n +Status +200/);

    await operator.json('webhooks', 'edit', account, id, '--url', 'http://127.0.0.1:9/');
    const lost = await operator.run('webhooks', 'test', account, id);
    expect(lost.exit).toBe(1);
    expect(lost.output).toContain('connect_failed');
  });

  test('both secrets sign during a rotation, only the new one afterwards', async () => {
    const { id } = await operator.json('webhooks', 'add', account, '--url', inbox());
    const { secret } = await operator.json('webhooks', 'rotate', account, id, '--overlap-hours', '1');
    expect(secret).toMatch(/^whsec_/);
    const signatures = async () => {
      await fetch(inbox(), { method: 'DELETE' });
      await operator.json('webhooks', 'test', account, id);
      const { data } = await target().control.get('/inbox');
      return data[0].headers['webhook-signature'].split(' ').length;
    };
    expect(await signatures()).toBe(2);
    await target().control.advance(3_600);
    expect(await signatures()).toBe(1);
  });

  test('deliveries and their attempts are shown', async () => {
    const { id } = await operator.json('webhooks', 'add', account, '--url', 'http://127.0.0.1:9/');
    const { secret } = await operator.json('keys', 'create', account);
    await operator.json('balance', 'credit', account, '--amount', '50,00', '--reason', 'Teste');
    await new ApiClient(target().baseUrl, secret).post('/letters', letterBody());
    await target().control.advance(10);

    const [delivery] = await operator.json('webhooks', 'deliveries', account, id);
    expect(delivery).toMatchObject({ event_type: 'letter.received', state: 'pending' });
    expect(delivery.attempts).toHaveLength(2);
    const attempts = await operator.run('webhooks', 'attempts', account, id, delivery.event_id);
    expect(attempts.output).toContain(`letter.received ${delivery.event_id}: pending, next attempt at`);
    expect(attempts.output.match(/connect_failed/g)).toHaveLength(2);

    const other = await openAccount(operator);
    expect((await operator.refusal('webhooks', 'attempts', other, id, delivery.event_id)).error.code).toBe(
      'resource_not_found',
    );
  });

  test('failed deliveries are sent again: one event, or all of some days', async () => {
    const receiver = ['--url', 'http://127.0.0.1:9/', '--event', 'letter.received'];
    const { id } = await operator.json('webhooks', 'add', account, ...receiver);
    const { secret } = await operator.json('keys', 'create', account);
    await operator.json('balance', 'credit', account, '--amount', '50,00', '--reason', 'Teste');
    await new ApiClient(target().baseUrl, secret).post('/letters', letterBody());
    await target().control.advance(28 * 3_600);
    const [{ event_id }] = await operator.json('webhooks', 'deliveries', account, id);
    const delivery = () => operator.json('webhooks', 'attempts', account, id, event_id);
    expect(await delivery()).toMatchObject({ state: 'failed' });
    const listed = await operator.run('webhooks', 'list', account);
    expect(listed.output).toContain('FAILING SINCE');
    expect((await operator.json('webhooks', 'list', account))[0].failing_since).not.toBeNull();

    expect(await operator.json('webhooks', 'send-again', account, id, event_id)).toMatchObject({ state: 'pending' });
    await target().control.advance(300);
    expect(await delivery()).toMatchObject({ state: 'failed' });
    expect((await delivery()).attempts).toHaveLength(9);

    await operator.json('webhooks', 'edit', account, id, '--url', inbox());
    const sendFailed = () => operator.json('webhooks', 'send-failed', account, id, '--days', '2');
    expect(await sendFailed()).toEqual({ endpoint_id: id, count: 1, has_more: false });
    await target().control.advance(300);
    expect(await delivery()).toMatchObject({ state: 'delivered' });
    expect((await operator.json('webhooks', 'list', account))[0].failing_since).toBeNull();
    expect(await sendFailed()).toEqual({ endpoint_id: id, count: 0, has_more: false });
    const other = await openAccount(operator);
    for (const words of [
      ['send-again', other, id, event_id],
      ['send-failed', other, id, '--days', '1'],
    ])
      expect((await operator.refusal('webhooks', ...words)).error.code).toBe('resource_not_found');
  });
});
