import { paginateListExecutions, type SFNClient, StopExecutionCommand } from '@aws-sdk/client-sfn';

/** The running executions of a state machine. */
export function openRunningExecutions(client: SFNClient, stateMachineArn: string) {
  return {
    /** ARNs of those started before an instant, page by page. */
    startedBefore: async function* (instant: number): AsyncGenerator<string[]> {
      const pages = paginateListExecutions({ client }, { stateMachineArn, statusFilter: 'RUNNING' });
      for await (const { executions = [] } of pages)
        yield executions.filter(({ startDate }) => startDate!.getTime() < instant).map((each) => each.executionArn!);
    },

    stop: async (executionArn: string, error: string, cause: string): Promise<void> => {
      await client.send(new StopExecutionCommand({ executionArn, error, cause }));
    },
  };
}

export type RunningExecutions = ReturnType<typeof openRunningExecutions>;
