import { main } from './program.ts';

/** `npm run conformance -- --base-url …` (docs/conformance.md). */
const interruption = new AbortController();
process.once('SIGINT', () => interruption.abort());
process.exitCode = await main(process.argv.slice(2), {
  terminal: { input: process.stdin, output: process.stdout, messages: process.stderr },
  environment: process.env,
  signal: interruption.signal,
});
