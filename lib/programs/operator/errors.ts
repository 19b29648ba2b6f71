import { KeyReferenceUsed } from '../../adapters/data/accounts/api-keys.ts';
import { Contention, OutcomeUnknown } from '../../adapters/data/table/transactions.ts';
import { detailMessage, problemMessage } from '../../adapters/http/error-reply.ts';
import { MailingNotErasable } from '../../core/domain/erasure.ts';
import { LetterNotEditable } from '../../core/domain/letter-edits.ts';
import { Problem, type ProblemCode } from '../../core/domain/problems.ts';
import { CompanyHasAccount } from '../../operations/accounts/open-account.ts';
import { ReferenceUsed } from '../../operations/money/correct-balance.ts';
import { PaymentBooked } from '../../operations/money/top-up.ts';
import type { Command, GivenArguments } from '../command-line/command.ts';
import { Interruption, Refusal, UsageError } from '../command-line/refusals.ts';
import { type ErrorReport, errorReport, EXIT, type ParsedPart } from '../command-line/run.ts';
import type { Context } from './command.ts';
import { Unreachable } from './site.ts';
import { amount, asWords, moment } from './text.ts';

/** Explains the errors of use cases and of AWS to the operator. */
export function explainError(error: unknown, asked: ParsedPart<Context>): ErrorReport | undefined {
  if (error instanceof Unreachable) return errorReport(EXIT.broken, 'unreachable', error.message);
  if (error instanceof LetterNotEditable)
    return errorReport(EXIT.refused, 'letter_not_editable', notEditable(error, asked));
  if (error instanceof MailingNotErasable) return errorReport(EXIT.refused, 'mailing_not_erasable', notErasable(error));
  if (error instanceof CompanyHasAccount)
    return errorReport(EXIT.refused, 'company_has_account', companyHasAccount(error));
  if (error instanceof KeyReferenceUsed) return errorReport(EXIT.refused, 'reference_used', keyReferenceUsed(error));
  if (error instanceof PaymentBooked) return errorReport(EXIT.refused, 'payment_booked', paymentBooked(error));
  if (error instanceof ReferenceUsed) return errorReport(EXIT.refused, 'reference_used', referenceUsed(error));
  if (error instanceof Contention) return errorReport(EXIT.refused, 'service_unavailable', UNAVAILABLE);
  if (error instanceof Problem)
    return { ...errorReport(EXIT.refused, error.code, ...problemLines(error, asked)), details: error.details ?? [] };
  if ([UsageError, Refusal, Interruption].some((known) => error instanceof known)) return undefined;
  const unsure = asked.command?.unsure === undefined ? [] : [asked.command.unsure];
  return errorReport(EXIT.broken, 'broken', ...unexpected(error), ...unsure);
}

/** The message, with what is still possible (rules LTR-9 and VER-10). */
function notEditable({ status, fields }: LetterNotEditable, { command }: ParsedPart<Context>): string {
  if (status !== 'received') return `A letter that is ${asWords(status)} can no longer be changed.`;
  const fixed = fields.map((field) => optionOf(field, command)).join(', ');
  return `A received letter can only get another recipient or reference; it is too late for ${fixed}. Cancel it and create a new letter.`;
}

function referenceUsed({ entry }: ReferenceUsed): string {
  const { id, type, description, created_at } = entry;
  const when = moment(new Date(created_at).toISOString());
  return `The reference belongs to ${id}, ${type} of ${amount(entry.amount)}, "${description}", ${when}. Nothing was changed.`;
}

/** Names the account that got the payment, as the operator may be looking for it. */
function paymentBooked({ entry: { source_id, account_id, created_at, ...entry } }: PaymentBooked): string {
  const when = moment(new Date(created_at).toISOString());
  return `Payment ${source_id} is already booked: ${amount(entry.amount)} to ${account_id} on ${when}. Nothing was changed.`;
}

const companyHasAccount = ({ accountId }: CompanyHasAccount) =>
  `The company already has the account ${accountId}. Nothing was changed. Open another with --allow-second-account.`;

