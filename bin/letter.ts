#!/usr/bin/env node
import { main } from '../lib/letter-command/main.ts';

/** `npm run letter -- check|preview <file>`: what would be printed, without a server (docs/letters.md). */
process.exitCode = await main(process.argv.slice(2), process.stdout, process.stderr);
