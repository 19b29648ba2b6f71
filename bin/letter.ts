#!/usr/bin/env node
import { main } from '../lib/programs/letter/main.ts';

/** `npm run letter -- check|preview <file>`: what would be printed, without a server (docs/letters.md). */
process.exitCode = await main(process.argv.slice(2), process.stdout, process.stderr);
