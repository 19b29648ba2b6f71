import { type Problem, unreadable as unreadableBody } from '../../core/domain/problems.ts';

/** One part of a form (RFC 7578). */
export interface Part {
  name: string;
  /** Undefined for a part that is not a file. */
  filename: string | undefined;
  /** Media type without parameters, in lower case. */
  contentType: string;
  content: Buffer;
}

/** The largest documented form has about 150 parts; far more would only keep a function busy. */
const MAX_PARTS = 1_000;

const CRLF = '\r\n';
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The boundary that a Content-Type names: 1 to 70 characters (RFC 2046 §5.1.1). */
export function boundaryOf(contentType: string): string | undefined {
  const boundary = parametersOf(contentType)?.get('boundary');
  return boundary && /^[\x20-\x7e]{0,69}[\x21-\x7e]$/.test(boundary) ? boundary : undefined;
}

/**
 * The parts of a form, in the order sent. A body is completely in memory and has at most 4.5 MB, so it is read in
 * place. Streaming libraries would copy it in pieces, skip unnamed parts and truncate long ones.
 * @throws Problem invalid_json for a body that is truncated or otherwise not a form
 */
export function readParts(body: Buffer, boundary: string): Part[] {
  // The first delimiter may be at the very beginning, without the line break that precedes all others.
  const bytes = Buffer.concat([Buffer.from(CRLF), body]);
  const delimiter = Buffer.from(`${CRLF}--${boundary}`);
  const next = (from: number) => {
    const at = bytes.indexOf(delimiter, from);
    if (at < 0) throw unreadable();
    return at;
  };
  const parts: Part[] = [];
  for (let at = next(0); ;) {
    const line = at + delimiter.length;
    if (bytes.subarray(line, line + 2).toString() === '--') return parts;
    const start = bytes.indexOf(CRLF, line);
    at = next(line);
    if (!isPadding(bytes.subarray(line, start))) throw unreadable();
    parts.push(readPart(bytes.subarray(start, at)));
    if (parts.length > MAX_PARTS) throw unreadable();
  }
}

/** The text of a part. Whatever charset it names, a form is UTF-8 (RFC 7578 §5.1.2). */
export function textOf({ content }: Part): string {
  return decode(content);
}

/** @param bytes starting with the line break before its headers */
function readPart(bytes: Buffer): Part {
  const blankLine = bytes.indexOf(CRLF + CRLF);
  if (blankLine < 0) throw unreadable();
  const headers = headersOf(decode(bytes.subarray(CRLF.length, Math.max(blankLine, CRLF.length))));
  const disposition = parametersOf(headers.get('content-disposition') ?? '');
  const name = disposition?.get('name');
  // RFC 7578 §4.7 deprecates encoded contents; reading them unencoded would print garbage.
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase() ?? 'binary';
  const isFormData = /^form-data\s*;/i.test(headers.get('content-disposition') ?? '');
  if (name === undefined || !isFormData || !['7bit', '8bit', 'binary'].includes(encoding)) throw unreadable();
  return {
    name,
    filename: extendedValue(disposition?.get('filename*')) ?? disposition?.get('filename'),
    contentType: (headers.get('content-type') ?? 'text/plain').split(';')[0]!.trim().toLowerCase(),
    content: bytes.subarray(blankLine + 2 * CRLF.length),
  };
}

function headersOf(text: string): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of text === '' ? [] : text.split(CRLF)) {
    const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):[ \t]*(.*?)[ \t]*$/s.exec(line) ?? [];
    if (name === undefined || headers.has(name.toLowerCase())) throw unreadable();
    headers.set(name.toLowerCase(), value!);
  }
  return headers;
}

const PARAMETER = /\s*;\s*([\w*-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/sy;

/** Parameters of a header by name in lower case; undefined if they are malformed or one is repeated. */
function parametersOf(header: string): Map<string, string> | undefined {
  const parameters = new Map<string, string>();
  PARAMETER.lastIndex = header.includes(';') ? header.indexOf(';') : header.length;
  for (let end = PARAMETER.lastIndex; end < header.trimEnd().length; end = PARAMETER.lastIndex) {
    const [, name, quoted, bare] = PARAMETER.exec(header) ?? [];
    if (name === undefined) return /^\s*;?\s*$/.test(header.slice(end)) ? parameters : undefined;
    if (parameters.has(name.toLowerCase())) return undefined;
    parameters.set(name.toLowerCase(), bare ?? unescape(quoted!));
  }
  return parameters;
}

const percentEscapes: Readonly<Record<string, string>> = { '%22': '"', '%0D': '\r', '%0A': '\n' };

/**
 * Browsers write `"` and line breaks as `%22`, `%0D`, `%0A`; other clients escape `"` by a backslash. Paths keep
 * theirs.
 */
function unescape(quoted: string): string {
  return quoted.replace(/\\(["\\])/g, '$1').replace(/%22|%0D|%0A/g, (escape) => percentEscapes[escape]!);
}

/** `UTF-8''a%20b.pdf` (RFC 8187), which some clients send in addition to the plain parameter. */
function extendedValue(text: string | undefined): string | undefined {
  const encoded = /^utf-8'[^']*'(.*)$/i.exec(text ?? '')?.[1];
  if (encoded === undefined) return undefined;
  try {
    return decodeURIComponent(encoded);
  } catch (cause) {
    throw unreadable(cause);
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw unreadable(cause);
  }
}

function isPadding(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09);
}

function unreadable(cause?: unknown): Problem {
  return unreadableBody({ reason: 'form' }, cause);
}
