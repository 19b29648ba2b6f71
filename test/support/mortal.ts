/** Thrown inside a function that died. */
export class Killed extends Error {}

/** An outside call of a function, before or after which it may die, e.g. `deliveries.replace 2 after`. */
export type Step = string;

/** Decides whether the function dies at a step. */
export type KillDecision = (step: Step) => boolean;

/**
 * Dependencies of one invocation that may die at any call: the call is made or not, and from then on nothing of the
 * invocation happens any more, not even its `finally` blocks.
 */
export function mortal<Deps extends object>(deps: Deps, dies: KillDecision): Deps {
  let dead = false;
  const calls = new Map<string, number>();
  const pass = (step: Step) => {
    if (!dead) dead = dies(step);
    if (dead) throw new Killed();
  };
  const wrap = (value: unknown, path: string): unknown => {
    if (typeof value !== 'function') {
      const parts = Object.entries(value as object);
      return Object.fromEntries(parts.map(([name, part]) => [name, wrap(part, path ? `${path}.${name}` : name)]));
    }
    return async (...args: unknown[]) => {
      const call = (calls.get(path) ?? 0) + 1;
      calls.set(path, call);
      pass(`${path} ${call} before`);
      const result: unknown = await (value as (...args: unknown[]) => unknown)(...args);
      pass(`${path} ${call} after`);
      return result;
    };
  };
  return wrap(deps, '') as Deps;
}
