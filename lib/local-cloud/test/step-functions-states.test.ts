import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Workflows } from './support/workflow-runs.ts';

let workflows: Workflows;

beforeEach(() => {
  workflows = new Workflows(() => 0.5);
});

afterEach(() => workflows.cloud.stop());

const END = { End: true };

describe('expressions', () => {
  const evaluate = (expression: string, input?: unknown) =>
    workflows.output({ A: { Type: 'Pass', Output: `{% ${expression} %}`, ...END } }, input);

  test.each<[string, unknown]>([
    ['$states.input.a + 1', 2],
    ["$states.input.list[name = 'b'].value", 20],
    ['[$states.input.list.value]', [10, 20]],
    ['$partition([1..5], 2)', [[1, 2], [3, 4], [5]]],
    ['$range(1, 9, 3)', [1, 4, 7]],
    ['$range(5, 1, -2)', [5, 3, 1]],
    [`$parse('{"a":[1,2]}').a`, [1, 2]],
    ['$random()', 0.5],
    ['$random(7) = $random(7)', true],
    ['$millis() = $toMillis($now())', true],
    ["$now('[Y0001]') = $substring($now(), 0, 4)", true],
    ['$length($uuid())', 36],
    ['$states.context.Execution.Input.a', 1],
    ['$states.context.State.Name', 'A'],
    ['$states.context.State.RetryCount', 0],
    ['$states.context.StateMachine.Name', 'Machine1'],
    ['$toMillis($states.context.Execution.StartTime) <= $toMillis($states.context.State.EnteredTime)', true],
    ['$contains($states.context.Execution.Id, $states.context.Execution.Name)', true],
    ['$states.context.Execution.RoleArn', 'arn:aws:iam::000000000000:role/machine'],
  ])('%s', async (expression, expected) => {
    await workflows.cloud.clock.advanceTo(Date.parse('2029-02-03T04:05:06Z'));
    const input = {
      a: 1,
      list: [
        { name: 'a', value: 10 },
        { name: 'b', value: 20 },
      ],
    };
    expect(await evaluate(expression, input)).toEqual(expected);
  });

  test.each(['MD5', 'SHA-1', 'SHA-256', 'SHA-384', 'SHA-512'])('$hash with %s', async (algorithm) => {
    const expected = createHash(algorithm.replace('-', '').toLowerCase()).update('São Paulo').digest('hex');
    expect(await evaluate(`$hash('São Paulo', '${algorithm}')`)).toBe(expected);
  });

  test('$now and $millis follow the virtual clock', async () => {
    await workflows.cloud.clock.advanceTo(Date.parse('2029-02-03T04:05:06Z'));
    expect(await evaluate('$now()')).toMatch(/^2029-02-03T04:05:06\.\d{3}Z$/);
  });

  test.each([
    ['an expression without a result', '$states.input.missing', /returned nothing \(undefined\)/],
    ['an unassigned variable', '$missing', /returned nothing/],
    ['a function', 'function($x){$x}', /unsupported result type/],
    ['a wrong type', "1 + 'a'", /T2002/],
    ['$eval', "$eval('1')", /\$eval is not supported/],
    ['the undefined input as root', 'a', /returned nothing/],
  ])('States.QueryEvaluationError for %s', async (_, expression, cause) => {
    const outcome = await workflows.run({ A: { Type: 'Pass', Output: `{% ${expression} %}`, ...END } }, { a: 1 });
    expect(outcome).toMatchObject({
      status: 'FAILED',
      error: 'States.QueryEvaluationError',
      cause: expect.stringMatching(cause),
    });
  });

  test('literals stay unchanged, and expressions inside them are evaluated at any depth', async () => {
    const Output = {
      text: '$states.input',
      list: [1, '{% $states.input.a %}', { deep: '{% [1, 2][1] %}' }],
      none: null,
    };
    expect(await workflows.output({ A: { Type: 'Pass', Output, ...END } }, { a: 'x' })).toEqual({
      text: '$states.input',
      list: [1, 'x', { deep: 2 }],
      none: null,
    });
  });

  test('an array with one member stays an array between states', async () => {
    const states = {
      A: { Type: 'Pass', Assign: { list: '{% [$states.input.items[kind = "a"].id] %}' }, Next: 'B' },
      B: {
        Type: 'Pass',
        Output: { list: '{% $list %}', count: '{% $count($list) %}' },
        ...END,
      },
    };
    expect(
      await workflows.output(states, {
        items: [
          { kind: 'a', id: 1 },
          { kind: 'b', id: 2 },
        ],
      }),
    ).toEqual({
      list: [1],
      count: 1,
    });
  });
});

