#!/usr/bin/env node
import { main } from '../lib/operator/main.ts';

/** `npm run operator -- <command>`, `npx malote <command>`: the service from a terminal (docs/operating.md). */
const { stdin: input, stdout: output, stderr: messages } = process;
const exitCode = await main(process.argv.slice(2), { input, output, messages }, process.env);
// A pipe takes long output bit by bit; exiting at once would cut it short.
await Promise.all([output, messages].map((stream) => new Promise((written) => stream.write('', written))));
process.exit(exitCode);
