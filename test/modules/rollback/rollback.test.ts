import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { deleteOldVersions, moveAliases, NotNow, planRollback } from '../../../lib/programs/rollback/rollback.ts';
import { type SimulatedAws, startAws, type World } from '../preflight/simulated-aws.ts';

/** Real clients against a simulated control plane: three functions, of which the last deployment changed two. */

const repository = resolve(import.meta.dirname, '../../..');
const DEPLOYED = '2026-11-30T12:00:00.000Z';
const version = (Version: string, LastModified: string) => ({ Version, LastModified });

let aws: SimulatedAws;
let status: string;
let aliases: Record<string, string>;
let versions: Record<string, { Version: string; LastModified: string }[]>;

const alias = (name: string) => ({
  ResourceType: 'AWS::Lambda::Alias',
  PhysicalResourceId: `arn:aws:lambda:sa-east-1:444455556666:function:${name}:live`,
});
const stacks: Record<string, object[]> = {
  Malote: [alias('relay-events'), { ResourceType: 'AWS::CloudFormation::Stack', PhysicalResourceId: 'Malote-Api' }],
  'Malote-Api': [
    alias('letters-create'),
    alias('letters-get'),
    { ResourceType: 'AWS::IAM::Role', PhysicalResourceId: 'r' },
  ],
};

const world: World = {
  DescribeStacks: () => ({
    Stacks: [
      { StackName: 'Malote', StackStatus: status, CreationTime: '2026-11-01T00:00:00Z', LastUpdatedTime: DEPLOYED },
    ],
  }),
  ListStackResources: ({ StackName }) => ({ StackResourceSummaries: stacks[StackName as string]! }),
  GetAlias: ({ FunctionName }) => ({ Name: 'live', FunctionVersion: aliases[FunctionName as string] }),
  ListVersionsByFunction: ({ FunctionName }) => ({
    Versions: [version('$LATEST', '2026-11-30T12:05:00.000+0000'), ...versions[FunctionName as string]!],
  }),
  UpdateAlias: ({ FunctionName, FunctionVersion, RoutingConfig }) => {
    expect(RoutingConfig).toEqual({ AdditionalVersionWeights: {} });
    aliases[FunctionName as string] = FunctionVersion as string;
    return { Name: 'live', FunctionVersion };
  },
  DeleteFunction: ({ FunctionName, Qualifier }) => {
    versions[FunctionName as string] = versions[FunctionName as string]!.filter(({ Version }) => Version !== Qualifier);
    return {};
  },
};

beforeEach(async () => {
  status = 'UPDATE_COMPLETE';
  aliases = { 'relay-events': '7', 'letters-create': '12', 'letters-get': '3' };
  versions = {
    'relay-events': [version('6', '2026-11-10T09:00:00.000+0000'), version('7', '2026-11-20T09:00:00.000+0000')],
    // As strings, 9 would come after 12.
    'letters-create': [
      version('12', '2026-11-30T12:01:00.000+0000'),
      version('9', '2026-11-20T09:00:00.000+0000'),
      version('11', '2026-11-29T09:00:00.000+0000'),
    ],
    'letters-get': [version('2', '2026-11-29T09:00:00.000+0000'), version('3', '2026-11-30T12:02:00.000+0000')],
  };
  aws = await startAws(world);
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' });
});
afterEach(() => aws.stop());

const place = () => ({ region: 'sa-east-1', endpoint: aws.endpoint });

describe('going back', () => {
  test('concerns the functions that the last deployment changed, in nested stacks too, and nothing twice', async () => {
    const { steps, fresh, deployedAt } = await planRollback(place());
    expect([deployedAt.toISOString(), fresh]).toEqual([DEPLOYED, []]);
    expect(steps).toEqual([
      { functionName: 'letters-create', from: '12', to: '11' },
      { functionName: 'letters-get', from: '3', to: '2' },
    ]);
    const seen: string[] = [];
    await moveAliases(place(), steps, ({ functionName }) => seen.push(functionName));
    expect(seen).toEqual(['letters-create', 'letters-get']);
    expect(aliases).toEqual({ 'relay-events': '7', 'letters-create': '11', 'letters-get': '2' });
    expect((await planRollback(place())).steps).toEqual([]);
  });

  test('names functions that have no earlier version', async () => {
    versions['letters-get'] = [version('3', '2026-11-30T12:02:00.000+0000')];
    expect(await planRollback(place())).toMatchObject({
      fresh: ['letters-get'],
      steps: [{ functionName: 'letters-create' }],
    });
  });

  test.each(['UPDATE_IN_PROGRESS', 'UPDATE_COMPLETE_CLEANUP_IN_PROGRESS', 'UPDATE_ROLLBACK_FAILED'])(
    'waits while the stack is %s',
    async (now) => {
      status = now;
      await expect(planRollback(place())).rejects.toThrow(NotNow);
    },
  );
});

test('old versions are deleted, but never the present one, those after it, or the last before it', async () => {
  aliases['letters-create'] = '11';
  versions['letters-create']!.push(version('8', '2026-11-19T09:00:00.000+0000'));
  expect(await deleteOldVersions(place(), 1)).toBe(1);
  expect(versions['letters-create']!.map(({ Version }) => Version).sort()).toEqual(['11', '12', '9']);
  expect(versions['relay-events']).toHaveLength(2);
  expect(await deleteOldVersions(place(), 1)).toBe(0);
});

describe('the command', () => {
  /** @returns its output and exit code */
  const run = async (...line: string[]) => {
    const env = { ...process.env, AWS_REGION: 'sa-east-1', AWS_ENDPOINT_URL: aws.endpoint };
    const ended = promisify(execFile)(process.execPath, [join(repository, 'bin/rollback.ts'), ...line], { env });
    return ended.then(
      ({ stdout }) => ({ exit: 0, stdout }),
      ({ code, stdout }: { code: number; stdout: string }) => ({ exit: code, stdout }),
    );
  };

  test('shows first, and goes back with --yes', async () => {
    expect(await run()).toEqual({
      exit: 0,
      stdout: `The last deployment began at ${DEPLOYED}.
letters-create: 12 would become 11
letters-get: 3 would become 2
2 functions would go back. Run it again with --yes.
`,
    });
    expect(aliases['letters-create']).toBe('12');
    expect((await run('--yes')).stdout).toContain('letters-create: 12 → 11\n');
    expect(aliases).toMatchObject({ 'letters-create': '11', 'letters-get': '2' });
    expect((await run('--yes')).stdout).toContain('No function has a version of it that could go back.');
  });

  test('deletes old versions, and refuses during a deployment', async () => {
    expect(await run('--delete-older-than', '1')).toEqual({ exit: 0, stdout: '1 versions were deleted.\n' });
    status = 'UPDATE_IN_PROGRESS';
    expect(await run('--yes')).toEqual({
      exit: 1,
      stdout: 'The stack is UPDATE_IN_PROGRESS: wait until its deployment has ended, or cancel that.\n',
    });
  });
});
