import type { Address } from './addresses.ts';
import type { Letter } from './letters.ts';
import type { MailingDocument, PrintFile } from './mailing-fields.ts';
import type { Mailing } from './mailings.ts';
import type { Verification, VerificationDocument } from './verifications.ts';

/** Replaces personal data; in Portuguese, since customers read it. */
export const ERASED = '[apagado]';

/**
 * Final statuses of mailings that nobody has to print, deliver or confirm any more; before, the data still has its
 * purpose (LGPD, art. 15).
 */
const overStatuses: readonly Mailing['status'][] = ['posted', 'canceled', 'failed', 'verified', 'expired', 'revoked'];

export function canErase({ status }: Mailing): boolean {
  return overStatuses.includes(status);
}

/** The mailing still needs its personal data. */
export class MailingNotErasable extends Error {
  readonly status: Mailing['status'];

  constructor(status: Mailing['status']) {
    super(`a mailing in ${status} still needs its data`);
    this.name = 'MailingNotErasable';
    this.status = status;
  }
}

/** City and state stay, for statistics; a postal code may identify one house. */
function erasedAddress({ city, state }: Address): Address {
  return {
    name: ERASED,
    street: ERASED,
    number: ERASED,
    complement: null,
    neighborhood: ERASED,
    city,
    state,
    postal_code: '00000-000',
  };
}

function erasedDocument(document: MailingDocument): MailingDocument {
  switch (document.type) {
    case 'url':
      return { type: document.type, url: 'https://erased.invalid/', variables: null };
    case 'upload':
      return { type: document.type, filename: ERASED };
    case 'base64':
      return { type: document.type, variables: null };
  }
}

function erasedTexts(document: VerificationDocument): VerificationDocument {
  if (document.type !== 'template') return erasedDocument(document);
  return { ...document, title: ERASED, body: ERASED, footer: ERASED };
}

/** A file's hash would confirm a guess of its content. */
const erasedFile = ({ key }: PrintFile): PrintFile => ({ key, sha256: '', size: 0 });

const erasedFields = (mailing: Mailing, at: number) => ({
  to: erasedAddress(mailing.to),
  print_file: erasedFile(mailing.print_file),
  reference: null,
  metadata: {},
  erased_at: mailing.erased_at ?? at,
});

/**
 * The letter without personal data; ids, amounts and dates stay. Its sender may be a person too, even the recipient.
 */
export function erasedLetter({ shown_pages: _pages, reports: _reports, ...letter }: Letter, at: number): Letter {
  const { asked } = letter;
  return {
    ...letter,
    ...erasedFields(letter, at),
    from: erasedAddress(letter.from),
    document: erasedDocument(letter.document),
    tracking_code: null,
    ...(asked && { asked: { ...asked, to: null, from: null, document_sha256: null } }),
  };
}

/** The verification without personal data. Whether, when and how it was confirmed stays, and so does each attempt. */
export function erasedVerification({ network_salt: _, ...verification }: Verification, at: number): Verification {
  const { confirmation, asked } = verification;
  return {
    ...verification,
    ...erasedFields(verification, at),
    preview_file: erasedFile(verification.preview_file),
    ...(asked && { asked: { ...asked, to: null } }),
    code_mac: '',
    document: erasedTexts(verification.document),
    instructions: null,
    return_url: null,
    confirmation: confirmation && {
      ...confirmation,
      ip: null,
      location: null,
      user_agent: null,
      device: null,
      client: null,
      precise_location: null,
    },
  };
}
