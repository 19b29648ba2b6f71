import { type SuiteName, turnsOf } from '../suites.ts';
import { inTurn } from '../turns.ts';
import { secondsOf } from './schedule.ts';
import { PROCESSORS, type Step, TURNS_SECONDS } from './steps.ts';

export interface Plan {
  steps: readonly Step[];
  /** On an idle machine. */
  seconds: number;
  /** What runs, in lines to print. */
  lines: string[];
  /** Names of steps that other commits run. */
  left: string[];
}

type Files = Readonly<Record<SuiteName, readonly string[]>>;

/** What runs for the commit `cases`; everything without it. */
export function planOf(all: readonly Step[], files: Files, cases: string | undefined): Plan {
  const rare = all.filter(({ takesTurns }) => takesTurns);
  const due = inTurn(rare, TURNS_SECONDS, cases && `${cases} steps`);
  const chosen = all.filter((step) => !step.takesTurns || due.includes(step));
  const lines: string[] = [];
  const steps = chosen.map((step) => {
    const turns = step.suite && turnsOf(step.suite, files[step.suite], cases);
    lines.push(turns ? `${step.name}: ${turns.files.length} of ${files[step.suite!].length} files` : step.name);
    if (!turns) return step;
    if (cases !== undefined) lines.push(...turns.files.map((file) => `  ${file}`));
    return { ...step, seconds: step.seconds + turns.seconds / PROCESSORS };
  });
  return {
    steps,
    seconds: secondsOf(steps),
    lines,
    left: rare.filter((step) => !due.includes(step)).map(({ name }) => name),
  };
}
