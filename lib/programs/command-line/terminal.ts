import { createInterface } from 'node:readline/promises';
import { Refusal } from './refusals.ts';

/** The stream is a terminal when `isTTY`; `columns` is its width. */
type Stream<Kind> = Kind & { isTTY?: boolean; columns?: number };

/** Where a command reads and writes. Results go to `output`; questions, progress and errors to `messages`. */
export interface Terminal {
  input: Stream<NodeJS.ReadableStream>;
  output: Stream<NodeJS.WritableStream>;
  messages: Stream<NodeJS.WritableStream>;
}

/**
 * Asks a question and waits for "yes".
 * @throws Refusal on any other answer, and when the input is not a terminal
 */
export async function askForYes({ input, messages }: Terminal, question: string): Promise<void> {
  if (!input.isTTY) throw new Refusal(`${question}\nNot a terminal; pass --yes to confirm. Nothing was changed.`);
  const prompt = createInterface({ input, output: messages });
  const left = new Promise<undefined>((resolve) => prompt.once('close', () => resolve(undefined)));
  const answer = await Promise.race([prompt.question(`${question}\nType yes to continue: `), left]);
  prompt.close();
  if (answer === undefined) messages.write('\n');
  if (answer?.trim().toLowerCase() !== 'yes') throw new Refusal('Nothing was changed.');
}

/** Rewrites one line of the terminal, and clears it at the end; silent elsewhere. An unknown total is `Infinity`. */
export function showProgress({ messages }: Terminal, done: number, total: number, what: string): void {
  if (!messages.isTTY) return;
  messages.write(`\r\u001b[K${done < total ? `${done}${Number.isFinite(total) ? ` of ${total}` : ''} ${what} …` : ''}`);
}