const keyReferenceUsed = ({ keyId }: KeyReferenceUsed) =>
  `Already created: ${keyId} has this reference. Its secret was shown once and cannot be shown again: revoke the key and give a different --reference. Nothing was changed.`;

function notErasable({ status }: MailingNotErasable): string {
  return `A mailing that is ${asWords(status)} still needs its data. Cancel it while that is possible, or wait until it has ended.`;
}

/** The customer's message mentions `Retry-After` and `Idempotency-Key`, which a command does not have. */
const UNAVAILABLE =
  'The service is busy or unavailable. Nothing was changed: wait a moment, and give the command again.';

/** Advice for the operator, if different from the customer's. */
const helpByCode: Partial<Record<ProblemCode, readonly string[]>> = {
  insufficient_balance: ['Book a payment with operator balance top-up.'],
  account_suspended: ['Reinstate it with operator accounts reinstate.'],
};

/** The customer's message, with the option that each detail belongs to. */
function problemLines(problem: Problem, { command, arguments: given }: ParsedPart<Context>): string[] {
  const { code, details = [] } = problem;
  if (code === 'resource_not_found') return notFound(given);
  if (code === 'service_unavailable') return [UNAVAILABLE];
  if (details.length === 0) return [problemMessage(problem, 'en'), ...(helpByCode[code] ?? [])];
  return details.map((detail) => {
    const option = optionOf(detail.param, command);
    return `${option}: ${detailMessage(detail, 'en')}`;
  });
}

/** The last argument names the missing object, the first its account. */
function notFound(given: GivenArguments): string[] {
  const [name, id] = Object.entries(given).at(-1) ?? [];
  const isMailing = ['letter', 'verification', 'mailing'].includes(name ?? '');
  return [
    `Account ${given.account} has no ${name} ${id}.`,
    ...(isMailing ? [`Find its account with operator find ${id}.`] : []),
  ];
}

/**
 * The option of a param: `default_sender.city` is `--sender-city`, `events[0]` is `--event`, `variables.nome` is
 * `--variable nome`, `logo.width` is `--file width` if that option is the logo; otherwise the param itself.
 */
function optionOf(param: string, command: Command<Context> | undefined): string {
  const options = command?.options ?? {};
  const [field, ...rest] = param.split('.');
  const meant = Object.keys(options).find((name) => (options[name]!.standsFor ?? name) === field);
  if (meant !== undefined) return [`--${meant}`, ...rest].join(' ');
  const name = param
    .replace(/^default_/, '')
    .replace(/\[\d+\]/g, '')
    .replace(/[._]/g, '-');
  const option = [name, name.replace(/s$/, '')].find((candidate) => candidate in options);
  return option === undefined ? param : `--${option}`;
}

/** AWS errors for missing or invalid credentials, with advice. */
const SIGN_IN = ['Set AWS_PROFILE, or sign in again (aws sso login).'];
const ALLOW = ['docs/operating.md has the policy that the commands need.'];

const helpByName: Readonly<Record<string, readonly string[]>> = {
  CredentialsProviderError: SIGN_IN,
  TokenProviderError: SIGN_IN,
  ExpiredToken: SIGN_IN,
  ExpiredTokenException: SIGN_IN,
  InvalidAccessKeyId: SIGN_IN,
  InvalidClientTokenId: SIGN_IN,
  SignatureDoesNotMatch: SIGN_IN,
  UnrecognizedClientException: SIGN_IN,
  AccessDenied: ALLOW,
  AccessDeniedException: ALLOW,
  // S3's response to HEAD has no body that names the error.
  Forbidden: ALLOW,
};

const UNREACHED = ['ECONNREFUSED', 'ECONNRESET', 'EAI_AGAIN', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT'];

/** An unexpected error, with advice if there is any. */
function unexpected(error: unknown): string[] {
  if (!(error instanceof Error)) return [String(error)];
  if (error instanceof OutcomeUnknown) return ['AWS did not answer, so it is unknown whether this was done.'];
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (UNREACHED.includes(code) || error.name === 'TimeoutError') return [`AWS could not be reached: ${error.message}`];
  return [`${error.name}: ${error.message}`, ...(helpByName[error.name] ?? [])];
}
