import type { AddressPlacement, Letter, LetterOrder, PostalService } from '../api/objects.ts';
import { type AddressForm, addressForm, addressInput, blankAddress } from '../parts/address-fields.tsx';

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

/** The form of a letter that exists. */
export function formOfLetter(letter: Letter): LetterForm {
  return {
    ...blankLetter,
    to: addressForm(letter.to),
    from: addressForm(letter.from),
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
  const variables = Object.fromEntries(markers.map((name) => [name, form.variables[name] ?? '']));
  return {
    to: addressInput(form.to),
    ...(form.from ? { from: addressInput(form.from) } : {}),
    document: { ...source, ...(markers.length > 0 ? { variables } : {}) },
    color: form.color,
    double_sided: form.doubleSided,
    address_placement: form.placement,
    postal_services: form.services,
    ...(form.sendDate === null ? {} : { send_date: form.sendDate }),
    ...(form.reference.trim() === '' ? {} : { reference: form.reference.trim() }),
  };
}
