import { readFileSync } from 'node:fs';
import { newTimeBudget } from '../../../lib/pdf/base/budgets.ts';
import { prepareLetter } from '../../../lib/pdf/letter-file.ts';
import { RECIPIENT, SENDER } from '../../programs/pdf/addresses.ts';

/**
 * A new process that prints a file (arguments: its path, its variables) and reports the time, by the clock and by the
 * processor, and its peak growth of memory.
 */
const bytes = readFileSync(process.argv[2]!);
const request = { placement: 'first_page', doubleSided: false, param: 'file', to: RECIPIENT, from: SENDER } as const;
const before = process.memoryUsage.rss();
const [started, used] = [performance.now(), process.cpuUsage()];
const variables = JSON.parse(process.argv[3] ?? '{}') as Record<string, string>;
// Only processor time matters: a busy host may take as long as it likes.
await prepareLetter(bytes, { ...request, variables }, { ...newTimeBudget(), waitMs: 600_000 });
const milliseconds = performance.now() - started;
const { user, system } = process.cpuUsage(used);
const megabytes = process.resourceUsage().maxRSS / 1024 - before / 2 ** 20;
process.stdout.write(JSON.stringify({ milliseconds, processorMs: (user + system) / 1000, megabytes }));
process.exit();
