import { expect, test } from '@jest/globals';
import { acknowledgments } from '../../../lib/infra/checks.ts';
import { SYNTHESIS_MS, synthesizeApp } from './synthesized.ts';

test(
  'the rules of CloudFormation and the rule packs find nothing that is not acknowledged with a reason',
  async () => {
    await expect(synthesizeApp({ validation: true })).resolves.toBeDefined();
  },
  SYNTHESIS_MS,
);

test.each(acknowledgments.map(({ rules, reason }) => [rules.join(), reason]))(
  '%s is acknowledged with a reason of its own',
  (_, reason) => {
    // Not a word, but a sentence that can be wrong.
    expect(reason).toMatch(/^\p{Lu}.{25,}\.$/su);
    expect(acknowledgments.filter((other) => other.reason === reason)).toHaveLength(1);
  },
);
