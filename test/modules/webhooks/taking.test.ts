import { expect, test } from '@jest/globals';
import type { TakenMessage } from '../../../lib/adapters/webhooks/delivery-queues.ts';
import type { DeliveryMessage } from '../../../lib/core/domain/delivery-lifecycle.ts';
import { deliverySettings } from '../../../lib/core/domain/delivery-settings.ts';
import { deliverMessages } from '../../../lib/operations/webhooks/deliver-messages.ts';
import type { DeliverDeps } from '../../../lib/operations/webhooks/endpoint-run.ts';
import { inVirtualTime } from '../../support/virtual-time.ts';

/** The messages that an invocation takes while calls for its first ones are pending. */

const message = (endpoint_id: string): DeliveryMessage => ({
  event_id: `evt_of_${endpoint_id}`,
  endpoint_id,
  account_id: 'acc_1',
  attempt: 1,
  due: 0,
  lane: 'fast',
});
const taken = (endpoint_id: string): TakenMessage => ({
  ...message(endpoint_id),
  receipt: `receipt of ${endpoint_id}`,
});

/**
 * An invocation whose own message takes this long, in a queue with these others; another invocation calls each
 * endpoint.
 */
function invocation(takes: number, inQueue: TakenMessage[] | Error) {
  const removed: string[] = [];
  const warnings: Error[] = [];
  let asked = 0;
  const endpoint = { slow_until: 0, run: { id: 'another', until: Infinity } };
  const deps = {
    now: () => Date.now(),
    settings: deliverySettings,
    newRunId: () => 'run',
    report: () => undefined,
    warn: (error: Error) => warnings.push(error),
    waiting: { add: async () => undefined },
    endpoints: {
      find: async () => endpoint,
      takeRun: async ({ id }: { id: string }) => {
        if (id === 'whe_fault') throw new Error('the table is away');
        if (id === 'whe_own') await new Promise((resolve) => setTimeout(resolve, takes));
      },
    },
    queues: {
      take: async () => {
        asked++;
        if (inQueue instanceof Error) throw inQueue;
        return inQueue.splice(0, 10);
      },
      remove: async (_: string, messages: readonly TakenMessage[]) =>
        void removed.push(...messages.map(({ receipt }) => receipt)),
    },
  } as unknown as DeliverDeps;
  const run = () =>
    inVirtualTime(async ({ pass }) => {
      const delivering = deliverMessages(deps, [message('whe_own')]);
      await pass(60_000);
      return { failed: await delivering, removed, warnings, asked };
    });
  return { run };
}

test('are removed once they are delivered, and left to be received again after a fault of the service', async () => {
  const { run } = invocation(1_000, [taken('whe_1'), taken('whe_fault'), taken('whe_2')]);
  const { failed, removed, warnings } = await run();
  expect(removed).toEqual(['receipt of whe_1', 'receipt of whe_2']);
  expect(failed).toEqual([]);
  expect(warnings).toEqual([]);
});

test('are not requested if the receiver responds immediately', async () => {
  const { run } = invocation(deliverySettings.takesMoreAfter - 1, [taken('whe_1')]);
  expect((await run()).asked).toBe(0);
});

test('are requested less and less often when there are none, and no more once the invocation starts nothing new', async () => {
  const { run } = invocation(40_000, []);
  const { asked } = await run();
  // After 0.15, 0.45 and 1.05 s, then every second up to the 25th.
  expect(asked).toBe(26);
});

test('that cannot be received affect nothing else', async () => {
  const { run } = invocation(1_000, new Error('SQS is away'));
  const { failed, warnings } = await run();
  expect(failed).toEqual([]);
  expect(warnings.map(({ message: text }) => text)).toContain('SQS is away');
});
