import { expect, test } from '@jest/globals';
import { SYNTHESIS_MS, synthesizeApp } from './synthesized.ts';

test(
  "CloudFormation's own rules and the rule packs find nothing that is not acknowledged with a reason",
  async () => {
    await expect(synthesizeApp({ validation: true })).resolves.toBeDefined();
  },
  SYNTHESIS_MS,
);
