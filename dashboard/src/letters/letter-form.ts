import type {
  AddressPlacement,
  EveryField,
  Letter,
  LetterChanges,
  LetterOrder,
  PostalService,
} from '../api/objects.ts';
import { type AddressForm, addressForm, addressInput, blankAddress } from '../parts/address-form.ts';
import { valuesOfMarkers } from './marker-values.ts';

/** The form of a letter that has not been ordered. */
export interface LetterForm {
  to: AddressForm;
  /** Null for the account's default sender. */
  from: AddressForm | null;
  variables: Record<string, string>;
  color: boolean;
  doubleSided: boolean;
  placement: AddressPlacement;
  services: PostalService[];
  /** `YYYY-MM-DD` in Brasília; null to send immediately. */
  sendDate: string | null;
  reference: string;
}

export const blankLetter: LetterForm = {
  to: blankAddress,
  from: null,
  variables: {},
  color: false,
  doubleSided: false,
  placement: 'first_page',
  services: [],
  sendDate: null,
  reference: '',
};

/** The form of a letter that exists, without what its document's markers became. */
export function formOfLetter(letter: Letter): LetterForm {
  return {
    to: addressForm(letter.to),
    from: addressForm(letter.from),
    variables: {},
    color: letter.color,
    doubleSided: letter.double_sided,
    placement: letter.address_placement,
    services: letter.postal_services,
    sendDate: letter.send_date,
    reference: letter.reference ?? '',
  };
}

/** Where the PDF comes from. */
export interface Source {
  type: 'upload';
  upload_id: string;
}

/** The order of a letter. Markers in the PDF become variables; a PDF without markers is printed unchanged. */
export function letterOrder(form: LetterForm, source: Source, markers: readonly string[]): LetterOrder {
  return {
    to: addressInput(form.to),
    from: form.from ? addressInput(form.from) : undefined,
    document: documentOf(form, source, markers),
    color: form.color,
    double_sided: form.doubleSided,
    address_placement: form.placement,
    postal_services: form.services,
    send_date: form.sendDate ?? undefined,
    reference: form.reference.trim() || undefined,
    // The account's setting decides.
    authenticity: undefined,
    // Nobody types it.
    metadata: undefined,
  } satisfies EveryField<LetterOrder>;
}

/** @param source of another PDF; undefined if the letter keeps its own */
export function letterChanges(
  letter: Pick<Letter, 'status' | 'send_date'>,
  form: LetterForm,
  source: Source | undefined,
  markers: readonly string[],
): LetterChanges {
  // The status determines what may change (rule LTR-13); the service checks it again.
  const early = letter.status === 'scheduled';
  return {
    to: wholeAddress(form.to),
    from: early && form.from ? wholeAddress(form.from) : undefined,
    document: early && source ? documentOf(form, source, markers) : undefined,
    color: early ? form.color : undefined,
    double_sided: early ? form.doubleSided : undefined,
    address_placement: early ? form.placement : undefined,
    postal_services: early ? form.services : undefined,
    send_date: early && form.sendDate !== null && form.sendDate !== letter.send_date ? form.sendDate : undefined,
    reference: form.reference.trim() || null,
    // Nobody types it.
    metadata: undefined,
  } satisfies EveryField<LetterChanges>;
}

/** A blank complement removes the old one. */
function wholeAddress(address: AddressForm) {
  return { ...addressInput(address), complement: address.complement.trim() || null };
}

function documentOf({ variables }: LetterForm, source: Source, markers: readonly string[]) {
  if (markers.length === 0) return { ...source };
  return { ...source, variables: valuesOfMarkers(variables, markers) };
}
