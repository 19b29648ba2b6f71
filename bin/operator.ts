#!/usr/bin/env node
import * as module from 'node:module';

/** `npm run operator -- <command>`, `npx malote-operator <command>`: the service from a terminal (docs/operating.md). */
module.enableCompileCache?.();
// Loaded after enabling the compile cache, which halves the start-up time. Node has it from 22.8 on.
const { main } = await import('../lib/programs/operator/main.ts');
const { ignoreClosedPipe } = await import('../lib/programs/command-line/broken-pipe.ts');
const { stdin: input, stdout: output, stderr: messages } = process;
const interruption = new AbortController();
// Only once: a second Ctrl-C ends the command immediately.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort());
ignoreClosedPipe(output, messages);
const exitCode = await main(process.argv.slice(2), { input, output, messages }, process.env, interruption.signal);
// A pipe takes long output in pieces; exiting immediately would truncate it.
await Promise.all([output, messages].map((stream) => new Promise((written) => stream.write('', written))));
process.exit(exitCode);
