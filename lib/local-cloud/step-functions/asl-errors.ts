/** An error as in Retry, Catch and the history of an execution: a name and a text. */
export class StatesError extends Error {
  override readonly name = 'StatesError';
  readonly error: string | undefined;
  /** Other names that match it in Retry and Catch. */
  readonly aliases: readonly string[];

  constructor(error: string | undefined, cause?: string, aliases: readonly string[] = []) {
    super(cause, { cause });
    this.error = error;
    this.aliases = aliases;
  }

  /** `{Error, Cause}`, the value of `$states.errorOutput`. */
  get output(): { Error: string; Cause: string } {
    return { Error: this.error ?? '', Cause: this.text ?? '' };
  }

  get text(): string | undefined {
    return this.cause as string | undefined;
  }
}

/** No wildcard matches these. They end the execution, unless a rule names the data limit explicitly. */
const UNMATCHED_BY_WILDCARDS = ['States.Runtime', 'States.DataLimitExceeded'];

const wildcards: Readonly<Record<string, (error: string) => boolean>> = {
  'States.ALL': (error) => !UNMATCHED_BY_WILDCARDS.includes(error),
  'States.TaskFailed': (error) => !UNMATCHED_BY_WILDCARDS.includes(error) && error !== 'States.Timeout',
};

/** Whether `ErrorEquals` of a retrier or catcher names this error. */
export function namesError(errorEquals: readonly string[], { error = '', aliases }: StatesError): boolean {
  if (error === 'States.Runtime') return false;
  return errorEquals.some((name) => name === error || aliases.includes(name) || wildcards[name]?.(error) === true);
}
