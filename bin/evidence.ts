#!/usr/bin/env node
import { ignoreClosedPipe } from '../lib/programs/command-line/broken-pipe.ts';
import { main } from '../lib/programs/evidence/main.ts';

/** `npx malote-evidence <file> --keys <keys>`: whether a file is evidence of the service (docs/evidence.md). */
ignoreClosedPipe(process.stdout, process.stderr);
process.exitCode = await main(process.argv.slice(2), { output: process.stdout, messages: process.stderr });
