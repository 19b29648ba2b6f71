import { detailTexts, problems } from '../../adapters/http/error-catalogue.ts';
import { plans } from '../../core/domain/accounts.ts';
import { listedEventTypes } from '../../core/domain/events.ts';
import { type IdKind, idPrefixes } from '../../core/domain/ids.ts';
import { ledgerTypes } from '../../core/domain/ledger.ts';
import { type CancellationReason, failureReasons, letterStatuses } from '../../core/domain/letters.ts';
import { addressPlacements, type MailingDocument } from '../../core/domain/mailing-fields.ts';
import { postalServices } from '../../core/domain/prices.ts';
import { type TemplateDocument, verificationMethods, verificationStatuses } from '../../core/domain/verifications.ts';
import type { accountResource } from '../../core/resources/account.ts';
import type { addressResource } from '../../core/resources/address.ts';
import type { balanceResource, balanceTransactionResource } from '../../core/resources/balance.ts';
import type { LetterResource } from '../../core/resources/letter.ts';
import type { listResource } from '../../core/resources/list.ts';
import type { postalCodeResource } from '../../core/resources/postal-code.ts';
import type { priceResource } from '../../core/resources/price.ts';
import type { quoteResource } from '../../core/resources/quote.ts';
import type { uploadResource } from '../../core/resources/upload.ts';
import type { verificationCheckResource, VerificationResource } from '../../core/resources/verification.ts';
import { described, documented, listOf, nullable, oneOfTexts, ref, type Schema } from './json-schema.ts';

/** The objects that responses, events and webhooks carry, field by field (rule REQ-12). */

const string: Schema = { type: 'string' };
const integer: Schema = { type: 'integer' };
const number: Schema = { type: 'number' };
const boolean: Schema = { type: 'boolean' };
const uri: Schema = { type: 'string', format: 'uri' };
const dateTime: Schema = { type: 'string', format: 'date-time' };
const constant = (value: string): Schema => ({ type: 'string', const: value });
const id = (kind: IdKind): Schema => ({ type: 'string', pattern: `^${idPrefixes[kind]}_[A-Za-z0-9]+$` });
const centavos = (description: string): Schema => ({ type: 'integer', description: `${description} In centavos.` });
const currency = constant('BRL');
const createdAt = dateTime;
const formattedPostalCode: Schema = { type: 'string', pattern: '^[0-9]{5}-[0-9]{3}$' };
const state: Schema = { type: 'string', pattern: '^[A-Z]{2}$', description: 'Two-letter code of the state (UF).' };
const plan = oneOfTexts(plans, 'Prices depend on the plan.');

const reference: Schema = nullable({
  type: 'string',
  maxLength: 100,
  description: "The customer's own label; not unique.",
});
const metadata: Schema = {
  type: 'object',
  maxProperties: 20,
  propertyNames: { maxLength: 40 },
  additionalProperties: { type: 'string', maxLength: 500 },
  description: "The customer's own data, never printed.",
};
const variables: Schema = nullable({
  type: 'object',
  additionalProperties: { type: ['string', 'number'] },
  description: 'Values of the markers in the PDF, as sent.',
});
/** When each status was reached. */
const transitions = <Resource extends object>(names: readonly Extract<keyof Resource, string>[]): Schema =>
  documented<Resource>(
    'When each status was reached; null where it was not.',
    Object.fromEntries(names.map((name) => [name, nullable(dateTime)])) as Record<
      Extract<keyof Resource, string>,
      Schema
    >,
  );

type Price = ReturnType<typeof priceResource>;
type DocumentOf<Type> = Extract<MailingDocument, { type: Type }>;
type Confirmation = NonNullable<VerificationResource['confirmation']>;
type List = ReturnType<typeof listResource>;

const documentShapes = [
  documented<DocumentOf<'url'>>('Downloaded once, at creation.', { type: constant('url'), url: uri, variables }),
  documented<DocumentOf<'upload'>>('Sent to an upload, or as the file of a multipart request.', {
    type: constant('upload'),
    filename: string,
  }),
  documented<DocumentOf<'base64'>>('Sent within the request.', { type: constant('base64'), variables }),
];

const cancellationReasons = ['requested', 'insufficient_balance'] as const satisfies CancellationReason[];

/** A list of objects of one kind (rule LIST-1). */
const list = (items: string): Schema =>
  documented<List>('One page of a list, newest first.', {
    object: constant('list'),
    data: listOf(ref(items)),
    has_more: described('Whether older objects follow.', boolean),
    next_cursor: described('Send it as `cursor` for the next page; null on the last page.', nullable(string)),
  });