describe('Assign', () => {
  test('Assign and Output both see the variables as they were before', async () => {
    const states = {
      A: { Type: 'Pass', Assign: { n: 1 }, Next: 'B' },
      B: { Type: 'Pass', Assign: { n: '{% $n + 1 %}', m: '{% $n * 10 %}' }, Output: '{% $n %}', Next: 'C' },
      C: { Type: 'Pass', Output: '{% [$states.input, $n, $m] %}', ...END },
    };
    expect(await workflows.output(states)).toEqual([1, 2, 10]);
  });

  test('branches read outer variables; their own assignments stay local', async () => {
    const branch = (id: string) => ({
      StartAt: `${id}1`,
      States: {
        [`${id}1`]: { Type: 'Pass', Assign: { inner: `{% $outer & '${id}' %}` }, Next: `${id}2` },
        [`${id}2`]: { Type: 'Pass', Output: '{% $inner %}', ...END },
      },
    });
    const states = {
      A: { Type: 'Pass', Assign: { outer: 'o' }, Next: 'P' },
      P: {
        Type: 'Parallel',
        Branches: [branch('x'), branch('y')],
        Assign: { outer: '{% $states.result %}' },
        Next: 'B',
      },
      B: { Type: 'Pass', Output: { outer: '{% $outer %}', leaked: '{% $exists($inner) %}' }, ...END },
    };
    expect(await workflows.output(states)).toEqual({ outer: ['ox', 'oy'], leaked: false });
  });

  test('a Choice uses the Assign and Output of the matching rule, or its own by default', async () => {
    const states = {
      A: {
        Type: 'Choice',
        Choices: [
          { Condition: "{% $states.input.k = 'a' %}", Next: 'B', Assign: { v: 'rule' }, Output: 'of the rule' },
        ],
        Default: 'B',
        Assign: { v: 'default' },
        Output: 'of the state',
      },
      B: { Type: 'Pass', Output: '{% [$v, $states.input] %}', ...END },
    };
    expect(await workflows.output(states, { k: 'a' })).toEqual(['rule', 'of the rule']);
    expect(await workflows.output(states, { k: 'b' })).toEqual(['default', 'of the state']);
  });
});

describe('Choice', () => {
  test('applies the first matching rule and passes the input on', async () => {
    const states = {
      A: {
        Type: 'Choice',
        Choices: [
          { Condition: false, Next: 'No' },
          { Condition: '{% $states.input.n > 1 %}', Next: 'Yes' },
          { Condition: true, Next: 'No' },
        ],
      },
      Yes: { Type: 'Succeed' },
      No: { Type: 'Fail' },
    };
    expect(await workflows.output(states, { n: 2 })).toEqual({ n: 2 });
  });

  test('States.NoChoiceMatched without a default', async () => {
    const states = { A: { Type: 'Choice', Choices: [{ Condition: false, Next: 'B' }] }, B: { Type: 'Succeed' } };
    expect(await workflows.run(states)).toMatchObject({ status: 'FAILED', error: 'States.NoChoiceMatched' });
  });

  test('a condition must be a boolean', async () => {
    const states = { A: { Type: 'Choice', Choices: [{ Condition: '{% 1 %}', Next: 'B' }] }, B: { Type: 'Succeed' } };
    expect(await workflows.run(states)).toMatchObject({ status: 'FAILED', error: 'States.QueryEvaluationError' });
  });
});

