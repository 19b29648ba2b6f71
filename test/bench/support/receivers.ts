import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Arrivals, ReceiverOptions } from './receiver-process.ts';

/** A receiver of webhooks in its own process, so that its work is not counted as the sender's. */
export async function startReceiver(options: ReceiverOptions) {
  const child = fork(join(import.meta.dirname, 'receiver-process.ts'), { serialization: 'advanced' });
  const answer = async <Message>(question: object): Promise<Message> => {
    child.send(question);
    const [message] = (await once(child, 'message')) as [Message];
    return message;
  };
  const { port } = await answer<{ port: number }>(options);
  return {
    url: `${options.certificate ? 'https://localhost' : 'http://127.0.0.1'}:${port}/`,
    /** Arrivals since the previous call. */
    arrivals: async (): Promise<Arrivals> => (await answer<{ arrivals: Arrivals }>({})).arrivals,
    stop: async () => {
      child.kill();
      await once(child, 'exit');
    },
  };
}

export type ReceiverProcess = Awaited<ReturnType<typeof startReceiver>>;
