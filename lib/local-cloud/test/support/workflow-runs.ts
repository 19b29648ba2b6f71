import { StepFunctionsService } from '../../step-functions/step-functions.ts';
import { WorkflowCloud } from './workflow-cloud.ts';

export interface Outcome {
  status: string;
  output: unknown;
  error: string | undefined;
  cause: string | undefined;
}

/** Creates state machines and runs them in process. */
export class Workflows {
  readonly cloud = new WorkflowCloud();
  readonly service: StepFunctionsService;
  #created = 0;

  constructor(random?: () => number) {
    this.service = new StepFunctionsService(this.cloud, random && { random });
    this.cloud.register(this.service);
  }

  /** @param states the first is the start state */
  async create(states: object, fields: object = {}): Promise<string> {
    return this.createFrom({
      DefinitionString: JSON.stringify({
        QueryLanguage: 'JSONata',
        StartAt: Object.keys(states)[0],
        States: states,
        ...fields,
      }),
    });
  }

  async createFrom(properties: object): Promise<string> {
    const type = this.service.resourceTypes['AWS::StepFunctions::StateMachine']!;
    const logicalId = `Machine${++this.#created}`;
    const { ref } = await type.create(
      { RoleArn: 'arn:aws:iam::000000000000:role/machine', ...properties },
      { logicalId },
    );
    return ref;
  }

  /** @returns the ARN of the execution. */
  async start(stateMachineArn: string, input: unknown = {}): Promise<string> {
    const started = (await this.cloud.call('states', 'StartExecution', {
      stateMachineArn,
      input: JSON.stringify(input),
    })) as {
      executionArn: string;
    };
    return started.executionArn;
  }

  async outcome(executionArn: string): Promise<Outcome> {
    const { status, output, error, cause } = (await this.cloud.call('states', 'DescribeExecution', {
      executionArn,
    })) as Record<string, string>;
    return { status: status!, output: output === undefined ? undefined : JSON.parse(output), error, cause };
  }

  /** Runs a machine of these states until it ends or waits. */
  async run(states: object, input: unknown = {}): Promise<Outcome> {
    const executionArn = await this.start(await this.create(states), input);
    await this.cloud.clock.whenIdle();
    return this.outcome(executionArn);
  }

  async output(states: object, input: unknown = {}): Promise<unknown> {
    const { status, output, error, cause } = await this.run(states, input);
    if (status !== 'SUCCEEDED') throw new Error(`${status}: ${error}: ${cause}`);
    return output;
  }

  async eventTypes(executionArn: string): Promise<string[]> {
    const { events } = (await this.cloud.call('states', 'GetExecutionHistory', { executionArn, maxResults: 1000 })) as {
      events: { type: string }[];
    };
    return events.map(({ type }) => type);
  }
}