export const objects: Readonly<Record<string, Schema>> = {
  Address: documented<ReturnType<typeof addressResource>>('A complete address, as printed.', {
    name: string,
    street: string,
    number: string,
    complement: nullable(string),
    neighborhood: string,
    city: string,
    state,
    postal_code: described('CEP, formatted.', formattedPostalCode),
  }),
  Price: documented<Price>('What a mailing costs. It does not depend on the destination.', {
    currency,
    total: centavos('Sum of the items.'),
    items: listOf(
      documented<Price['items'][number]>('One line of the price.', {
        type: oneOfTexts(
          ['base', 'additional_sheets', 'color', ...postalServices],
          'A line for each carrier service has the name of that service.',
        ),
        quantity: { type: 'integer', minimum: 1 },
        unit_amount: centavos('Price of one.'),
        amount: centavos('Quantity times unit amount.'),
      }),
      { minItems: 1 },
    ),
  }),
  Letter: documented<LetterResource>('A letter. It only moves forward; treat an unknown status as in progress.', {
    id: id('letter'),
    object: constant('letter'),
    status: oneOfTexts(letterStatuses, '`posted`, `canceled` and `failed` are final.'),
    to: described('The recipient.', ref('Address')),
    from: described("The sender as sent, else the account's default sender.", ref('Address')),
    document: { oneOf: documentShapes, description: 'Where the content came from.' },
    color: boolean,
    double_sided: boolean,
    address_placement: oneOfTexts(addressPlacements),
    postal_services: listOf(oneOfTexts(postalServices), { description: 'Empty for a simple letter.' }),
    pages: { type: 'integer', minimum: 1, description: 'Pages of the document, not counting an address side.' },
    sheets: { type: 'integer', minimum: 1, maximum: 6, description: 'Sheets in the envelope.' },
    price: ref('Price'),
    send_date: nullable({
      type: 'string',
      format: 'date',
      description: 'Date in Brasília time; null when sent right away.',
    }),
    cancellation_reason: nullable(oneOfTexts(cancellationReasons)),
    failure_reason: nullable(oneOfTexts(failureReasons)),
    tracking_code: nullable(
      described('Of a registered letter, from its posting on; null for a simple letter.', string),
    ),
    preview_url: nullable(
      described(
        'The PDF as printed, with the address. The link works for 60 minutes; the file is kept at least 90 days from creation or from the send date, and null comes after that.',
        uri,
      ),
    ),
    reference,
    metadata,
    status_transitions: transitions<LetterResource['status_transitions']>([
      'received_at',
      'in_production_at',
      'printed_at',
      'posted_at',
      'canceled_at',
      'failed_at',
    ]),
    created_at: createdAt,
  }),
  Verification: documented<VerificationResource>(
    'A letter with a code that proves an address. Only `verified` means a confirmed address.',
    {
      id: id('verification'),
      object: constant('verification'),
      status: oneOfTexts(verificationStatuses, 'Treat an unknown status as in progress.'),
      method: oneOfTexts(verificationMethods),
      source: oneOfTexts(['api', 'dashboard'], 'Where it was created.'),
      to: described('The address being verified.', ref('Address')),
      document: {
        oneOf: [
          documented<TemplateDocument>("The service's own letter.", {
            type: constant('template'),
            title: string,
            body: string,
            footer: string,
            include_qr_code: boolean,
            include_page_url: boolean,
          }),
          ...documentShapes,
        ],
      },
      instructions: nullable(described('Text printed under the code of the template.', string)),
      return_url: nullable(uri),
      hosted_page_url: nullable(
        described('The printed page address; it does not carry the code. Null when the method is `code`.', uri),
      ),
      attempts_remaining: { type: 'integer', minimum: 0, maximum: 5, description: 'Wrong codes still allowed.' },
      expires_at: nullable(described('60 days after posting; null before.', dateTime)),
      confirmation: described(
        'How it was confirmed; null until then, kept when revoked later.',
        nullable(ref('Confirmation')),
      ),
      preview_url: nullable(
        described(
          'The copy as printed without the code. The link works for 60 minutes; null in events and webhooks, and when the file is no longer kept.',
          uri,
        ),
      ),
      price: ref('Price'),
      reference,
      metadata,
      status_transitions: transitions<VerificationResource['status_transitions']>([
        'in_production_at',
        'awaiting_code_at',
        'verified_at',
        'failed_at',
        'expired_at',
        'canceled_at',
        'revoked_at',
      ]),
      created_at: createdAt,
    },
  ),
  Confirmation: documented<Confirmation>('Who confirmed, as far as is known. Mostly null for a check by API.', {
    method: oneOfTexts(['api', 'hosted_page']),
    hosted_page_entry: nullable(oneOfTexts(['qr_code', 'typed'], 'How the code came to the page.')),
    confirmed_at: dateTime,
    ip: nullable(string),
    location: nullable(
      documented<NonNullable<Confirmation['location']>>('Approximate, from the network.', {
        country: nullable(string),
        state: nullable(string),
        city: nullable(string),
        postal_code: nullable(string),
        latitude: nullable(number),
        longitude: nullable(number),
      }),
    ),
    user_agent: nullable(string),
    device: nullable(
      documented<NonNullable<Confirmation['device']>>('As far as the user agent tells.', {
        type: nullable(string),
        vendor: nullable(string),
        model: nullable(string),
        os: nullable(string),
      }),
    ),
    client: nullable(
      documented<NonNullable<Confirmation['client']>>('As far as the user agent tells.', {
        name: nullable(string),
        version: nullable(string),
      }),
    ),
    precise_location: nullable(
      documented<NonNullable<Confirmation['precise_location']>>("Shared by the person's device, by consent.", {
        latitude: number,
        longitude: number,
        accuracy_meters: number,
        shared_at: dateTime,
      }),
    ),
  }),
  VerificationCheck: documented<ReturnType<typeof verificationCheckResource>>(
    'Whether the code was right. A wrong code is no error.',
    { object: constant('verification_check'), correct: boolean, verification: ref('Verification') },
  ),
  Upload: documented<ReturnType<typeof uploadResource>>('A place to send a PDF to, for one mailing.', {
    id: id('upload'),
    object: constant('upload'),
    filename: string,
    size: { type: 'integer', minimum: 1, description: 'Bytes, as declared.' },
    upload_url: described(
      'PUT the bytes here with `Content-Type: application/pdf` and no Authorization header. A secret, shown in this answer only.',
      uri,
    ),
    upload_url_expires_at: described('2 hours after creation.', dateTime),
    expires_at: described('24 hours after creation.', dateTime),
    created_at: createdAt,
  }),
  Quote: documented<ReturnType<typeof quoteResource>>('What a letter would cost; nothing is created or charged.', {
    object: constant('quote'),
    plan,
    to: ref('Address'),
    pages: { type: 'integer', minimum: 1 },
    sheets: { type: 'integer', minimum: 1, maximum: 6 },
    price: ref('Price'),
  }),
  Balance: documented<ReturnType<typeof balanceResource>>('The prepaid balance.', {
    object: constant('balance'),
    amount: centavos('What is left.'),
    currency,
  }),
  BalanceTransaction: documented<ReturnType<typeof balanceTransactionResource>>('A movement of the balance.', {
    id: id('balance_transaction'),
    object: constant('balance_transaction'),
    type: oneOfTexts(ledgerTypes),
    amount: centavos('Negative for debits.'),
    currency,
    balance_after: integer,
    source_id: nullable(described('What was paid for or refunded, e.g. the id of a letter.', string)),
    description: nullable(string),
    created_at: createdAt,
  }),
  Account: documented<ReturnType<typeof accountResource>>('The account of the API key.', {
    id: id('account'),
    object: constant('account'),
    legal_name: string,
    trade_name: nullable(described('Shown on verification letters, else the legal name is.', string)),
    cnpj: { type: 'string', pattern: '^[0-9A-Z]{2}\\.[0-9A-Z]{3}\\.[0-9A-Z]{3}/[0-9A-Z]{4}-[0-9]{2}$' },
    plan,
    default_sender: ref('Address'),
    created_at: createdAt,
  }),
  PostalCode: documented<ReturnType<typeof postalCodeResource>>('What a postal code stands for.', {
    object: constant('postal_code'),
    postal_code: formattedPostalCode,
    street: nullable(described('Null where the code covers a whole city or district.', string)),
    neighborhood: nullable(string),
    city: string,
    state,
  }),
  Event: documented<Record<'id' | 'object' | 'type' | 'data' | 'created_at', unknown>>(
    'A change of a letter or a verification.',
    {
      id: id('event'),
      object: constant('event'),
      type: oneOfTexts(listedEventTypes, 'Ignore types that you do not know.'),
      data: {
        oneOf: [ref('Letter'), ref('Verification')],
        description: 'The complete object right after the event.',
      },
      created_at: createdAt,
    },
  ),
  LetterList: list('Letter'),
  VerificationList: list('Verification'),
  BalanceTransactionList: list('BalanceTransaction'),
  EventList: list('Event'),
  Error: documented<{ error: unknown }>('Why a request was refused. Nothing was created or charged.', {
    error: documented<Record<'type' | 'code' | 'message' | 'request_id' | 'doc_url' | 'details', unknown>>(
      'Handle a code that you do not know by its type.',
      {
        type: oneOfTexts([...new Set(Object.values(problems).map(({ type }) => type))]),
        code: oneOfTexts(Object.keys(problems), 'Stable; new codes may come.'),
        message: described('Text for people, in the language of Accept-Language.', string),
        request_id: described('The same as the Request-Id header.', id('request')),
        doc_url: described('What this code means and what to do.', uri),
        details: described(
          'Everything wrong with the request, for a `validation_error`; null otherwise.',
          nullable(ref('ErrorDetails')),
        ),
      },
    ),
  }),
  ErrorDetails: listOf(
    documented<Record<'param' | 'code' | 'message', unknown>>('One thing wrong with the request.', {
      param: described('The field in dot notation, e.g. `to.postal_code` or `postal_services[1]`.', string),
      code: oneOfTexts(Object.keys(detailTexts), 'Stable; new codes may come.'),
      message: string,
    }),
  ),
};
