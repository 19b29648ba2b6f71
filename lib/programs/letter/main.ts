import type { Program } from '../command-line/command.ts';
import { run, type Writer } from '../command-line/run.ts';
import { commands } from './commands.ts';

/** `npm run letter`. */
const letter: Program<undefined> = {
  name: 'npm run letter --',
  summary: 'Checks a PDF and shows what would be printed of it, without a server.',
  commands,
  options: {},
  argumentHelp: { file: 'the PDF' },
  exitCodes: '0 it can be printed · 1 it cannot, and why · 2 not understood · 3 an unexpected error',
};

/**
 * Runs one line of the command.
 * @param line the words after `letter`
 * @returns the exit code
 */
export function main(line: readonly string[], output: Writer, messages: Writer): Promise<number> {
  return run(letter, line, { output, messages, open: () => undefined });
}
