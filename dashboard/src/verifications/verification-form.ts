import type { AddressPlacement, DefaultLetter, EveryField, Verification, VerificationOrder } from '../api/objects.ts';
import { valuesOfMarkers } from '../letters/marker-values.ts';
import { type AddressForm, addressForm, addressInput, blankAddress } from '../parts/address-form.ts';

/** The texts of one letter, instead of the account's. */
export interface OwnTexts {
  title: string;
  body: string;
  footer: string;
  qrCode: boolean;
  pageUrl: boolean;
}

/** The form of a verification that has not been ordered. */
export interface VerificationForm {
  to: AddressForm;
  method: Verification['method'];
  /** Whether the company's own PDF is printed instead of the service's letter. */
  ownPdf: boolean;
  /** Null for the account's default letter. */
  letter: OwnTexts | null;
  variables: Record<string, string>;
  color: boolean;
  doubleSided: boolean;
  placement: AddressPlacement;
  instructions: string;
  returnUrl: string;
  reference: string;
  /** The verification that this letter follows (rule VER-19). */
  previous: string | null;
}

export const blankVerification: VerificationForm = {
  to: blankAddress,
  method: 'hosted_page',
  ownPdf: false,
  letter: null,
  variables: {},
  color: false,
  doubleSided: false,
  placement: 'first_page',
  instructions: '',
  returnUrl: '',
  reference: '',
  previous: null,
};

/** The account's own texts, to be changed for one letter. */
export function textsOf(saved: DefaultLetter): OwnTexts {
  return {
    title: saved.title ?? '',
    body: saved.body ?? '',
    footer: saved.footer ?? '',
    qrCode: saved.include_qr_code ?? true,
    pageUrl: saved.include_page_url ?? true,
  };
}

/** A second letter: to the same address, confirmed in the same way. */
export function secondLetter(first: Verification): VerificationForm {
  return {
    ...blankVerification,
    to: addressForm(first.to),
    method: first.method,
    instructions: first.instructions ?? '',
    returnUrl: first.return_url ?? '',
    reference: first.reference ?? '',
    previous: first.id,
  };
}

/** Markers that the service fills in a verification's own PDF (rule DOC-14); people give no values for them. */
const reserved = new Set(['OTP_CODE', 'VERIFICATION_URL', 'QR_CODE']);

export const variablesOf = (markers: readonly string[]) => markers.filter((name) => !reserved.has(name));

interface Pdf {
  uploadId: string;
  markers: readonly string[];
}

/** The order of a verification; with the PDF, if it has its own. */
export function verificationOrder(form: VerificationForm, pdf?: Pdf): VerificationOrder {
  const hosted = form.method === 'hosted_page';
  return {
    to: addressInput(form.to),
    method: form.method,
    document: pdf && documentOf(form, pdf),
    color: pdf && form.color,
    double_sided: pdf && form.doubleSided,
    address_placement: pdf && form.placement,
    letter: !pdf && form.letter ? letterOf(form.letter, hosted) : undefined,
    instructions: pdf ? undefined : textOf(form.instructions),
    return_url: hosted ? textOf(form.returnUrl) : undefined,
    reference: textOf(form.reference),
    previous_verification_id: form.previous ?? undefined,
    // Nobody types it.
    metadata: undefined,
  } satisfies EveryField<VerificationOrder>;
}

/** What was typed; undefined if nothing was. */
const textOf = (typed: string): string | undefined => typed.trim() || undefined;

function documentOf({ variables }: VerificationForm, { uploadId, markers }: Pdf) {
  const source = { type: 'upload', upload_id: uploadId } as const;
  const names = variablesOf(markers);
  if (names.length === 0) return source;
  return { ...source, variables: valuesOfMarkers(variables, names) };
}

/** A blank text is the account's; as it was typed otherwise, since spaces may stand on purpose. */
function letterOf({ title, body, footer, qrCode, pageUrl }: OwnTexts, hosted: boolean) {
  const unlessBlank = (text: string) => (text.trim() === '' ? undefined : text);
  return {
    title: unlessBlank(title),
    body: unlessBlank(body),
    footer: unlessBlank(footer),
    include_qr_code: hosted ? qrCode : undefined,
    include_page_url: hosted ? pageUrl : undefined,
  } satisfies EveryField<NonNullable<VerificationOrder['letter']>>;
}
