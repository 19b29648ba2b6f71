import { describe, expect, test } from '@jest/globals';
import type { Wait } from '../../../lib/adapters/data/mailings/mailings.ts';
import type { EventType } from '../../../lib/core/domain/events.ts';
import type { LetterStatus } from '../../../lib/core/domain/letter-statuses.ts';
import { followMailing } from '../../../lib/operations/mailings/follow-lifecycle.ts';
import { letterSample } from '../../support/samples.ts';

/** What an event tells the machine of a letter in `status`. */
async function followed(type: EventType, status: LetterStatus, wait: Wait | null): Promise<string[]> {
  const calls: string[] = [];
  const workflow = {
    start: async () => void calls.push('start'),
    answer: async (token: string, from: string, { status }: { status: string }) =>
      void calls.push(`${token}: ${from} to ${status}`),
  };
  const letter = letterSample({ status, send_date: '2026-11-23' });
  const deps = {
    letters: { find: async () => ({ mailing: letter, version: 1, wait }) },
    verifications: { find: async () => undefined },
    workflows: { letter: workflow, verification: workflow },
  };
  const notice = { event_id: 'evt_1', account_id: 'acc_1', object_id: letter.id, type };
  await followMailing(deps, notice);
  return calls;
}

const waiting = (status: LetterStatus): Wait => ({ task_token: 'token', status });

describe('the state machine of a mailing', () => {
  test.each<[string, EventType, LetterStatus, Wait | null, string[]]>([
    ['is started by the first event', 'letter.scheduled', 'scheduled', null, ['start']],
    ['is not started by a later event', 'letter.canceled', 'canceled', null, []],
    ['is not started again once it waits', 'letter.received', 'received', waiting('received'), []],
    [
      'is notified of a status that differs from the one it waits in',
      'letter.received',
      'received',
      waiting('scheduled'),
      ['token: scheduled to received'],
    ],
    [
      'is not notified of the status it waits in',
      'letter.in_production',
      'in_production',
      waiting('in_production'),
      [],
    ],
    [
      'is notified of an edit that may change the date',
      'letter.updated',
      'scheduled',
      waiting('scheduled'),
      ['token: scheduled to scheduled'],
    ],
    ['is not notified of an edit that cannot change the date', 'letter.updated', 'received', waiting('received'), []],
  ])('%s', async (_, type, status, wait, calls) => {
    expect(await followed(type, status, wait)).toEqual(calls);
  });
});