describe('Wait', () => {
  const until = async (wait: object, input?: unknown) => {
    const { cloud } = workflows;
    await cloud.clock.advanceTo(Date.parse('2027-01-01T00:00:00Z'));
    const arn = await workflows.start(
      await workflows.create({
        W: { Type: 'Wait', ...wait, Next: 'B' },
        B: { Type: 'Pass', Output: '{% [$states.input, $substring($now(), 0, 16)] %}', ...END },
      }),
      input,
    );
    await cloud.clock.whenIdle();
    expect((await workflows.outcome(arn)).status).toBe('RUNNING');
    await cloud.advance({ days: 100 });
    return (await workflows.outcome(arn)).output;
  };

  test('sixty days pass by advancing the clock', async () => {
    expect(await until({ Seconds: 60 * 86_400 }, { id: 1 })).toEqual([{ id: 1 }, '2027-03-02T00:00']);
  });

  test('Seconds from an expression', async () => {
    expect(await until({ Seconds: '{% $states.input.days * 86400 %}' }, { days: 2 })).toEqual([
      { days: 2 },
      '2027-01-03T00:00',
    ]);
  });

  test('until a Timestamp with an offset', async () => {
    expect(await until({ Timestamp: '{% $states.input.at %}' }, { at: '2027-02-01T06:00:00-03:00' })).toEqual([
      { at: '2027-02-01T06:00:00-03:00' },
      '2027-02-01T09:00',
    ]);
  });

  test('a Timestamp in the past or 0 seconds do not wait', async () => {
    const states = {
      A: { Type: 'Wait', Timestamp: '2020-01-01T00:00:00Z', Next: 'B' },
      B: { Type: 'Wait', Seconds: 0, Assign: { x: 1 }, Next: 'C' },
      C: { Type: 'Pass', Output: '{% $x %}', ...END },
    };
    expect(await workflows.output(states)).toBe(1);
  });

  test.each([
    ['a negative number', { Seconds: '{% -1 %}' }],
    ['a fraction', { Seconds: '{% 1.5 %}' }],
    ['more than 99,999,999', { Seconds: '{% 100000000 %}' }],
    ['no timestamp', { Timestamp: "{% 'tomorrow' %}" }],
  ])('States.QueryEvaluationError for %s', async (_, wait) => {
    expect(await workflows.run({ W: { Type: 'Wait', ...wait, ...END } })).toMatchObject({
      status: 'FAILED',
      error: 'States.QueryEvaluationError',
    });
  });
});

describe('Succeed and Fail', () => {
  test('Succeed shapes the output', async () => {
    expect(
      await workflows.output({ A: { Type: 'Succeed', Output: { n: '{% $states.input.n %}' } } }, { n: 1, m: 2 }),
    ).toEqual({ n: 1 });
  });

  test('Fail names error and cause from expressions', async () => {
    const states = { A: { Type: 'Fail', Error: "{% 'Letter' & $states.input.e %}", Cause: 'because' } };
    expect(await workflows.run(states, { e: 'Lost' })).toMatchObject({
      status: 'FAILED',
      error: 'LetterLost',
      cause: 'because',
    });
  });

  test('Fail without a name fails too', async () => {
    expect(await workflows.run({ A: { Type: 'Fail' } })).toEqual({
      status: 'FAILED',
      output: undefined,
      error: undefined,
      cause: undefined,
    });
  });
});

