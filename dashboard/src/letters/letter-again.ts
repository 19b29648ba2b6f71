import type { accountApi } from '../api/account-api.ts';
import { formOfLetter } from './letter-form.ts';
import { blankDraft, type Draft } from './use-new-letter.ts';

/** A new letter like one that exists: its PDF if that is still kept, recipient, sender and options; it is sent now. */
export async function draftAgain(api: ReturnType<typeof accountApi>, letterId: string): Promise<Draft> {
  const [letter, { filename, content }] = await Promise.all([api.letter(letterId), api.letterDocument(letterId)]);
  const bytes = content === null ? null : Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
  const file = bytes && new File([bytes], filename ?? `${letterId}.pdf`, { type: 'application/pdf' });
  return blankDraft({ form: { ...formOfLetter(letter), sendDate: null }, file });
}
