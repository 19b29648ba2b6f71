import { createInterface } from 'node:readline/promises';
import { Refusal } from './refusals.ts';

/** `isTTY` says that a person is there, `columns` how wide the screen is. */
type Stream<Kind> = Kind & { isTTY?: boolean; columns?: number };

/** Where a command reads and writes. Data goes to `output`, everything said beside it to `messages`. */
export interface Terminal {
  input: Stream<NodeJS.ReadableStream>;
  output: Stream<NodeJS.WritableStream>;
  messages: Stream<NodeJS.WritableStream>;
}

/** Characters that stand beside one another; without end where no person looks, so that each row stays one line for programs. */
export function screenWidth({ output }: Terminal): number {
  return (output.isTTY && output.columns) || Infinity;
}

/**
 * Asks a question and waits for "yes".
 * @throws Refusal on any other answer, and where nobody can be asked
 */
export async function askForYes({ input, messages }: Terminal, question: string): Promise<void> {
  if (!input.isTTY)
    throw new Refusal(`${question}\nNobody can be asked here: add --yes to go on. Nothing was changed.`);
  const prompt = createInterface({ input, output: messages });
  const left = new Promise<undefined>((resolve) => prompt.once('close', () => resolve(undefined)));
  const answer = await Promise.race([prompt.question(`${question}\nType yes to go on: `), left]);
  prompt.close();
  if (answer === undefined) messages.write('\n');
  if (answer?.trim().toLowerCase() !== 'yes') throw new Refusal('Nothing was changed.');
}

/** One line that is written over again; nothing where no person looks. A total that is not known is infinite. */
export function showProgress({ messages }: Terminal, done: number, total: number, what: string): void {
  if (!messages.isTTY) return;
  messages.write(`\r\u001b[K${done < total ? `${done}${Number.isFinite(total) ? ` of ${total}` : ''} ${what} …` : ''}`);
}
