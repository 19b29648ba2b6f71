import type { ChargeRequest } from '../../adapters/queues/charge-queue.ts';
import type { WaitResult, WaitResults } from '../../adapters/workflows/mailing-workflow.ts';
import { settleAll } from '../../core/settle-all.ts';
import { chargeScheduledLetters, type Deps as ChargeDeps } from './charge-scheduled-letters.ts';

export interface Deps extends ChargeDeps {
  workflow: WaitResults;
  /** Called with letters that were decided together. */
  report: (judged: JudgedLetters) => void;
  /** Called with a fault after which requests are redelivered. */
  warn: (message: string, fault: Error) => void;
}

export interface JudgedLetters {
  account_id: string;
  object_ids: string[];
  letters: number;
  lost_races: number;
  redelivered: number;
}

/**
 * Charges the requested letters, those of one account together and accounts concurrently, and notifies the state
 * machines.
 * @returns the failed requests, for redelivery
 */
export async function takeCharges(deps: Deps, requests: readonly ChargeRequest[]): Promise<ChargeRequest[]> {
  const accounts = [...Map.groupBy(requests, ({ account_id }) => account_id)];
  return (await settleAll(accounts.map(([accountId, asked]) => takeAccount(deps, accountId, asked)))).flat();
}

async function takeAccount(
  deps: Deps,
  accountId: string,
  requests: readonly ChargeRequest[],
): Promise<readonly ChargeRequest[]> {
  // If a machine repeats its request, the queue has two messages for one letter.
  const letterIds = [...new Set(requests.map(({ letter_id }) => letter_id))];
  let answers: ReadonlyMap<string, WaitResult>;
  try {
    const charged = await chargeScheduledLetters(deps, accountId, letterIds);
    answers = charged.answers;
    deps.report({
      account_id: accountId,
      object_ids: letterIds,
      letters: letterIds.length,
      lost_races: charged.lostRaces,
      redelivered: requests.filter(({ times_received }) => times_received > 1).length,
    });
  } catch (error) {
    deps.warn(`${letterIds.length} letters of ${accountId} were not judged`, error as Error);
    return letterIds.length === 1 ? requests : takeAlone(deps, accountId, requests);
  }
  return notify(deps, requests, answers);
}

/** Retries each letter of a failed group alone, so that one letter never blocks the others of its account. */
async function takeAlone(deps: Deps, accountId: string, requests: readonly ChargeRequest[]): Promise<ChargeRequest[]> {
  const failed: ChargeRequest[] = [];
  for (const asked of Map.groupBy(requests, ({ letter_id }) => letter_id).values())
    failed.push(...(await takeAccount(deps, accountId, asked)));
  return failed;
}

/**
 * If notifying a machine fails, the message is redelivered, the letter is found already settled, and the machine is
 * notified.
 */
async function notify(
  { workflow, warn }: Deps,
  requests: readonly ChargeRequest[],
  answers: ReadonlyMap<string, WaitResult>,
): Promise<ChargeRequest[]> {
  const outcomes = await Promise.allSettled(
    requests.map(({ task_token, letter_id }) => workflow.answer(task_token, 'scheduled', answers.get(letter_id)!)),
  );
  return requests.filter((request, index) => {
    const outcome = outcomes[index]!;
    if (outcome.status === 'rejected')
      warn(`the machine of ${request.letter_id} was not told`, outcome.reason as Error);
    return outcome.status === 'rejected';
  });
}
