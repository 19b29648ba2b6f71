import { unreadable } from '../../core/domain/problems.ts';
import { parseStrictJson } from '../../core/strict-json.ts';
import type { Validator } from '../json-schema/validator.ts';
import { fieldKindsOf, fieldsOf } from './form-fields.ts';
import { boundaryOf, readParts } from './multipart.ts';
import { noFields } from './validation.ts';

/** A body as received from API Gateway. */
export interface RawBody {
  /** Empty if there is none. */
  text: string;
  isBase64Encoded: boolean;
  /** The Content-Type header with its parameters. */
  contentType: string;
}

/** A body format of an endpoint: identified by content type, parsed, and checked against its schema. */
export interface BodyFormat<T> {
  readonly contentType: string;
  /** No body counts as an empty object. */
  readonly optional?: boolean;
  /** Whether the Content-Type has the parameters needed to read the body. */
  readonly accepts?: (contentType: string) => boolean;
  /** @throws Problem invalid_json, or another one for an unreadable body of the format */
  readonly parse: (body: RawBody) => unknown;
  readonly validator: Validator<T>;
}

/** The JSON body of an endpoint. */
export function jsonBody<T>(validator: Validator<T>): BodyFormat<T> {
  return { contentType: 'application/json', parse: (body) => parseStrictJson(utf8Text(body)), validator };
}

/** A POST without a body: nothing or `{}` (rule REQ-4). */
export const emptyBody: BodyFormat<Record<never, never>> = { ...jsonBody(noFields), optional: true };

/** A multipart/form-data body, converted to the shape of the JSON body (rule LTR-4). */
export function formBody<T>(validator: Validator<T>): BodyFormat<T> {
  const kinds = fieldKindsOf(validator.schema);
  return {
    contentType: 'multipart/form-data',
    accepts: (contentType) => boundaryOf(contentType) !== undefined,
    parse: ({ text, isBase64Encoded, contentType }) =>
      fieldsOf(readParts(Buffer.from(text, isBase64Encoded ? 'base64' : 'utf8'), boundaryOf(contentType)!), kinds),
    validator,
  };
}

export function bodySizeBytes({ text, isBase64Encoded }: RawBody): number {
  return Buffer.byteLength(text, isBase64Encoded ? 'base64' : 'utf8');
}

/** The gateway's replacement for invalid UTF-8 in a body passed as text. Nobody sends it on purpose. */
const REPLACEMENT_CHARACTER = '\ufffd';

/** @throws Problem invalid_json when the bytes are not UTF-8 (RFC 8259 §8.1) */
function utf8Text({ text, isBase64Encoded }: RawBody): string {
  if (!isBase64Encoded) {
    if (text.includes(REPLACEMENT_CHARACTER)) throw unreadable({ reason: 'not_utf8' });
    return text;
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(text, 'base64'));
  } catch (cause) {
    throw unreadable({ reason: 'not_utf8' }, cause);
  }
}
