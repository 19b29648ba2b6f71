#!/usr/bin/env node
import { main } from '../lib/operator/main.ts';

/** `npm run operator -- <command>`, `npx malote <command>`: the service from a terminal (docs/operating.md). */
const { stdin: input, stdout: output, stderr: messages } = process;
process.exit(await main(process.argv.slice(2), { input, output, messages }, process.env));
