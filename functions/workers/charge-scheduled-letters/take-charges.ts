import type { Logger } from '@aws-lambda-powertools/logger';
import type { SQSRecord } from 'aws-lambda';
import type { MailingWorkflowAnswer, WorkflowAnswers } from '../../../lib/adapters/workflows/mailing-workflow.ts';
import {
  chargeScheduledLetters,
  type Deps as ChargeDeps,
} from '../../../lib/operations/letters/charge-scheduled-letters.ts';

export interface Deps extends ChargeDeps {
  workflow: WorkflowAnswers;
  logger: Pick<Logger, 'info' | 'error'>;
}

/** What the letter's state machine asks for at 06:00 of the send date, as a message of the queue. */
export interface ChargeRequest {
  account_id: string;
  letter_id: string;
  task_token: string;
  message_id: string;
  times_received: number;
}

export function chargeRequest({ messageId, body, attributes }: SQSRecord): ChargeRequest {
  return {
    ...(JSON.parse(body) as Pick<ChargeRequest, 'account_id' | 'letter_id' | 'task_token'>),
    message_id: messageId,
    times_received: Number(attributes.ApproximateReceiveCount),
  };
}

/**
 * Charges what is asked for, the letters of one account together and the accounts side by side, and tells the state machines.
 * @returns the requests that failed and are to come again
 */
export async function takeCharges(deps: Deps, requests: readonly ChargeRequest[]): Promise<ChargeRequest[]> {
  const accounts = [...Map.groupBy(requests, ({ account_id }) => account_id)];
  return (await Promise.all(accounts.map(([accountId, asked]) => takeAccount(deps, accountId, asked)))).flat();
}

async function takeAccount(
  deps: Deps,
  accountId: string,
  requests: readonly ChargeRequest[],
): Promise<readonly ChargeRequest[]> {
  // If a machine asks again, the queue holds two messages for one letter.
  const letterIds = [...new Set(requests.map(({ letter_id }) => letter_id))];
  let answers: ReadonlyMap<string, MailingWorkflowAnswer>;
  try {
    const charged = await chargeScheduledLetters(deps, accountId, letterIds);
    answers = charged.answers;
    deps.logger.info('letters judged', {
      account_id: accountId,
      object_ids: letterIds,
      letters: letterIds.length,
      lost_races: charged.lostRaces,
      redelivered: requests.filter(({ times_received }) => times_received > 1).length,
    });
  } catch (error) {
    deps.logger.error(`${letterIds.length} letters of ${accountId} were not judged`, error as Error);
    return letterIds.length === 1 ? requests : takeAlone(deps, accountId, requests);
  }
  return tell(deps, requests, answers);
}

/** What fails together is tried alone, so that one letter never holds up the others of its account. */
async function takeAlone(deps: Deps, accountId: string, requests: readonly ChargeRequest[]): Promise<ChargeRequest[]> {
  const failed: ChargeRequest[] = [];
  for (const asked of Map.groupBy(requests, ({ letter_id }) => letter_id).values())
    failed.push(...(await takeAccount(deps, accountId, asked)));
  return failed;
}

/** If notifying the machine fails, the message is redelivered, found settled, and notified again. */
async function tell(
  { workflow, logger }: Deps,
  requests: readonly ChargeRequest[],
  answers: ReadonlyMap<string, MailingWorkflowAnswer>,
): Promise<ChargeRequest[]> {
  const told = await Promise.allSettled(
    requests.map(({ task_token, letter_id }) => workflow.answer(task_token, 'scheduled', answers.get(letter_id)!)),
  );
  return requests.filter((request, index) => {
    const outcome = told[index]!;
    if (outcome.status === 'rejected')
      logger.error(`the machine of ${request.letter_id} was not told`, outcome.reason as Error);
    return outcome.status === 'rejected';
  });
}
