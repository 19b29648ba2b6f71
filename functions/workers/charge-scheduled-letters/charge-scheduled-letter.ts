import type { Accounts } from '../../../lib/data/accounts.ts';
import type { Letters } from '../../../lib/data/letters.ts';
import { chargeInstant, nextChargeInstant } from '../../../lib/domain/brasilia.ts';
import type { Letter } from '../../../lib/domain/letters.ts';
import { priceOf, type PriceTable } from '../../../lib/domain/prices.ts';
import { Problem } from '../../../lib/domain/problems.ts';
import { moveLetterTo, type MoveLetterDeps } from '../../../lib/operations/move-letter.ts';
import { workflowAnswer, type MailingWorkflowAnswer } from '../../../lib/workflows/mailing-workflow.ts';

export interface Deps extends MoveLetterDeps {
  letters: Letters;
  accounts: Pick<Accounts, 'find'>;
  prices: PriceTable;
}

/** What the letter's state machine asks for at 06:00 of the send date. */
export interface ChargeRequest {
  account_id: string;
  letter_id: string;
  task_token: string;
}

/**
 * Charges a scheduled letter at the account plan of the day, or cancels it when the balance does not cover the price
 * (spec, States). A letter of a suspended account stays scheduled and is tried again the next day.
 * @returns what the state machine goes on with
 */
export async function chargeScheduledLetter(
  deps: Deps,
  request: Pick<ChargeRequest, 'account_id' | 'letter_id'>,
): Promise<MailingWorkflowAnswer> {
  const found = await deps.letters.find(request.account_id, request.letter_id);
  if (!found) throw new Error(`letter ${request.letter_id} does not exist`);
  const { mailing: letter } = found;
  if (letter.status !== 'scheduled' || letter.send_date === null) return settled(letter);

  // The wait was set when the letter was created; the clocks in Brasília may have been changed by decree since.
  const due = chargeInstant(letter.send_date);
  if (deps.now() < due) return tryAgainAt(letter, due);

  const account = await deps.accounts.find(letter.account_id);
  if (!account) throw new Error(`account ${letter.account_id} does not exist`);
  if (account.suspended) return tryAgainAt(letter, nextChargeInstant(deps.now()));

  try {
    const price = priceOf(deps.prices[account.plan], letter);
    const { moved, mailing } = await moveLetterTo(deps, found, { trigger: 'charge', price }, { asRead: true });
    // Edited or canceled in this moment: its date and its price are to be judged again.
    return moved ? settled(mailing) : chargeScheduledLetter(deps, request);
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'insufficient_balance')) throw error;
    return settled((await moveLetterTo(deps, found, { trigger: 'cancel', reason: 'insufficient_balance' })).mailing);
  }
}

function settled({ status }: Letter): MailingWorkflowAnswer {
  return workflowAnswer(status, null);
}

function tryAgainAt({ status }: Letter, instant: number): MailingWorkflowAnswer {
  return workflowAnswer(status, instant);
}
