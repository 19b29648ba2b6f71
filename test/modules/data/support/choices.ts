/** Asks for the next choice; choices beyond the prefix take the first option and are recorded. */
export class Choices {
  readonly taken: { picked: number; options: number }[] = [];
  readonly #prefix: readonly number[];

  constructor(prefix: readonly number[]) {
    this.#prefix = prefix;
  }

  /** Whether the choices repeated from the previous run are over. */
  get isBeyondPrefix(): boolean {
    return this.taken.length >= this.#prefix.length;
  }

  pick<T>(options: readonly T[]): T {
    const picked = this.#prefix[this.taken.length] ?? 0;
    this.taken.push({ picked, options: options.length });
    return options[picked]!;
  }
}

/** Runs once for each combination of choices, depth first. @returns the number of runs */
export async function forAllChoices(live: (choices: Choices) => Promise<void>): Promise<number> {
  let runs = 0;
  for (let prefix: number[] | undefined = []; prefix; runs++) {
    const choices = new Choices(prefix);
    await live(choices);
    prefix = after(choices);
  }
  return runs;
}

/** The next prefix; undefined after the last. */
function after({ taken }: Choices): number[] | undefined {
  for (let at = taken.length - 1; at >= 0; at--) {
    const { picked, options } = taken[at]!;
    if (picked + 1 < options) return [...taken.slice(0, at).map((each) => each.picked), picked + 1];
  }
  return undefined;
}
