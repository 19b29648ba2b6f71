import { createInterface } from 'node:readline/promises';
import { Refusal } from './refusals.ts';

/** `isTTY` says that a person is there. */
type Stream<Kind> = Kind & { isTTY?: boolean };

/** Where a command reads and writes. Data goes to `output`, everything said beside it to `messages`. */
export interface Terminal {
  input: Stream<NodeJS.ReadableStream>;
  output: Stream<NodeJS.WritableStream>;
  messages: Stream<NodeJS.WritableStream>;
}

/**
 * Asks a question and waits for "yes".
 * @throws Refusal on any other answer, and where nobody can be asked
 */
export async function askForYes({ input, messages }: Terminal, question: string): Promise<void> {
  if (!input.isTTY)
    throw new Refusal(`${question}\nNobody can be asked here: add --yes to go on. Nothing was changed.`);
  const prompt = createInterface({ input, output: messages });
  const ended = new Promise<string>((resolve) => prompt.once('close', () => resolve('')));
  const answer = await Promise.race([prompt.question(`${question} Type yes to go on: `), ended]);
  prompt.close();
  if (answer.trim().toLowerCase() !== 'yes') throw new Refusal('Nothing was changed.');
}

/** One line that is written over again; nothing where no person looks. A total that is not known is infinite. */
export function showProgress({ messages }: Terminal, done: number, total: number, what: string): void {
  if (!messages.isTTY) return;
  messages.write(`\r\u001b[K${done < total ? `${done}${Number.isFinite(total) ? ` of ${total}` : ''} ${what} …` : ''}`);
}
