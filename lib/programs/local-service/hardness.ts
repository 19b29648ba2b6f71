import { type Hardness, hardnesses } from '@malote/local-cloud/hardness.ts';

/**
 * How hard the local cloud is, from `HARDNESS`: `usual`, as AWS is, unless it says otherwise.
 * @throws Error for another word
 */
export function readHardness(word = process.env.HARDNESS ?? 'usual'): Hardness {
  const hardness = hardnesses.find((one) => one === word);
  if (hardness === undefined) throw new Error(`HARDNESS must be one of: ${hardnesses.join(', ')}.`);
  return hardness;
}
