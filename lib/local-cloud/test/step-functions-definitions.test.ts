import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Workflows } from './support/workflow-runs.ts';

let workflows: Workflows;

beforeEach(() => {
  workflows = new Workflows();
});

afterEach(() => workflows.cloud.stop());

const definition = (fields: object = {}) => ({
  QueryLanguage: 'JSONata',
  StartAt: 'A',
  States: { A: { Type: 'Pass', Output: '${GREETING} ${name}', End: true } },
  ...fields,
});

describe('a definition comes', () => {
  const DefinitionSubstitutions = { GREETING: 'olá "você"', name: 'Ana' };

  async function output(properties: object): Promise<unknown> {
    const arn = await workflows.start(await workflows.createFrom({ DefinitionSubstitutions, ...properties }));
    await workflows.cloud.clock.whenIdle();
    return (await workflows.outcome(arn)).output;
  }

  test('as a string with substitutions', async () => {
    expect(await output({ DefinitionString: JSON.stringify(definition()) })).toBe('olá "você" Ana');
  });

  test('as an object', async () => {
    expect(await output({ Definition: definition() })).toBe('olá "você" Ana');
  });

  test('from S3, through the loader of the runner', async () => {
    workflows.service.loadDefinition = async (bucket, key) => {
      expect([bucket, key]).toEqual(['assets', 'machine.json']);
      return JSON.stringify(definition());
    };
    expect(await output({ DefinitionS3Location: { Bucket: 'assets', Key: 'machine.json' } })).toBe('olá "você" Ana');
  });

  test('not with an unfilled placeholder', async () => {
    await expect(
      workflows.createFrom({ Definition: definition(), DefinitionSubstitutions: { name: 'Ana' } }),
    ).rejects.toThrow('DefinitionSubstitutions names no GREETING');
  });

  test('only for a Standard workflow', async () => {
    await expect(workflows.createFrom({ Definition: definition(), StateMachineType: 'EXPRESS' })).rejects.toThrow(
      'EXPRESS',
    );
  });
});

