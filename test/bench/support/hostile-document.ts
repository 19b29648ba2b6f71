import { readFileSync } from 'node:fs';
import { prepareLetter } from '../../../lib/adapters/pdf/letter-file.ts';
import { RECIPIENT, SENDER } from '../../pdf/addresses.ts';

/** A fresh process that prints a file (argument: its path), and says how long that took and by how much it grew at most. */
const bytes = readFileSync(process.argv[2]!);
const request = { placement: 'first_page', doubleSided: false, param: 'file', to: RECIPIENT, from: SENDER } as const;
const before = process.memoryUsage.rss();
const started = performance.now();
await prepareLetter(bytes, { ...request, variables: {} });
const milliseconds = performance.now() - started;
const megabytes = process.resourceUsage().maxRSS / 1024 - before / 2 ** 20;
process.stdout.write(JSON.stringify({ milliseconds, megabytes }));
process.exit();
