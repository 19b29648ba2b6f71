import type { Letters } from '../../adapters/data/mailings/letters.ts';
import type { MailingChange, Versioned } from '../../adapters/data/mailings/mailings.ts';
import type { PreviewLinks } from '../../adapters/documents/preview-links.ts';
import { type Letter, letterMoney, type LetterMove, moveLetter, previewOfLetter } from '../../core/domain/letters.ts';
import { letterResource } from '../../core/resources/letter.ts';
import type { LetterResource } from '../../core/schemas/letter.ts';
import {
  judgeMoves,
  type MailingRules,
  moveMailing,
  type MoveOptions,
  type MoveOutcome,
  type Tools,
} from '../mailings/move-mailing.ts';

export interface MoveLetterDeps extends Tools {
  letters: Pick<Letters, 'find' | 'change'>;
  links: PreviewLinks;
}

const life: MailingRules<Letter, LetterMove, LetterResource> = {
  move: moveLetter,
  money: letterMoney,
  preview: previewOfLetter,
  resource: letterResource,
  inEvent: (resource) => resource,
};

/** Changes a letter's status: see `moveMailing`. */
export function moveLetterTo(
  deps: MoveLetterDeps,
  letter: Versioned<Letter>,
  move: LetterMove,
  options?: MoveOptions<LetterResource>,
): Promise<MoveOutcome<Letter, LetterResource>> {
  return moveLetterThrough(deps, letter, [move], options);
}

/**
 * Moves a letter through several statuses at once: all or none.
 * @throws TrackingCodeTaken if it would be posted with the code of another letter
 */
export function moveLetterThrough(
  deps: MoveLetterDeps,
  letter: Versioned<Letter>,
  moves: readonly LetterMove[],
  options?: MoveOptions<LetterResource>,
): Promise<MoveOutcome<Letter, LetterResource>> {
  return moveMailing(life, { ...deps, store: deps.letters }, letter, moves, options);
}

/** The change of a move, to commit together with others; undefined if the move is not possible. */
export async function letterChange(
  deps: Tools & { links: PreviewLinks },
  letter: Versioned<Letter>,
  move: LetterMove,
): Promise<MailingChange<Letter> | undefined> {
  return (await judgeMoves(life, deps, letter, [move]))?.change;
}