describe('rejects', () => {
  const A = { Type: 'Pass', End: true };
  const branch = (Assign: object) => ({ StartAt: 'X', States: { X: { Type: 'Pass', Assign, End: true } } });
  const taskOf = (fields: object) => ({
    A: { Type: 'Task', Resource: 'arn:aws:states:::lambda:invoke', End: true, ...fields },
  });

  test.each<[string, object, string]>([
    ['a JSONPath definition', { QueryLanguage: undefined }, '/QueryLanguage'],
    ['a JSONPath state', { States: { A: { ...A, QueryLanguage: 'JSONPath' } } }, '/States/A/QueryLanguage'],
    ['a JSONPath field', { States: { A: { ...A, ResultPath: '$.x' } } }, '/States/A/ResultPath: a JSONPath field'],
    ['an unknown field', { States: { A: { ...A, Reslut: 1 } } }, '/States/A/Reslut'],
    ['an unknown top-level field', { Processor: {} }, '/Processor'],
    ['a field of another type', { States: { A: { ...A, Seconds: 1 } } }, '/States/A/Seconds'],
    ['an unknown type', { States: { A: { Type: 'Loop' } } }, '/States/A/Type'],
    ['no states', { States: {} }, '/States'],
    ['a start that does not exist', { StartAt: 'B' }, '/StartAt'],
    ['a Next that does not exist', { States: { A: { Type: 'Pass', Next: 'B' } } }, '/States/A/Next'],
    ['neither Next nor End', { States: { A: { Type: 'Pass' } } }, 'exactly one of Next and End'],
    ['both Next and End', { States: { A: { Type: 'Pass', Next: 'A', End: true } } }, 'exactly one of Next and End'],
    ['an expression that does not parse', { States: { A: { ...A, Output: '{% 1 + %}' } } }, '/States/A/Output'],
    ['an unmatched delimiter', { States: { A: { ...A, Output: { x: '{% 1' } } } }, '/States/A/Output/x: unmatched'],
    ['a variable called states', { States: { A: { ...A, Assign: { states: 1 } } } }, 'no name for a variable'],
    ['a variable with a blank', { States: { A: { ...A, Assign: { 'a b': 1 } } } }, 'no name for a variable'],
    [
      'two states of one name in different scopes',
      { States: { X: A, A: { Type: 'Parallel', Branches: [branch({})], End: true } } },
      'another state has this name',
    ],
    [
      'an inner scope that assigns an outer variable',
      {
        States: {
          A: { Type: 'Pass', Assign: { v: 1 }, Next: 'P' },
          P: { Type: 'Parallel', Branches: [branch({ v: 2 })], End: true },
        },
      },
      'variable v belongs to an outer scope',
    ],
    ['a Choice without choices', { States: { A: { Type: 'Choice', Choices: [] } } }, '/States/A/Choices'],
    [
      'a JSONPath rule',
      { States: { A: { Type: 'Choice', Choices: [{ Variable: '$.a', IsNull: true, Next: 'A' }] } } },
      '/Choices/0/Variable',
    ],
    [
      'a condition that is not an expression',
      { States: { A: { Type: 'Choice', Choices: [{ Condition: 'yes', Next: 'A' }] } } },
      '/Choices/0/Condition',
    ],
    [
      'two ways to wait',
      { States: { A: { Type: 'Wait', Seconds: 1, Timestamp: '2027-01-01T00:00:00Z', End: true } } },
      'exactly one of Seconds and Timestamp',
    ],
    ['seconds as text', { States: { A: { Type: 'Wait', Seconds: 'ten', End: true } } }, '/States/A/Seconds'],
    [
      'a distributed Map',
      {
        States: {
          A: { Type: 'Map', ItemProcessor: { ProcessorConfig: { Mode: 'DISTRIBUTED' }, ...branch({}) }, End: true },
        },
      },
      'only Mode INLINE',
    ],
    ['a timeout of zero', { States: taskOf({ TimeoutSeconds: 0 }) }, '/States/A/TimeoutSeconds'],
    [
      'a timeout beyond 99,999,999 seconds',
      { States: taskOf({ TimeoutSeconds: 100_000_000 }) },
      '/States/A/TimeoutSeconds',
    ],
    [
      'a heartbeat no shorter than the timeout',
      { States: taskOf({ TimeoutSeconds: 5, HeartbeatSeconds: 5 }) },
      '/States/A/HeartbeatSeconds',
    ],
    ['a machine timeout of zero', { TimeoutSeconds: 0 }, '/TimeoutSeconds'],
    ['an unknown resource', { States: taskOf({ Resource: 'arn:aws:states:::sns:publish' }) }, '/States/A/Resource'],
    [
      'an unknown service of the SDK',
      { States: taskOf({ Resource: 'arn:aws:states:::aws-sdk:sns:publish' }) },
      '/States/A/Resource',
    ],
    ['.sync', { States: taskOf({ Resource: 'arn:aws:states:::states:startExecution.sync:2' }) }, '/States/A/Resource'],
    [
      'a token where AWS has none',
      { States: taskOf({ Resource: 'arn:aws:states:::dynamodb:updateItem.waitForTaskToken' }) },
      'has no .waitForTaskToken',
    ],
    ['arguments in camelCase', { States: taskOf({ Arguments: { functionName: 'x' } }) }, '/Arguments/functionName'],
    ['Credentials', { States: taskOf({ Credentials: {} }) }, '/States/A/Credentials'],
    [
      'States.ALL next to another name',
      { States: taskOf({ Retry: [{ ErrorEquals: ['States.ALL', 'E'] }] }) },
      'States.ALL must stand alone',
    ],
    [
      'States.ALL before another catcher',
      {
        States: taskOf({
          Catch: [
            { ErrorEquals: ['States.ALL'], Next: 'A' },
            { ErrorEquals: ['E'], Next: 'A' },
          ],
        }),
      },
      'States.ALL must stand alone, and last',
    ],
    ['no error names', { States: taskOf({ Retry: [{ ErrorEquals: [] }] }) }, '/Retry/0/ErrorEquals'],
    [
      'an unknown jitter',
      { States: taskOf({ Retry: [{ ErrorEquals: ['E'], JitterStrategy: 'HALF' }] }) },
      '/Retry/0/JitterStrategy',
    ],
    [
      'a shrinking backoff',
      { States: taskOf({ Retry: [{ ErrorEquals: ['E'], BackoffRate: 0.5 }] }) },
      '/Retry/0/BackoffRate',
    ],
    [
      'a maximum delay below the first',
      { States: taskOf({ Retry: [{ ErrorEquals: ['E'], IntervalSeconds: 5, MaxDelaySeconds: 5 }] }) },
      '/Retry/0/MaxDelaySeconds',
    ],
    [
      'a catcher whose Next does not exist',
      { States: taskOf({ Catch: [{ ErrorEquals: ['E'], Next: 'B' }] }) },
      '/Catch/0/Next',
    ],
  ])('%s', async (_, fields, message) => {
    const Definition = { ...definition({ States: { A } }), ...fields };
    await expect(workflows.createFrom({ Definition })).rejects.toThrow(
      expect.objectContaining({ code: 'InvalidDefinition', message: expect.stringContaining(message) }),
    );
  });

  test('text that is not JSON', async () => {
    await expect(workflows.createFrom({ DefinitionString: '{' })).rejects.toThrow('not JSON');
  });
});
