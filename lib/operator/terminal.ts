import { createInterface } from 'node:readline/promises';
import { Refusal, UsageError } from './refusals.ts';

/** Where a command reads and writes. Data goes to `output`, everything said beside it to `messages`. */
export interface Terminal {
  input: NodeJS.ReadStream;
  output: NodeJS.WriteStream;
  messages: NodeJS.WriteStream;
}

/**
 * Asks a question and waits for "yes".
 * @throws UsageError where nobody can be asked · Refusal on any other answer
 */
export async function askForYes({ input, messages }: Terminal, question: string): Promise<void> {
  if (!input.isTTY) throw new UsageError(`${question}\nNobody can be asked here: add --yes to go on.`);
  const prompt = createInterface({ input, output: messages });
  const ended = new Promise<string>((resolve) => prompt.once('close', () => resolve('')));
  const answer = await Promise.race([prompt.question(`${question} Type yes to go on: `), ended]);
  prompt.close();
  if (answer.trim().toLowerCase() !== 'yes') throw new Refusal('Nothing was changed.');
}

/** One line that is written over again; nothing where no person looks. */
export function showProgress({ messages }: Terminal, done: number, total: number, what: string): void {
  if (!messages.isTTY) return;
  messages.write(`\r\u001b[K${done < total ? `${done} of ${total} ${what} …` : ''}`);
}
