import { LONGEST_DOCUMENT_URL } from '../domain/mailing-fields.ts';
import { PUBLIC_URL, STANDARD_BASE64, URL_TEXT, VARIABLE_NAME } from '../domain/text-patterns.ts';
import { complete, type FromSchema, named, nullable } from './json-schema.ts';
import { constant, id, string, uri } from './values.ts';

/** The smallest positive number of DynamoDB is 1E-130. */
const nearZero = { type: 'number', exclusiveMinimum: -1e-129, exclusiveMaximum: 1e-129, not: { const: 0 } } as const;

/**
 * Values of the markers of a PDF (rule DOC-10). A number is stored and printed exactly as sent, or rejected: beyond
 * 2^53 JSON readers lose its last digits, so longer numbers, such as that of a bank slip, are sent as text.
 */
export const variablesInputSchema = {
  title: 'VariablesInput',
  type: 'object',
  maxProperties: 100,
  propertyNames: { type: 'string', maxLength: 60, pattern: VARIABLE_NAME },
  additionalProperties: {
    type: ['string', 'number'],
    maxLength: 500,
    minimum: Number.MIN_SAFE_INTEGER,
    maximum: Number.MAX_SAFE_INTEGER,
    not: nearZero,
  },
} as const;

/** The request field that contains them. */
export const variables = {
  ...variablesInputSchema,
  description:
    'Values for the markers in the PDF, such as `{{name}}` or, aligned at the right, `{{total:r}}`, and for the text fields of its form: one line of text, or a number. Send long numbers, such as those of a bank slip, as text. Without this field, markers are printed unchanged.',
} as const;

const HOW = 'How you send the PDF.';

/** A PDF that was sent to an upload earlier. */
export const uploadDocumentInputSchema = {
  title: 'UploadDocumentInput',
  type: 'object',
  description: 'A PDF that was sent to an upload.',
  additionalProperties: false,
  required: ['type', 'upload_id'],
  properties: {
    type: { type: 'string', const: 'upload', description: HOW },
    upload_id: {
      type: 'string',
      shownPattern: id('upload').pattern,
      description: 'An upload of the last 24 hours with a PDF of up to 10 MB. Works once.',
    },
    variables,
  },
} as const;

/** Where the content of a mailing comes from, chosen by `type` (rule DOC-1). */
export const documentInputSchema = {
  title: 'DocumentInput',
  type: 'object',
  required: ['type'],
  discriminator: { propertyName: 'type' },
  oneOf: [
    {
      title: 'UrlDocumentInput',
      type: 'object',
      description: 'A PDF to download.',
      additionalProperties: false,
      required: ['type', 'url'],
      properties: {
        type: { type: 'string', const: 'url', description: HOW },
        url: {
          type: 'string',
          pattern: URL_TEXT,
          shownFormat: 'uri',
          maxLength: LONGEST_DOCUMENT_URL,
          shownPattern: PUBLIC_URL,
          description: 'HTTPS address of a PDF of up to 10 MB, downloaded once, within 10 seconds.',
        },
        variables,
      },
    },
    uploadDocumentInputSchema,
    {
      title: 'Base64DocumentInput',
      type: 'object',
      description: 'A PDF within the request.',
      additionalProperties: false,
      required: ['type', 'data'],
      properties: {
        type: { type: 'string', const: 'base64', description: HOW },
        data: {
          type: 'string',
          minLength: 1,
          shownPattern: STANDARD_BASE64,
          description: 'The PDF in standard base64, without a data-URI prefix; up to 3 MB decoded.',
        },
        variables,
      },
    },
  ],
} as const;

export type DocumentInput = FromSchema<typeof documentInputSchema>;

const sentVariablesSchema = named('Variables', {
  type: 'object',
  additionalProperties: { type: ['string', 'number'] },
  description: 'Values of the markers in the PDF, as sent.',
});
const sentVariables = nullable(sentVariablesSchema);

/** Where the content of a mailing came from, as responses show it (rule DOC-2). */
export const documentShapes = [
  named(
    'UrlDocument',
    complete('Downloaded once, at creation.', { type: constant('url'), url: uri, variables: sentVariables }),
  ),
  named(
    'UploadDocument',
    complete('Sent to an upload, or as the file of a multipart request.', {
      type: constant('upload'),
      filename: string,
    }),
  ),
  named('Base64Document', complete('Sent within the request.', { type: constant('base64'), variables: sentVariables })),
] as const;

export const letterDocumentSchema = named('LetterDocument', {
  description: 'Where the content came from.',
  discriminator: { propertyName: 'type' },
  oneOf: documentShapes,
});

export type DocumentResource = FromSchema<(typeof documentShapes)[number]>;
