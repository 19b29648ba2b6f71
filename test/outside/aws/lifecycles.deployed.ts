import { DescribeExecutionCommand, ExecutionDoesNotExist, SFNClient } from '@aws-sdk/client-sfn';
import { afterAll, describe, expect, test } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { letterBody } from '../../support/letters.ts';
import { useTarget } from '../../support/target.ts';

/** Journeys cannot see whether a letter's state machine follows the letter. */

const target = useTarget();
const sfn = new SFNClient({});
afterAll(() => sfn.destroy());

/** The execution of a letter has the letter's id as its name. */
async function statusOf(letterId: string): Promise<string | undefined> {
  const machine = process.env.JOURNEY_LETTER_MACHINE!;
  const executionArn = `${machine.replace(':stateMachine:', ':execution:')}:${letterId}`;
  try {
    return (await sfn.send(new DescribeExecutionCommand({ executionArn }))).status;
  } catch (error) {
    if (error instanceof ExecutionDoesNotExist) return undefined;
    throw error;
  }
}

const becomes = (letterId: string, status: string) =>
  eventually(
    () => statusOf(letterId),
    (present) => present === status,
  );

describe.each([
  ['received', {}],
  ['scheduled', { send_date: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10) }],
])('the execution of a %s letter', (status, fields) => {
  test('waits while the letter does, and ends with it', async () => {
    const { baseUrl, control } = target();
    const { api } = await control.openAccount(baseUrl);
    const { body: letter } = await api.post('/letters', letterBody(fields));
    expect(letter.status).toBe(status);
    expect(await becomes(letter.id, 'RUNNING')).toBe('RUNNING');
    await api.post(`/letters/${letter.id}/cancel`);
    expect(await becomes(letter.id, 'SUCCEEDED')).toBe('SUCCEEDED');
  });
});
