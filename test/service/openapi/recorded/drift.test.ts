import { expect, test } from '@jest/globals';
import { generateDocs } from '../../../../lib/programs/openapi/generate.ts';
import { readPage } from '../../../modules/openapi/description.ts';
import { useTarget } from '../../../support/target.ts';

const target = useTarget();

/** A recording creates and prints seven mailings and advances the clock by a day; it took 17 s on two busy cores. */
const RECORDING_MS = 120_000;

/** The first lines that differ, since the pages are long. */
function difference(path: string, text: string): string | undefined {
  const committed = readPage(path).split('\n');
  const generated = text.split('\n');
  const at = generated.findIndex((line, index) => line !== committed[index]);
  if (at < 0 && generated.length === committed.length) return undefined;
  return `${path}:${at + 1} is "${committed[at]}", and would be "${generated[at]}". npm run docs:generate mends it.`;
}

test(
  'the generated pages match the code and the service',
  async () => {
    const pages = await generateDocs(await target().control.get('/service'));
    const differences = Object.entries(pages).map(([path, text]) => difference(path, text));
    expect(differences.filter((found) => found !== undefined)).toEqual([]);
  },
  RECORDING_MS,
);
