#!/usr/bin/env node
import { ignoreClosedPipe } from '../lib/programs/command-line/broken-pipe.ts';
import { main } from '../lib/programs/letter/main.ts';

/** `npm run letter -- check|preview <file>`: what would be printed, without a server (docs/letters.md). */
ignoreClosedPipe(process.stdout, process.stderr);
process.exitCode = await main(process.argv.slice(2), process.stdout, process.stderr);
