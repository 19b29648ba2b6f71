import type { Detail } from '../core/domain/problems.ts';
import { grouped, HIDDEN_CODE } from '../core/domain/verification-codes.ts';
import { newTimeBudget } from './base/budgets.ts';
import { compose, type Composed, composer, type DocumentRequest, type MarkerRule } from './judge/composition.ts';
import { checkVariables, firstPageOf, hiddenFlaw, hiddenVariable } from './judge/variables.ts';
import { asSent, finish, type Inspected, inspected, type Prepared, type Refused } from './letter-file.ts';
import type { Addresses } from './print/address-letters.ts';
import { drawQrCode, drawQrPlace, qrBox } from './print/qr-code.ts';
import { isUnreadable, type ReadDocument } from './values/fill.ts';

/** A verification's own document. */
export interface VerificationDocument extends DocumentRequest {
  method: 'hosted_page' | 'code';
  /** Values of the ordinary markers; null or absent: only the reserved markers are searched for. */
  variables?: Record<string, string> | null;
}

/** The values of the reserved markers. */
export interface Secrets {
  /** Six digits. */
  code: string;
  /** Printed address of the hosted page, without the code; null with method `code`. */
  hostedPageUrl: string | null;
  /** What the QR code opens: the hosted page with the code; null with method `code`. */
  qrCodeUrl: string | null;
}

export type VerificationRequest = VerificationDocument & Addresses & Secrets;

export interface PreparedVerification extends Prepared {
  /** The copy that may be shown: six zeros for the code, a box for the QR code. */
  preview: Uint8Array;
  previewSha256: string;
}

/** The reserved markers (rule DOC-14). */
const RESERVED = { code: 'OTP_CODE', url: 'VERIFICATION_URL', qrCode: 'QR_CODE' } as const;
const ONLY_WITH_PAGE: readonly string[] = [RESERVED.url, RESERVED.qrCode];

/** What is printed in place of the reserved markers. */
interface Faces {
  code: string;
  url: string;
  /** Undefined draws the box. */
  qrCode: string | undefined;
}

/** The pages of a verification that may be shown, and all its problems. */
export function composePreview(
  bytes: Uint8Array,
  request: VerificationDocument & Pick<Secrets, 'hostedPageUrl'>,
): Promise<Composed> {
  const url = request.hostedPageUrl ?? '';
  return compose(bytes, request, ruleFor(request, { code: HIDDEN_CODE, url, qrCode: undefined }));
}

/** Whether a document can be printed as a verification, with every problem found at once. */
export function inspectVerification(bytes: Uint8Array, request: VerificationDocument): Promise<Inspected | Refused> {
  const rule = ruleFor(request, { code: HIDDEN_CODE, url: '', qrCode: undefined });
  const time = newTimeBudget();
  return asSent(async (reading) => inspected(await compose(bytes, request, rule, { time, reading }), request));
}

/**
 * The print file of a verification, which contains the code, and the copy without it. The copy is written first, from the
 * original document: none of its parts ever contained the code. Equal input gives equal bytes.
 */
export function prepareVerification(
  bytes: Uint8Array,
  request: VerificationRequest,
): Promise<PreparedVerification | Refused> {
  const { hostedPageUrl, qrCodeUrl } = request;
  const url = hostedPageUrl ?? '';
  const time = newTimeBudget();
  return asSent(async (reading) => {
    const copyWith = await composer(bytes, request, { time, reading });
    const shown = copyWith(ruleFor(request, { code: HIDDEN_CODE, url, qrCode: undefined }));
    // Its other values are the same as in the print file, where they are checked.
    const preview = await finish(
      shown,
      request,
      new Map([[RESERVED.code, grouped(HIDDEN_CODE)]]),
      pagesWithCode(shown),
    );
    const printed = await finish(
      copyWith(ruleFor(request, { code: request.code, url, qrCode: qrCodeUrl ?? undefined })),
      request,
      new Map([...Object.entries(request.variables ?? {}), [RESERVED.code, grouped(request.code)]]),
    );
    // The print file has more checks.
    if (!printed.ok) return printed;
    if (!preview.ok) return preview;
    return { ...printed, preview: preview.file, previewSha256: preview.sha256 };
  });
}

function pagesWithCode({ composition }: Composed): number[] {
  const pages = composition?.changes ?? [];
  return [...pages.keys()].filter((index) => pages[index]!.values.some(({ name }) => name === RESERVED.code));
}

function ruleFor({ method, variables, param }: VerificationDocument, faces: Faces): MarkerRule {
  const reserved = new Map<string, string>([
    [RESERVED.code, grouped(faces.code)],
    [RESERVED.url, faces.url],
    [RESERVED.qrCode, ''],
  ]);
  const values = new Map(Object.entries(variables ?? {}));
  const fieldValueOf = (name: string) => values.get(name)?.normalize('NFC');
  return {
    seen: { name: RESERVED.code, otherwise: { param, code: 'otp_code_missing' } },
    check: (document) => {
      if (isUnreadable(document)) return [{ param, code: 'document_text_unreadable' }];
      const ordinary = variables ? checkVariables(document, variables, param, Object.values(RESERVED)) : [];
      return [...reservedDetails(document, method, param), ...ordinary];
    },
    valueOf: (name) => reserved.get(name) ?? fieldValueOf(name),
    fieldValueOf,
    draw: (page, places, context) => {
      const corners = places
        .filter(({ name }) => name === RESERVED.qrCode)
        .map(({ x, baseline, em }) => ({ x, top: baseline + ASCENT * em }));
      const drawn = corners.reduce(
        (under, { x, top }) =>
          faces.qrCode === undefined ? drawQrPlace(under, x, top) : drawQrCode(under, context, faces.qrCode, x, top),
        page,
      );
      return { page: drawn, boxes: corners.map(({ x, top }) => qrBox(x, top)) };
    },
    hidden: (value) => {
      if (value.name === RESERVED.code && value.what === 'value') return { param, code: 'otp_code_missing' };
      return reserved.has(value.name) ? { param, ...hiddenFlaw(value) } : hiddenVariable(value, param);
    },
  };
}

/** Top of a marker's braces over its baseline, in ems. */
const ASCENT = 0.75;

function reservedDetails(document: ReadDocument, method: VerificationDocument['method'], param: string): Detail[] {
  const found = firstPageOf(document);
  const missing: Detail[] = found.has(RESERVED.code) ? [] : [{ param, code: 'otp_code_missing' }];
  const misplaced = method === 'code' ? ONLY_WITH_PAGE.filter((name) => found.has(name)) : [];
  return [
    ...missing,
    ...misplaced.map((name): Detail => ({ param, code: 'invalid_value', values: { name, page: found.get(name)! } })),
  ];
}
