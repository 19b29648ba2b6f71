import {
  ExecutionAlreadyExists,
  InvalidToken,
  SendTaskSuccessCommand,
  SFNClient,
  StartExecutionCommand,
  TaskDoesNotExist,
  TaskTimedOut,
} from '@aws-sdk/client-sfn';
import { chargeInstant } from '../domain/brasilia.ts';
import type { Letter, LetterStatus } from '../domain/letters.ts';

/** Input of `statemachines/letter-lifecycle.asl.json`. Instants are ISO 8601 in UTC. */
export interface LetterWorkflowInput {
  partition_key: string;
  account_id: string;
  letter_id: string;
  status: LetterStatus;
  /** When a scheduled letter is due to be charged; null for one sent right away. */
  look_again_at: string | null;
}

/** What completes a wait of the state machine: the letter's present status, "look again" and nothing more. */
export interface LetterWorkflowAnswer {
  status: LetterStatus;
  /** When to try again, for a letter that stays scheduled. */
  look_again_at: string | null;
}

/** Errors that say that the machine no longer waits on a token: it moved on by itself, which is what a nudge wants. */
const GONE = [TaskTimedOut, TaskDoesNotExist, InvalidToken];

/** One execution per letter, named by its id, so that a second start is a no-op (design §5). */
export function openLetterWorkflow(stateMachineArn: string, client = new SFNClient()) {
  return {
    start: async (letter: Letter, partitionKey: string): Promise<void> => {
      const input: LetterWorkflowInput = {
        partition_key: partitionKey,
        account_id: letter.account_id,
        letter_id: letter.id,
        status: letter.status,
        look_again_at: letter.status === 'scheduled' ? dueAt(letter) : null,
      };
      try {
        await client.send(
          new StartExecutionCommand({ stateMachineArn, name: letter.id, input: JSON.stringify(input) }),
        );
      } catch (error) {
        if (!(error instanceof ExecutionAlreadyExists)) throw error;
      }
    },
    answer: (taskToken: string, answer: LetterWorkflowAnswer) => answerToken(client, taskToken, answer),
  };
}

export type LetterWorkflow = ReturnType<typeof openLetterWorkflow>;

/** Only completes waits: for workers that start nothing. */
export function openWorkflowAnswers(client = new SFNClient()) {
  return { answer: (taskToken: string, answer: LetterWorkflowAnswer) => answerToken(client, taskToken, answer) };
}

export type WorkflowAnswers = ReturnType<typeof openWorkflowAnswers>;

/** Answers twice, late and out of order are harmless. */
async function answerToken(client: SFNClient, taskToken: string, answer: LetterWorkflowAnswer): Promise<void> {
  try {
    await client.send(new SendTaskSuccessCommand({ taskToken, output: JSON.stringify(answer) }));
  } catch (error) {
    if (!GONE.some((kind) => error instanceof kind)) throw error;
  }
}

function dueAt(letter: Letter): string | null {
  return letter.send_date === null ? null : new Date(chargeInstant(letter.send_date)).toISOString();
}
