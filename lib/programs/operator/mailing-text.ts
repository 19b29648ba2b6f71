import type { LetterResource } from '../../core/schemas/letter.ts';
import type { VerificationResource } from '../../core/schemas/verification.ts';
import { fields, section } from '../command-line/text.ts';
import { address, amount, asWords, counted, moment } from './text.ts';

type Entry = readonly [string, string | number | null | undefined];

/** A readable description of a letter or a verification. */
export function describeMailing(mailing: LetterResource | VerificationResource): string {
  return mailing.object === 'letter' ? describeLetter(mailing) : describeVerification(mailing);
}

function describeLetter(mailing: LetterResource): string {
  return section(
    `Letter ${mailing.id}: ${mailing.status}`,
    fields([
      ...recipientAndLabels(mailing),
      ['From', address(mailing.from)],
      ['Document', described(mailing.document)],
      ['Print', printed(mailing)],
      ['Postal services', mailing.postal_services.join(', ') || null],
      ['Price', priceOf(mailing)],
      ['Send date', mailing.send_date],
      ['Tracking code', mailing.tracking_code],
      ['Canceled for', mailing.cancellation_reason ?? undefined],
      ['Failed for', mailing.failure_reason ?? undefined],
      ...history(mailing),
    ]),
  );
}

function describeVerification(mailing: VerificationResource): string {
  const { confirmation } = mailing;
  return section(
    `Verification ${mailing.id}: ${mailing.status}`,
    fields([
      ...recipientAndLabels(mailing),
      ['Document', described(mailing.document)],
      ['Method', mailing.method],
      ['Page', mailing.hosted_page_url],
      ['Price', priceOf(mailing)],
      ['Tries left', mailing.attempts_remaining],
      ['Expires', moment(mailing.expires_at)],
      ['Confirmed', confirmation && `${moment(confirmation.confirmed_at)} by ${confirmation.method}`],
      ...history(mailing),
    ]),
  );
}

function recipientAndLabels({ to, reference, metadata }: LetterResource | VerificationResource): Entry[] {
  const pairs = Object.entries(metadata).map(([name, value]) => `${name}: ${value}`);
  return [
    ['To', address(to)],
    ['Reference', reference],
    ['Metadata', pairs.join('\n') || undefined],
  ];
}

function history({ status_transitions, created_at, preview_url }: LetterResource | VerificationResource): Entry[] {
  // The sort is stable, so states reached in the same second keep their order.
  const reached = Object.entries(status_transitions)
    .filter((transition): transition is [string, string] => transition[1] !== null)
    .sort(([, one], [, other]) => Date.parse(one) - Date.parse(other))
    .map(([name, at]) => `${moment(at)}  ${asWords(name.replace(/_at$/, ''))}`);
  return [
    ['Created', moment(created_at)],
    ['Since then', reached.join('\n') || null],
    ['Preview', preview_url],
  ];
}

function printed(letter: LetterResource): string {
  const { pages, sheets, color, double_sided, address_placement } = letter;
  const sides = double_sided ? 'double-sided' : 'front only';
  return `${counted(pages, 'page')} on ${counted(sheets, 'sheet')}, ${color ? 'color' : 'black and white'}, ${sides}, address on ${asWords(address_placement)}`;
}

function priceOf({ price }: LetterResource | VerificationResource): string {
  const lines = price.items.map(({ type, quantity, amount: sum }) => `${quantity} x ${type}: ${amount(sum)}`);
  return [amount(price.total), ...lines].join('\n');
}

function described(document: LetterResource['document'] | VerificationResource['document']): string {
  switch (document.type) {
    case 'url':
      return `from ${document.url}`;
    case 'upload':
      return `file ${document.filename}`;
    case 'base64':
      return 'sent with the order';
    case 'template':
      return `the service's letter: ${document.title}`;
  }
}
