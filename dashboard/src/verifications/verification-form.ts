import type { AddressPlacement, Verification, VerificationOrder } from '../api/objects.ts';
import { type AddressForm, addressForm, addressInput, blankAddress } from '../parts/address-form.ts';

/** The form of a verification that has not been ordered. */
export interface VerificationForm {
  to: AddressForm;
  method: Verification['method'];
  /** Whether the company's own PDF is printed instead of the service's letter. */
  ownPdf: boolean;
  /** Null for the account's default letter. */
  letter: { title: string; body: string; footer: string; qrCode: boolean; pageUrl: boolean } | null;
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
  const { to, method, returnUrl, reference, previous } = form;
  return {
    to: addressInput(to),
    method,
    ...(pdf ? ofPdf(form, pdf) : ofLetter(form)),
    ...(method === 'hosted_page' && returnUrl.trim() !== '' ? { return_url: returnUrl.trim() } : {}),
    ...(reference.trim() === '' ? {} : { reference: reference.trim() }),
    ...(previous === null ? {} : { previous_verification_id: previous }),
  };
}

function ofPdf({ variables, color, doubleSided, placement }: VerificationForm, { uploadId, markers }: Pdf) {
  const names = variablesOf(markers);
  return {
    document: {
      type: 'upload',
      upload_id: uploadId,
      ...(names.length > 0
        ? { variables: Object.fromEntries(names.map((name) => [name, variables[name] ?? ''])) }
        : {}),
    },
    color,
    double_sided: doubleSided,
    address_placement: placement,
  } as const;
}

function ofLetter({ method, letter, instructions }: VerificationForm) {
  return {
    ...(letter
      ? {
          letter: {
            ...(letter.title.trim() === '' ? {} : { title: letter.title }),
            ...(letter.body.trim() === '' ? {} : { body: letter.body }),
            ...(letter.footer.trim() === '' ? {} : { footer: letter.footer }),
            ...(method === 'hosted_page' ? { include_qr_code: letter.qrCode, include_page_url: letter.pageUrl } : {}),
          },
        }
      : {}),
    ...(instructions.trim() === '' ? {} : { instructions: instructions.trim() }),
  };
}
