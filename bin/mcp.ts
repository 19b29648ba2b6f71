#!/usr/bin/env node
import { ignoreClosedPipe } from '../lib/programs/command-line/broken-pipe.ts';
import { main } from '../lib/programs/mcp/main.ts';

/** `npx malote-mcp --api <base URL>`: tools for agents, by the Model Context Protocol (docs/mcp.md). */
const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort());
ignoreClosedPipe(process.stdout, process.stderr);
process.exitCode = await main(process.argv.slice(2), {
  environment: process.env,
  input: process.stdin,
  output: process.stdout,
  complain: (line) => console.error(line),
  signal: interruption.signal,
});
