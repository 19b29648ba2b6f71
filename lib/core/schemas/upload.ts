import { SHORT_TEXT } from '../domain/text-patterns.ts';
import { UPLOAD_MAX_BYTES } from '../domain/uploads.ts';
import { complete, described, type FromSchema, named, nullable, stored } from './json-schema.ts';
import { constant, dateTime, id, integer, string, uri } from './values.ts';

/** An upload as returned when it is created (rule UPL-2). */
export const uploadSchema = named(
  'Upload',
  complete('Where to send the PDF of one mailing.', {
    id: id('upload'),
    object: constant('upload'),
    filename: string,
    size: { type: 'integer', minimum: 1, description: 'Bytes, as declared.' },
    upload_url: described(
      'PUT the bytes here with `Content-Type: application/pdf` and no Authorization header. The URL is a secret, shown only in this response.',
      uri,
    ),
    upload_url_expires_at: described('2 hours after creation.', dateTime),
    expires_at: described('24 hours after creation.', dateTime),
    created_at: dateTime,
  }),
);

export type UploadResource = FromSchema<typeof uploadSchema>;

/** Body of POST /uploads. */
export const uploadOrderSchema = {
  title: 'UploadInput',
  type: 'object',
  additionalProperties: false,
  required: ['filename', 'size'],
  properties: {
    filename: { type: 'string', minLength: 1, maxLength: 255, pattern: SHORT_TEXT, description: 'Name of the file.' },
    size: { type: 'integer', minimum: 1, maximum: UPLOAD_MAX_BYTES, description: 'Bytes of the file.' },
  },
} as const;

/** A stored upload. Instants are epoch milliseconds. */
export const storedUploadSchema = stored(
  {
    id: string,
    account_id: string,
    filename: string,
    size: integer,
    upload_url_expires_at: integer,
    expires_at: integer,
    created_at: integer,
    /** The mailing that used it. */
    used_by: nullable(string),
  },
  {
    /** SHA-256 of the file that a quote has accepted. */
    sha256: string,
  },
);