describe('Parallel', () => {
  const pass = (name: string, Output: unknown) => ({
    StartAt: name,
    States: { [name]: { Type: 'Pass', Output, ...END } },
  });

  test('returns the outputs in the order of the branches, each run with the Arguments', async () => {
    const states = {
      P: {
        Type: 'Parallel',
        Arguments: { n: '{% $states.input.n * 2 %}' },
        Branches: [
          { StartAt: 'X', States: { X: { Type: 'Wait', Seconds: 5, Output: 'late', ...END } } },
          pass('Y', '{% $states.input.n %}'),
        ],
        ...END,
      },
    };
    const arn = await workflows.start(await workflows.create(states), { n: 4 });
    await workflows.cloud.advance({ seconds: 5 });
    expect((await workflows.outcome(arn)).output).toEqual(['late', 8]);
  });

  test('a failing branch stops the others immediately', async () => {
    const states = {
      P: {
        Type: 'Parallel',
        Branches: [
          { StartAt: 'X', States: { X: { Type: 'Wait', Seconds: 500, ...END } } },
          { StartAt: 'Y', States: { Y: { Type: 'Fail', Error: 'Broken' } } },
        ],
        Catch: [{ ErrorEquals: ['Broken'], Next: 'C' }],
        ...END,
      },
      C: { Type: 'Pass', Output: 'caught', ...END },
    };
    const arn = await workflows.start(await workflows.create(states));
    await workflows.cloud.clock.whenIdle();
    expect((await workflows.outcome(arn)).output).toBe('caught');
    await workflows.cloud.advance({ hours: 1 });
    expect((await workflows.eventTypes(arn)).filter((type) => type === 'WaitStateExited')).toEqual([]);
  });

  test('after a failure, no branch continues in the middle of its steps', async () => {
    let calls = 0;
    workflows.cloud.defineFunction('work', () => calls++);
    const steps = Object.fromEntries(
      Array.from({ length: 8 }, (_, index) => [
        `S${index}`,
        { Type: 'Pass', Next: index < 7 ? `S${index + 1}` : 'Call' },
      ]),
    );
    const Call = {
      Type: 'Task',
      Resource: 'arn:aws:states:::lambda:invoke',
      Arguments: { FunctionName: 'work' },
      ...END,
    };
    const states = {
      P: {
        Type: 'Parallel',
        Branches: [
          { StartAt: 'S0', States: { ...steps, Call } },
          { StartAt: 'Y', States: { Y: { Type: 'Fail', Error: 'Broken' } } },
        ],
        ...END,
      },
    };
    const arn = await workflows.start(await workflows.create(states));
    await workflows.cloud.clock.whenIdle();
    expect((await workflows.eventTypes(arn)).at(-1)).toBe('ExecutionFailed');
    expect(calls).toBe(0);
  });

  test('the history tells branches apart by the previous event', async () => {
    const arn = await workflows.start(
      await workflows.create({ P: { Type: 'Parallel', Branches: [pass('X', 1), pass('Y', 2)], ...END } }),
    );
    await workflows.cloud.clock.whenIdle();
    expect((await workflows.eventTypes(arn)).sort()).toEqual([
      'ExecutionStarted',
      'ExecutionSucceeded',
      'ParallelStateEntered',
      'ParallelStateExited',
      'ParallelStateStarted',
      'ParallelStateSucceeded',
      'PassStateEntered',
      'PassStateEntered',
      'PassStateExited',
      'PassStateExited',
    ]);
  });
});

