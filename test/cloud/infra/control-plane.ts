import type { SingleStack } from './synthesized.ts';

/** What CloudFormation does with all functions: `update` gives each new code, `rollback` takes it back. */
export type Change = 'creation' | 'update' | 'rollback';

export interface Work {
  /** Requests to Lambda's control plane, by second. */
  requests: ReadonlyMap<number, number>;
  /** How long the deployment takes. */
  seconds: number;
}

interface Step {
  /** Requests in each second of the step, from its start. */
  requests: readonly number[];
  seconds: number;
}

/** A canary of five minutes: CodeDeploy reads and moves the alias at its start and at its end. */
const canary: Step = { requests: [2, ...Array<number>(299).fill(0), 2], seconds: 301 };

/**
 * Requests of CloudFormation's handlers: one that writes, and one that reads what was written, except GetFunction and GetPolicy,
 * which have quotas of their own. Durations are the shortest to be expected: a function is not ready before Lambda has
 * optimized its code, which GetFunction is asked for every few seconds
 * (https://docs.aws.amazon.com/lambda/latest/dg/functions-states.html). Longer ones only spread the requests.
 */
const steps: Readonly<Record<Change, Readonly<Record<string, Step>>>> = {
  creation: {
    'AWS::Lambda::Function': { requests: [1, 1], seconds: 5 },
    'AWS::Lambda::Version': { requests: [1, 1], seconds: 2 },
    'AWS::Lambda::Alias': { requests: [1, 1], seconds: 2 },
    'AWS::Lambda::Permission': { requests: [1], seconds: 1 },
    'AWS::Lambda::EventInvokeConfig': { requests: [1, 1], seconds: 2 },
    // It is read until it is enabled.
    'AWS::Lambda::EventSourceMapping': { requests: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], seconds: 11 },
  },
  update: {
    'AWS::Lambda::Function': { requests: [1, 1, 1], seconds: 5 },
    'AWS::Lambda::Version': { requests: [1, 1], seconds: 2 },
    'AWS::Lambda::Alias': canary,
  },
  rollback: {
    'AWS::Lambda::Function': { requests: [1, 1, 1], seconds: 5 },
    'AWS::Lambda::Alias': { requests: [2, 2], seconds: 2 },
  },
};

const nothing: Step = { requests: [], seconds: 0 };

/**
 * Deploys the stacks as CloudFormation does: each resource begins as soon as all that it refers to or depends on is done, however
 * many there are.
 * @param options.inTurn false leaves out the dependencies between functions
 */
export function deploy(stacks: readonly SingleStack[], change: Change, { inTurn = true } = {}): Work {
  const requests = new Map<number, number>();
  const stackAt = new Map(stacks.map((stack) => [stack.path, stack]));

  const deployStack = ({ path, resources }: SingleStack, start: number): number => {
    const ends = new Map<string, number>();
    const endOf = (id: string): number => {
      const known = ends.get(id);
      if (known !== undefined) return known;
      const { Type } = resources[id]!;
      const isFunction = Type === 'AWS::Lambda::Function';
      const needed = neededBy(resources[id]!).filter(
        (other) => other in resources && other !== id && (inTurn || !(isFunction && resources[other]!.Type === Type)),
      );
      const begin = Math.max(start, ...needed.map(endOf));
      const nested = stackAt.get(`${path}${id.replace(/NestedStack.*$/, '')}/`);
      const end = Type === 'AWS::CloudFormation::Stack' && nested ? deployStack(nested, begin) : run(Type, begin);
      ends.set(id, end);
      return end;
    };
    return Math.max(start, ...Object.keys(resources).map(endOf));
  };

  const run = (type: string, begin: number): number => {
    const { requests: each, seconds } = steps[change][type] ?? nothing;
    for (const [second, count] of each.entries())
      requests.set(begin + second, (requests.get(begin + second) ?? 0) + count);
    return begin + seconds;
  };

  const seconds = deployStack(stackAt.get('')!, 0);
  return { requests, seconds };
}

/** Logical ids and other names that a resource refers to or depends on. */
export function neededBy(resource: SingleStack['resources'][string]): string[] {
  const { DependsOn = [], Properties } = resource as { DependsOn?: string | string[]; Properties?: object };
  const named = JSON.stringify(Properties ?? {}).matchAll(/"(?:Ref|Fn::GetAtt)":\[?"(\w+)"/g);
  return [...[DependsOn].flat(), ...[...named].map(([, id]) => id!)];
}
