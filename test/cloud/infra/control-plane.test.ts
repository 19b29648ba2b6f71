import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Change, deploy, type Work } from './control-plane.ts';
import { SYNTHESIS_MS, synthesizeApp, type Template } from './synthesized.ts';

/**
 * Requests a second of an account, of all control plane operations together but GetFunction and GetPolicy; it cannot be raised
 * (https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html#api-requests).
 */
const QUOTA = 15;

let template: Template;
beforeAll(async () => {
  template = await synthesizeApp();
}, SYNTHESIS_MS);

const peak = ({ requests }: Work) => Math.max(...requests.values());
const sum = ({ requests }: Work) => [...requests.values()].reduce((total, count) => total + count, 0);

describe.each<Change>(['creation', 'update', 'rollback'])('%s of every function', (change) => {
  test('stays within the quota of the control plane', () => {
    const work = deploy(template.stacks, change);
    expect(sum(work)).toBeGreaterThan(300);
    expect(peak(work)).toBeLessThanOrEqual(QUOTA);
  });

  test('would exceed it twice over if functions did not wait for one another', () => {
    expect(peak(deploy(template.stacks, change, { inTurn: false }))).toBeGreaterThan(2 * QUOTA);
  });
});

test('an update takes a few canaries, and not one for each function', () => {
  const { seconds } = deploy(template.stacks, 'update');
  expect(seconds).toBeGreaterThan(3 * 300);
  expect(seconds).toBeLessThan(30 * 60);
});

test(
  'a deployment without rollout changes nothing but the way to the next version',
  async () => {
    const skipped = await synthesizeApp({ context: { skipRollout: 'true' } });
    expect(skipped.all('AWS::Lambda::Alias').map(({ updatePolicy }) => updatePolicy)).not.toContainEqual(
      expect.anything(),
    );
    expect(Object.keys(skipped.resources).sort()).toEqual(Object.keys(template.resources).sort());
    for (const type of ['AWS::CodeDeploy::DeploymentGroup', 'AWS::Lambda::Alias', 'AWS::Lambda::Function'] as const)
      expect(skipped.all(type).map(({ properties }) => properties)).toEqual(
        template.all(type).map(({ properties }) => properties),
      );
  },
  SYNTHESIS_MS,
);
