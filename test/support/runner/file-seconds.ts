import { appendFileSync, readFileSync } from 'node:fs';

interface Measure {
  processor: number;
  elapsed: number;
}

/** Linux counts processor time in hundredths of a second: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
const TICKS = 100;

/** Of this process and of its children that have ended, in seconds. */
export function startMeasuring(): Measure {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  // Fields 14 to 17; the second one is a name in parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return { processor: ticks / TICKS, elapsed: performance.now() / 1_000 };
}

/** For `.ci/run`: appends the processor time and the time of a test file to `$TEST_COUNTS.seconds`. */
export function recordSeconds(path: string, begin: Measure): void {
  const { TEST_COUNTS } = process.env;
  if (!TEST_COUNTS) return;
  const end = startMeasuring();
  const seconds = [end.processor - begin.processor, end.elapsed - begin.elapsed].map((each) => each.toFixed(2));
  appendFileSync(`${TEST_COUNTS}.seconds`, `${path} ${seconds.join(' ')}\n`);
}
