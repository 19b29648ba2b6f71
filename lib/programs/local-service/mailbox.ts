import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mailbox, SentMail } from '@malote/local-cloud/ses/ses.ts';
import { timestamp } from '../../core/resources/timestamps.ts';

/** The newest mails are kept in memory, up to this number. */
const MOST_KEPT = 1_000;

/** Keeps the mails of the local service, also as files for a mail program. */
export class LocalMailbox implements Mailbox {
  /** The domain of the template's default sender. */
  readonly identities = ['malote.example'];
  readonly #directory: string | undefined;
  readonly #kept: SentMail[] = [];

  constructor(directory: string | undefined) {
    this.#directory = directory;
  }

  keep(mail: SentMail): void {
    this.#kept.push(mail);
    if (this.#kept.length > MOST_KEPT) this.#kept.shift();
    if (this.#directory === undefined) return;
    mkdirSync(this.#directory, { recursive: true });
    const name = `${timestamp(mail.sentAt).replaceAll(/[:.]/g, '-')}-${mail.id.slice(0, 8)}.eml`;
    writeFileSync(join(this.#directory, name), messageOf(mail));
  }

  /** Oldest first. */
  mails() {
    return this.#kept.map(({ id, sentAt, from, to, subject, text, html }) => ({
      id,
      sent_at: timestamp(sentAt),
      from,
      to,
      subject,
      text,
      html,
    }));
  }
}

/** The mail as an RFC 5322 message, with both forms of its text in base64. */
function messageOf({ id, sentAt, from, to, subject, text, html }: SentMail): string {
  const boundary = `=_${id}`;
  const parts = Object.entries({ plain: text, html }).flatMap(([type, content]) =>
    content === undefined
      ? []
      : [
          `--${boundary}`,
          `Content-Type: text/${type}; charset=utf-8`,
          'Content-Transfer-Encoding: base64',
          '',
          base64Lines(content),
        ],
  );
  return [
    `Date: ${new Date(sentAt).toUTCString().replace('GMT', '+0000')}`,
    `From: ${from}`,
    `To: ${to.join(', ')}`,
    `Subject: ${encodedWords(subject)}`,
    `Message-ID: <${id}@malote.example>`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    '',
    ...parts,
    `--${boundary}--`,
    '',
  ].join('\r\n');
}

const base64Lines = (content: string) =>
  Buffer.from(content)
    .toString('base64')
    .replace(/.{76}(?=.)/g, '$&\r\n');

/** An encoded word has at most 75 characters, which hold 45 bytes (RFC 2047 §2). */
const WORD_BYTES = 45;

function encodedWords(text: string): string {
  const words: string[] = [''];
  for (const character of text) {
    if (Buffer.byteLength(words.at(-1)! + character) > WORD_BYTES) words.push('');
    words[words.length - 1] += character;
  }
  return words.map((word) => `=?utf-8?B?${Buffer.from(word).toString('base64')}?=`).join('\r\n ');
}
