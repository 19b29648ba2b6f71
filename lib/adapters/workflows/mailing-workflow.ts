import {
  ExecutionAlreadyExists,
  InvalidToken,
  SendTaskSuccessCommand,
  SFNClient,
  StartExecutionCommand,
  TaskDoesNotExist,
  TaskTimedOut,
} from '@aws-sdk/client-sfn';
import type { Mailing } from '../../core/domain/mailings.ts';
import { awsClient } from '../net/aws-client.ts';

/** Input of the state machines in `statemachines/`. Instants are ISO 8601 in UTC. */
export interface MailingWorkflowInput extends MailingWorkflowAnswer {
  partition_key: string;
  account_id: string;
  mailing_id: string;
  /** Where the print file lies at first: a letter that is edited gets another, a verification keeps its own. */
  print_file_key: string;
}

/** What completes a wait of a state machine: the mailing's present status, "look again" and nothing more. */
export interface MailingWorkflowAnswer {
  status: Mailing['status'];
  /** When something is due: the charge of a scheduled letter, the expiry of a code; null where nothing is. */
  look_again_at: string | null;
}

/** Errors that say that the machine no longer waits on a token: it moved on by itself, which is what a nudge wants. */
const GONE = [TaskTimedOut, TaskDoesNotExist, InvalidToken];

/** One execution per mailing, named by its id, so that a second start is a no-op (docs/decisions/step-functions-wait.md). */
export function openMailingWorkflow(stateMachineArn: string, client = new SFNClient(awsClient())) {
  return {
    /** @param dueAt epoch milliseconds */
    start: async (mailing: Mailing, partitionKey: string, dueAt: number | null): Promise<void> => {
      const { id, account_id, status, print_file } = mailing;
      const input: MailingWorkflowInput = {
        partition_key: partitionKey,
        account_id,
        mailing_id: id,
        print_file_key: print_file.key,
        ...workflowAnswer(status, dueAt),
      };
      try {
        await client.send(new StartExecutionCommand({ stateMachineArn, name: id, input: JSON.stringify(input) }));
      } catch (error) {
        if (!(error instanceof ExecutionAlreadyExists)) throw error;
      }
    },
    answer: (taskToken: string, answer: MailingWorkflowAnswer) => answerToken(client, taskToken, answer),
  };
}

export type MailingWorkflow = ReturnType<typeof openMailingWorkflow>;

/** Only completes waits: for workers that start nothing. */
export function openWorkflowAnswers(client = new SFNClient(awsClient())) {
  return { answer: (taskToken: string, answer: MailingWorkflowAnswer) => answerToken(client, taskToken, answer) };
}

export type WorkflowAnswers = ReturnType<typeof openWorkflowAnswers>;

/** Answers twice, late and out of order are harmless. */
async function answerToken(client: SFNClient, taskToken: string, answer: MailingWorkflowAnswer): Promise<void> {
  try {
    await client.send(new SendTaskSuccessCommand({ taskToken, output: JSON.stringify(answer) }));
  } catch (error) {
    if (!GONE.some((kind) => error instanceof kind)) throw error;
  }
}

/** @param dueAt epoch milliseconds */
export function workflowAnswer(status: Mailing['status'], dueAt: number | null): MailingWorkflowAnswer {
  return { status, look_again_at: dueAt === null ? null : new Date(dueAt).toISOString() };
}
