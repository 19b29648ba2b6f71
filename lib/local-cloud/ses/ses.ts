import { randomUUID } from 'node:crypto';
import { AwsError } from '../aws-error.ts';
import type { AwsRequest, AwsResponse, AwsService, Cloud, ResourceType } from '../service.ts';

/** A mail that SES has accepted. */
export interface SentMail {
  id: string;
  /** Virtual instant, epoch milliseconds. */
  sentAt: number;
  /** As it was given: `Name <address>` or an address. */
  from: string;
  to: readonly string[];
  subject: string;
  text: string | undefined;
  html: string | undefined;
}

/** Receives mails; without one, no identity is verified and no mail is accepted. */
export interface Mailbox {
  /** Verified identities: addresses and domains. */
  readonly identities: readonly string[];
  keep(mail: SentMail): void;
}

interface Content {
  Data?: string;
}

interface SendEmailInput {
  FromEmailAddress?: string;
  Destination?: { ToAddresses?: string[]; CcAddresses?: string[]; BccAddresses?: string[] };
  Content?: { Simple?: { Subject?: Content; Body?: { Text?: Content; Html?: Content } } };
}

/** Supported fields. Others are rejected, so that none is silently ignored. */
const understood: Readonly<Record<string, readonly string[]>> = {
  '': ['FromEmailAddress', 'Destination', 'Content'],
  Destination: ['ToAddresses'],
  Content: ['Simple'],
};

/** https://docs.aws.amazon.com/ses/latest/dg/quotas.html: "Maximum recipients per message" */
const MOST_RECIPIENTS = 50;

/**
 * Only `SendEmail` of SES API version 2 (https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html)
 * with simple content. Nothing leaves the machine.
 */
export class SesService implements AwsService {
  readonly name = 'ses';
  readonly resourceTypes: Readonly<Record<string, ResourceType>> = {};
  readonly #cloud: Pick<Cloud, 'clock' | 'region' | 'accountId'>;
  readonly #mailbox: Mailbox | undefined;

  constructor(cloud: Pick<Cloud, 'clock' | 'region' | 'accountId'>, mailbox: Mailbox | undefined) {
    this.#cloud = cloud;
    this.#mailbox = mailbox;
  }

  handle(request: AwsRequest): Promise<AwsResponse> {
    if (request.method !== 'POST' || request.url.pathname !== '/v2/email/outbound-emails') {
      const operation = `${request.method} ${request.url.pathname}`;
      throw new AwsError('UnknownOperationException', `The local cloud does not know the operation ses:${operation}`);
    }
    const id = this.#send(JSON.parse(request.body.toString('utf8')) as SendEmailInput, request.principal);
    return Promise.resolve(json(200, { MessageId: id }));
  }

  /** The REST protocol has the error name in a header. */
  refuse({ code, status, message }: AwsError): AwsResponse {
    return json(status, { message }, { 'x-amzn-errortype': code });
  }

  #send(input: SendEmailInput, principal: AwsRequest['principal']): string {
    requireUnderstood(input);
    const from = input.FromEmailAddress ?? '';
    const address = /<([^<>]+)>$/.exec(from)?.[1] ?? from;
    const identity = this.#identityOf(address);
    const { region, accountId } = this.#cloud;
    principal?.require([
      {
        action: 'ses:SendEmail',
        resource: `arn:aws:ses:${region}:${accountId}:identity/${identity ?? address}`,
        context: (key) => (key === 'ses:fromaddress' ? [address] : undefined),
      },
    ]);
    if (identity === undefined) {
      const failing = `The following identities failed the check in region ${region.toUpperCase()}: ${address}`;
      throw new AwsError('MessageRejected', `Email address is not verified. ${failing}`);
    }
    const to = input.Destination?.ToAddresses ?? [];
    if (to.length === 0 || to.length > MOST_RECIPIENTS)
      throw new AwsError(
        'BadRequestException',
        `Recipient count is ${to.length}; at least 1, at most ${MOST_RECIPIENTS}`,
      );
    for (const recipient of to) requireAddress(recipient);
    const { Subject, Body } = input.Content?.Simple ?? {};
    if (!Subject?.Data || !(Body?.Text?.Data ?? Body?.Html?.Data))
      throw new AwsError('BadRequestException', 'A simple message needs a subject and a body');
    // A header is one line.
    if (/[\r\n]/.test(from + to.join('')) || /[\r\n]/.test(Subject.Data))
      throw new AwsError('BadRequestException', 'Control characters are not allowed in headers');
    const id = `${randomUUID()}-000000`;
    this.#mailbox!.keep({
      id,
      sentAt: this.#cloud.clock.now(),
      from,
      to,
      subject: Subject.Data,
      text: Body?.Text?.Data,
      html: Body?.Html?.Data,
    });
    return id;
  }

  /** An identity for the address takes precedence over one for its domain. */
  #identityOf(address: string): string | undefined {
    const domain = address.slice(address.lastIndexOf('@') + 1);
    return [address, domain].find((name) => this.#mailbox?.identities.includes(name));
  }
}

/**
 * "Amazon SES does not support the SMTPUTF8 extension, as described in RFC6531. For this reason, the local part of a
 * destination email address (the part of the email address that precedes the @ sign) may only contain 7-bit ASCII
 * characters. If the domain part of an address (the part after the @ sign) contains non-ASCII characters, they must be
 * encoded using Punycode" (https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_Destination.html). The texts are
 * those of SES (https://github.com/egulias/EmailValidator/issues/414,
 * https://github.com/awslabs/aws-sdk-rust/issues/881). It may take some addresses that are refused here.
 */
function requireAddress(recipient: string): void {
  const address = /<([^<>]*)>$/.exec(recipient)?.[1] ?? recipient;
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  const refuse = (reason: string) => new AwsError('BadRequestException', reason);
  if (at < 0 || domain === '') throw refuse("Missing final '@domain'");
  if (!DOT_ATOM.test(address.slice(0, at))) throw refuse('Local address contains control or whitespace');
  if (domain.startsWith('.')) throw refuse('Domain starts with dot');
  if (domain.includes('..')) throw refuse('Domain contains dot-dot');
  if (!/^[A-Za-z0-9.-]+$/.test(domain)) throw refuse('Domain contains illegal character');
}

/** RFC 5321 §4.1.2, in ASCII. */
const DOT_ATOM = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;

function requireUnderstood(input: SendEmailInput): void {
  const parts = { '': input, Destination: input.Destination, Content: input.Content };
  for (const [name, part] of Object.entries(parts)) {
    const foreign = Object.keys(part ?? {}).find((member) => !understood[name]!.includes(member));
    if (foreign !== undefined)
      throw new AwsError('BadRequestException', `The local cloud does not know ${foreign} of a mail`);
  }
}

function json(status: number, body: object, headers: Record<string, string> = {}): AwsResponse {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}
