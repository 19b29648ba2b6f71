import { SendEmailCommand, type SESv2Client } from '@aws-sdk/client-sesv2';
import type { Letterhead } from '../../texts/mails/letterhead.ts';

/** A mail to people who may see one another's addresses. */
export interface Mail extends Letterhead {
  to: readonly string[];
}

/** Display name of the sender. */
const SENDER_NAME = 'Malote';

const UTF_8 = 'UTF-8';

/** Sends mails with Amazon SES from one address, which the operator has verified. */
export function openMailer(ses: SESv2Client, sender: string) {
  return {
    /**
     * Passes a mail to SES, which delivers it or notifies the sender's address of the failure.
     * @throws Error if SES does not accept it; then nobody gets it
     */
    async send({ to, subject, text, html }: Mail): Promise<void> {
      await ses.send(
        new SendEmailCommand({
          FromEmailAddress: `${SENDER_NAME} <${sender}>`,
          Destination: { ToAddresses: [...to] },
          Content: {
            Simple: {
              Subject: { Data: subject, Charset: UTF_8 },
              Body: { Text: { Data: text, Charset: UTF_8 }, Html: { Data: html, Charset: UTF_8 } },
            },
          },
        }),
      );
    },
  };
}

export type Mailer = ReturnType<typeof openMailer>;
