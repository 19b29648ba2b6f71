import { ExecutionDoesNotExist, paginateGetExecutionHistory, type SFNClient } from '@aws-sdk/client-sfn';
import { executionArn, executionName } from './mailing-workflow.ts';

/** A state that an execution entered, or how it ended. */
export interface ExecutionState {
  at: number;
  /** Name of the execution. */
  execution: string;
  state: string;
}

const endings: Record<string, string> = {
  ExecutionSucceeded: 'succeeded',
  ExecutionFailed: 'failed',
  ExecutionTimedOut: 'timed out',
  ExecutionAborted: 'stopped by hand',
};

/** The states of mailings' executions; Step Functions keeps them for 90 days after the end. */
export function openExecutionHistory(client: SFNClient, stateMachineArn: string) {
  return {
    /** The states of every execution of a mailing, oldest first. */
    statesOf: async (mailingId: string): Promise<ExecutionState[]> => {
      const states: ExecutionState[] = [];
      for (let attempt = 1; ; attempt++) {
        const name = executionName(mailingId, attempt);
        const found = await statesOf(client, executionArn(stateMachineArn, name));
        if (!found) return states;
        states.push(...found.map((state) => ({ ...state, execution: name })));
      }
    },
  };
}

export type ExecutionHistory = ReturnType<typeof openExecutionHistory>;

/** Undefined if there is no execution with that name. */
async function statesOf(client: SFNClient, arn: string): Promise<Omit<ExecutionState, 'execution'>[] | undefined> {
  const states: Omit<ExecutionState, 'execution'>[] = [];
  try {
    for await (const { events = [] } of paginateGetExecutionHistory({ client }, { executionArn: arn })) {
      for (const { timestamp, type, stateEnteredEventDetails } of events) {
        const state = stateEnteredEventDetails?.name ?? endings[type!];
        if (state !== undefined) states.push({ at: timestamp!.getTime(), state });
      }
    }
    return states;
  } catch (error) {
    if (error instanceof ExecutionDoesNotExist) return undefined;
    throw error;
  }
}
