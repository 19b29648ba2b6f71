import { commandsIn } from '../command-line/command.ts';
import type { Services } from './services.ts';

/** The context of a command. */
export interface Context {
  services: Services;
  /**
   * Asks before an irreversible action; continues only after a yes, typed or given as `--yes`.
   * @throws Refusal
   */
  confirm: (question: string) => Promise<void>;
  /** Reports the progress of long work. */
  progress: (done: number, total: number, what: string) => void;
  /** Aborted when the user presses Ctrl-C. */
  interruption: AbortSignal;
  stdin: NodeJS.ReadableStream;
}

/** Defines a command of the operator. */
export const command = commandsIn<Context>();

/** What to do when the outcome of a repeatable command is unknown. */
export const repeatable = {
  change: 'Repeat it: a second run changes nothing.',
  cancel: 'Repeat it: canceling twice is not an error.',
} as const;
