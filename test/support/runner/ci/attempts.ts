import type { Step } from './steps.ts';

export interface Attempt {
  succeeded: boolean;
  /** At its limit of time. */
  stopped: boolean;
  /** Of tests. */
  passed: number;
  failed: number;
  failedFiles: readonly string[];
}

export interface Outcome {
  succeeded: boolean;
  passed: number;
  failed: number;
  /** What failed or was stopped, and passed when it was repeated: a bug to fix. */
  unsteady: string[];
}

/** More have a cause in common, which running alone does not remove. */
const MOST_FILES = 2;

/**
 * Runs a step. If one or two of its test files fail, they run again, alone: if they pass then, they fail only under load
 * or by chance, and the step passes. A step without tests counts as one failure if it fails.
 */
export async function attemptStep(
  step: Step,
  attempt: (step: Step, title: string) => Promise<Attempt>,
): Promise<Outcome> {
  const unsteady: string[] = [];
  let result = await attempt(step, step.name);
  if (result.stopped && step.downloads) {
    unsteady.push(`${step.name} (stopped after ${step.limitMinutes} minutes)`);
    result = await attempt(step, `again: ${step.name}`);
  }
  const { failedFiles, passed, failed } = result;
  const mayBeUnsteady = !result.succeeded && !result.stopped && failedFiles.length > 0;
  if (step.isJest && mayBeUnsteady && failedFiles.length <= MOST_FILES) {
    const alone = { ...step, env: { ...step.env, TEST_FILES: failedFiles.join(' ') } };
    const again = await attempt(alone, `again, alone: ${failedFiles.join(' ')}`);
    if (again.succeeded)
      return { succeeded: true, passed: passed + failed, failed: 0, unsteady: [...unsteady, ...failedFiles] };
  }
  if (result.succeeded) return { succeeded: true, passed, failed, unsteady };
  return { succeeded: false, passed, failed: Math.max(failed, 1), unsteady: [] };
}
