import {
  DescribeExecutionCommand,
  ExecutionAlreadyExists,
  ExecutionDoesNotExist,
  type ExecutionStatus,
  InvalidToken,
  SendTaskFailureCommand,
  SendTaskSuccessCommand,
  SFNClient,
  StartExecutionCommand,
  TaskDoesNotExist,
  TaskTimedOut,
} from '@aws-sdk/client-sfn';
import type { Mailing } from '../../core/domain/mailings.ts';
import { awsClient } from '../net/aws-client.ts';

/** Input of the state machines in `statemachines/`. Instants are ISO 8601 in UTC. */
export interface MailingWorkflowInput extends WaitResult {
  partition_key: string;
  account_id: string;
  mailing_id: string;
  /** The first print file: an edited letter gets another, a verification keeps its own. */
  print_file_key: string;
}

/** The result that ends a wait of a state machine: only the mailing's status and when it is due. */
export interface WaitResult {
  status: Mailing['status'];
  /** When something is due: the charge of a scheduled letter, the expiry of a code; otherwise null. */
  look_again_at: string | null;
}

/** Errors for a token on which the machine no longer waits, because it has moved on. */
const GONE = [TaskTimedOut, TaskDoesNotExist, InvalidToken];

/** One execution per mailing, named by its id, so that a second start is a no-op (docs/decisions/step-functions-wait.md). */
export function openMailingWorkflow(stateMachineArn: string, client = new SFNClient(awsClient())) {
  const begin = async (name: string, mailing: Mailing, partitionKey: string, dueAt: number | null): Promise<void> => {
    const { id, account_id, status, print_file } = mailing;
    const input: MailingWorkflowInput = {
      partition_key: partitionKey,
      account_id,
      mailing_id: id,
      print_file_key: print_file.key,
      ...waitResult(status, dueAt),
    };
    try {
      await client.send(new StartExecutionCommand({ stateMachineArn, name, input: JSON.stringify(input) }));
    } catch (error) {
      if (!(error instanceof ExecutionAlreadyExists)) throw error;
    }
  };
  return {
    /** @param dueAt epoch milliseconds */
    start: (mailing: Mailing, partitionKey: string, dueAt: number | null): Promise<void> =>
      begin(mailing.id, mailing, partitionKey, dueAt),

    /**
     * Starts an execution unless one is running. A closed one keeps its name for 90 days
     * (https://docs.aws.amazon.com/step-functions/latest/apireference/API_StartExecution.html), so the next ones are named
     * `<id>-2`, `<id>-3`. Concurrent calls choose the same name, so only one execution starts.
     */
    restore: async (mailing: Mailing, partitionKey: string, dueAt: number | null): Promise<'started' | 'running'> => {
      for (let attempt = 1; ; attempt++) {
        const name = executionName(mailing.id, attempt);
        const status = await statusOf(client, executionArn(stateMachineArn, name));
        if (status !== undefined && OPEN.includes(status)) return 'running';
        if (status !== undefined) continue;
        await begin(name, mailing, partitionKey, dueAt);
        return 'started';
      }
    },

    answer: openWaitResults(client).answer,
  };
}

/** Name of a mailing's first execution, and of each that replaces a closed one. */
export const executionName = (mailingId: string, attempt: number) =>
  attempt === 1 ? mailingId : `${mailingId}-${attempt}`;

export const executionArn = (stateMachineArn: string, name: string) =>
  `${stateMachineArn.replace(':stateMachine:', ':execution:')}:${name}`;

const OPEN: readonly ExecutionStatus[] = ['RUNNING', 'PENDING_REDRIVE'];

/** Undefined if there is no execution with that name, or no longer. */
async function statusOf(client: SFNClient, executionArn: string): Promise<ExecutionStatus | undefined> {
  try {
    return (await client.send(new DescribeExecutionCommand({ executionArn }))).status;
  } catch (error) {
    if (error instanceof ExecutionDoesNotExist) return undefined;
    throw error;
  }
}

export type MailingWorkflow = ReturnType<typeof openMailingWorkflow>;

/** Only completes waits; for workers that start no executions. */
export function openWaitResults(client = new SFNClient(awsClient())) {
  return {
    /** @param from the status in which the machine waits */
    answer: (taskToken: string, from: Mailing['status'], answer: WaitResult): Promise<void> =>
      endWait(client, taskToken, from, answer),
  };
}

export type WaitResults = ReturnType<typeof openWaitResults>;

/** For each status, the next statuses that the machine's following state handles without reading the mailing. */
const expectedNext: Partial<Record<Mailing['status'], readonly Mailing['status'][]>> = {
  scheduled: ['received'],
  received: ['in_production'],
  in_production: ['printed', 'awaiting_code'],
  printed: ['posted', 'failed'],
  awaiting_code: ['verified', 'failed', 'expired', 'revoked'],
};

/**
 * Completes the wait for an expected status; otherwise fails it with the status as the cause, so that the machine goes
 * directly to that status. Repeated, late and out-of-order responses are harmless.
 */
async function endWait(
  client: SFNClient,
  taskToken: string,
  from: Mailing['status'],
  answer: WaitResult,
): Promise<void> {
  const text = JSON.stringify(answer);
  const isExpected = expectedNext[from]?.includes(answer.status);
  try {
    if (isExpected) await client.send(new SendTaskSuccessCommand({ taskToken, output: text }));
    else await client.send(new SendTaskFailureCommand({ taskToken, error: 'OtherStatus', cause: text }));
  } catch (error) {
    if (!GONE.some((kind) => error instanceof kind)) throw error;
  }
}

/** @param dueAt epoch milliseconds */
export function waitResult(status: Mailing['status'], dueAt: number | null): WaitResult {
  return { status, look_again_at: dueAt === null ? null : new Date(dueAt).toISOString() };
}
