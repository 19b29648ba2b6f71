#!/usr/bin/env node
import { ignoreClosedPipe } from '../lib/programs/command-line/broken-pipe.ts';
import { main } from '../lib/programs/listen/main.ts';

/** `npx malote-listen --to 3000`: forwards the events of an account to this machine (docs/webhooks.md). */
const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort());
ignoreClosedPipe(process.stdout, process.stderr);
process.exitCode = await main(process.argv.slice(2), {
  environment: process.env,
  print: (line) => console.log(line),
  complain: (line) => console.error(line),
  signal: interruption.signal,
});