describe('Map', () => {
  const processor = (states: object) => ({
    ProcessorConfig: { Mode: 'INLINE' },
    StartAt: Object.keys(states)[0],
    States: states,
  });

  test('returns one result for each item, in order, with index and value in the context', async () => {
    const states = {
      M: {
        Type: 'Map',
        Items: '{% $states.input.ids %}',
        ItemSelector: {
          i: '{% $states.context.Map.Item.Index %}',
          v: '{% $states.context.Map.Item.Value %}',
          all: '{% $count($states.input.ids) %}',
        },
        ItemProcessor: processor({
          X: { Type: 'Pass', Assign: { seen: '{% $states.context.Map.Item.Value %}' }, Next: 'Y' },
          Y: { Type: 'Pass', Output: '{% $states.input.i & $states.input.v & $states.input.all & $seen %}', ...END },
        }),
        ...END,
      },
    };
    expect(await workflows.output(states, { ids: ['a', 'b'] })).toEqual(['0a2a', '1b2b']);
  });

  test('without Items the input is the list; without a selector the item is the input', async () => {
    const states = {
      M: {
        Type: 'Map',
        ItemProcessor: processor({ X: { Type: 'Pass', Output: '{% $states.input * 2 %}', ...END } }),
        ...END,
      },
    };
    expect(await workflows.output(states, [1, 2, 3])).toEqual([2, 4, 6]);
    expect(await workflows.output(states, [])).toEqual([]);
  });

  test('MaxConcurrency bounds the iterations that run at once', async () => {
    const states = {
      M: {
        Type: 'Map',
        MaxConcurrency: 2,
        ItemProcessor: processor({ X: { Type: 'Wait', Seconds: 10, Output: '{% $millis() %}', ...END } }),
        ...END,
      },
    };
    const arn = await workflows.start(await workflows.create(states), [1, 2, 3, 4, 5]);
    await workflows.cloud.advance({ seconds: 31 });
    const instants = (await workflows.outcome(arn)).output as number[];
    expect(instants.map((instant) => Math.round((instant - instants[0]!) / 1000))).toEqual([0, 0, 10, 10, 20]);
  });

  test('a failing iteration fails the Map', async () => {
    const states = {
      M: {
        Type: 'Map',
        ItemProcessor: processor({
          X: { Type: 'Choice', Choices: [{ Condition: '{% $states.input = 2 %}', Next: 'F' }], Default: 'S' },
          F: { Type: 'Fail', Error: 'Two' },
          S: { Type: 'Succeed' },
        }),
        ...END,
      },
    };
    expect(await workflows.run(states, [1, 2, 3])).toMatchObject({ status: 'FAILED', error: 'Two' });
  });

  test('items that are not a list: States.QueryEvaluationError', async () => {
    const states = {
      M: { Type: 'Map', Items: '{% 1 %}', ItemProcessor: processor({ X: { Type: 'Succeed' } }), ...END },
    };
    expect(await workflows.run(states)).toMatchObject({ status: 'FAILED', error: 'States.QueryEvaluationError' });
  });
});

describe('limits', () => {
  test('the TimeoutSeconds of the machine end a waiting execution', async () => {
    const machine = await workflows.create({ W: { Type: 'Wait', Seconds: 500, ...END } }, { TimeoutSeconds: 60 });
    const arn = await workflows.start(machine);
    await workflows.cloud.advance({ seconds: 61 });
    expect((await workflows.outcome(arn)).status).toBe('TIMED_OUT');
    await workflows.cloud.advance({ hours: 1 });
    expect((await workflows.eventTypes(arn)).at(-1)).toBe('ExecutionTimedOut');
  });

  test('States.DataLimitExceeded beyond 256 KiB, which no wildcard catches', async () => {
    const states = {
      A: {
        Type: 'Parallel',
        Branches: [{ StartAt: 'B', States: { B: { Type: 'Pass', Output: "{% $pad('', 262145, 'x') %}", ...END } } }],
        Catch: [{ ErrorEquals: ['States.ALL'], Next: 'C' }],
        ...END,
      },
      C: { Type: 'Succeed' },
    };
    expect(await workflows.run(states)).toMatchObject({ status: 'FAILED', error: 'States.DataLimitExceeded' });
  });

  test('an execution ends at 25,000 events', async () => {
    const arn = await workflows.start(
      await workflows.create({ A: { Type: 'Choice', Choices: [{ Condition: true, Next: 'A' }] } }),
    );
    await workflows.cloud.clock.whenIdle();
    expect(await workflows.outcome(arn)).toMatchObject({
      status: 'FAILED',
      error: 'States.Runtime',
      cause: 'The execution reached the maximum number of history events (25000).',
    });
  });
});
