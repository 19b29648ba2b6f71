import { describe, expect, test } from '@jest/globals';
import { tried } from './coverage/loop.ts';
import { chanceOf, mutated } from './coverage/mutations.ts';
import { targets } from './coverage/targets.ts';

/** `npm run fuzz` goes on from here for minutes; this is what each change tries. */
describe.each(Object.entries(targets))('the parser of %s', (_, target) => {
  test('reads its seeds, so that the fuzzer has something to begin with', async () => {
    const faults = [];
    for (const seed of target.seeds) faults.push(await tried(target, seed));
    expect(faults).toEqual(target.seeds.map(() => undefined));
    expect(target.seeds.length).toBeGreaterThan(0);
  });

  test('answers or refuses what was changed in them', async () => {
    const chance = chanceOf(1);
    const tries = target.slowness ? 10 : 100;
    for (let count = 0; count < tries; count++) {
      const input = mutated(target.seeds, chance, target);
      expect([input.toString('base64'), await tried(target, input)]).toEqual([input.toString('base64'), undefined]);
    }
  });
});
