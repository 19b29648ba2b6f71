import { type Hardness, hardnesses } from '@malote/local-cloud/hardness.ts';

/**
 * How strict the local cloud is, from `HARDNESS`. Default: `usual`, like AWS.
 * @throws Error for an unknown value
 */
export function readHardness(word = process.env.HARDNESS ?? 'usual'): Hardness {
  const hardness = hardnesses.find((one) => one === word);
  if (hardness === undefined) throw new Error(`HARDNESS must be one of: ${hardnesses.join(', ')}.`);
  return hardness;
}
