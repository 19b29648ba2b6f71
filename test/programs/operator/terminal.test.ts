import { PassThrough } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import { Refusal } from '../../../lib/programs/command-line/refusals.ts';
import { askForYes, showProgress, type Terminal } from '../../../lib/programs/command-line/terminal.ts';

function terminal(person: boolean) {
  const messages = Object.assign(new PassThrough(), { isTTY: person });
  const input = Object.assign(new PassThrough(), { isTTY: person });
  return { input, output: new PassThrough(), messages } satisfies Terminal;
}

const printed = ({ messages }: { messages: PassThrough }) => String(messages.read() ?? '');

describe('a confirmation', () => {
  test.each(['yes', 'YES', ' yes '])('accepts %j', async (answer) => {
    const screen = terminal(true);
    screen.input.write(`${answer}\n`);
    await askForYes(screen, 'Revoke?');
    expect(printed(screen)).toContain('Revoke?\nType yes to continue: ');
  });

  test.each(['y', 'no', '', 'yes please'])('does not accept %j', async (answer) => {
    const screen = terminal(true);
    screen.input.write(`${answer}\n`);
    await expect(askForYes(screen, 'Revoke?')).rejects.toThrow(Refusal);
  });

  test('is rejected when the input ends', async () => {
    const screen = terminal(true);
    screen.input.end();
    await expect(askForYes(screen, 'Revoke?')).rejects.toThrow('Nothing was changed.');
    expect(printed(screen)).toMatch(/continue: [^]*\n$/);
  });

  test('is rejected without a terminal, whatever the input contains', async () => {
    const screen = terminal(false);
    screen.input.write('yes\n');
    await expect(askForYes(screen, 'Revoke?')).rejects.toThrow('pass --yes to confirm');
  });
});

describe('progress', () => {
  test('rewrites one line and removes it at the end', () => {
    const screen = terminal(true);
    showProgress(screen, 1, 2, 'accounts');
    showProgress(screen, 2, 2, 'accounts');
    expect(printed(screen)).toBe('\r\u001b[K1 of 2 accounts …\r\u001b[K');
  });

  test('prints nothing without a terminal', () => {
    const screen = terminal(false);
    showProgress(screen, 1, 2, 'accounts');
    expect(printed(screen)).toBe('');
  });
});
