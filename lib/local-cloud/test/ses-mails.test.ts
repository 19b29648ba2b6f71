import { SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Mailbox, type SentMail, SesService } from '../ses/ses.ts';
import type { Harness } from './support/aws-harness.ts';
import { startHarness } from './support/aws-harness.ts';

const kept: SentMail[] = [];
const mailbox: Mailbox = { identities: ['example.com', 'ana@example.net'], keep: (mail) => void kept.push(mail) };

let harness: Harness<SesService>;
let ses: SESv2Client;
beforeAll(async () => {
  harness = await startHarness((cloud) => new SesService(cloud, mailbox));
  ses = new SESv2Client(harness.clientConfig());
});
afterAll(async () => {
  ses.destroy();
  await harness.stop();
});

const mail = (FromEmailAddress: string, to = ['rui@example.org'], Subject = 'Olá') =>
  new SendEmailCommand({
    FromEmailAddress,
    Destination: { ToAddresses: to },
    Content: { Simple: { Subject: { Data: Subject }, Body: { Text: { Data: 'Bom dia.' } } } },
  });

describe('SES', () => {
  test('keeps each mail from a verified address or from any address of a verified domain', async () => {
    const { MessageId } = await ses.send(mail('Malote <no-reply@example.com>'));
    await ses.send(mail('ana@example.net'));
    expect(kept).toEqual([
      {
        id: MessageId,
        sentAt: harness.clock.now(),
        from: 'Malote <no-reply@example.com>',
        to: ['rui@example.org'],
        subject: 'Olá',
        text: 'Bom dia.',
        html: undefined,
      },
      expect.objectContaining({ from: 'ana@example.net' }),
    ]);
  });

  test.each([
    ['an address that is not verified', mail('rui@example.net'), 'MessageRejected'],
    ['no recipient', mail('ana@example.net', []), 'BadRequestException'],
    ['too many recipients', mail('ana@example.net', Array<string>(51).fill('a@example.org')), 'BadRequestException'],
    ...[
      'joão@example.org',
      'a\u0000b@example.org',
      'a b@example.org',
      'a,b@example.org',
      'a..b@example.org',
      '<a>@example.org',
      'ana@exämple.org',
      'ana@.example.org',
      'ana@example..org',
      'ana@',
      'ana',
    ].map(
      (address) =>
        [`the address ${JSON.stringify(address)}`, mail('ana@example.net', [address]), 'BadRequestException'] as const,
    ),
    ['a subject of two lines', mail('ana@example.net', undefined, 'a\r\nBcc: b'), 'BadRequestException'],
  ])('rejects %s', async (_, command, name) => {
    await expect(ses.send(command)).rejects.toMatchObject({ name });
  });

  test('rejects mail fields that it does not support', async () => {
    const command = mail('ana@example.net');
    command.input.Destination!.BccAddresses = ['eva@example.org'];
    await expect(ses.send(command)).rejects.toThrow('does not know BccAddresses');
  });
});
