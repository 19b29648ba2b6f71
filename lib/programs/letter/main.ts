import type { Program } from '../command-line/command.ts';
import { run, type Writer } from '../command-line/run.ts';
import { commands } from './commands.ts';

/** `npm run letter`. */
const letter: Program<undefined> = {
  name: 'npm run letter --',
  summary: 'Checks a PDF and shows how it would be printed, without a server.',
  commands,
  options: {},
  argumentHelp: { file: 'the PDF' },
  exitCodes: '0 printable · 1 not printable, with the reasons · 2 wrong usage · 3 unexpected error',
};

/**
 * Runs one line of the command.
 * @param line the words after `letter`
 * @returns the exit code
 */
export function main(line: readonly string[], output: Writer, messages: Writer): Promise<number> {
  return run(letter, line, { output, messages, open: () => undefined });
}
