import type { AddressInput } from './addresses.ts';
import type { PostalService } from './carrier-services.ts';
import type { LetterStatus } from './letter-statuses.ts';
import type { Letter } from './letters.ts';
import { Problem } from './problems.ts';
import type { AddressPlacement } from './sheets.ts';
import type { Upload } from './uploads.ts';

/** The fields that an edit changes; omitted fields stay, also within an address. */
export interface LetterEdit {
  to?: Partial<AddressInput>;
  from?: Partial<AddressInput>;
  document?: EditedDocument;
  color?: boolean;
  double_sided?: boolean;
  address_placement?: AddressPlacement;
  postal_services?: PostalService[];
  send_date?: string;
  reference?: string | null;
  metadata?: Record<string, string>;
}

/** A replacement document: a file with the values of its markers. */
export interface EditedDocument {
  bytes: Uint8Array;
  filename: string;
  variables: Record<string, string> | null;
  /** The upload that it comes from; the edit consumes it. */
  upload?: Upload;
}

export type EditedField = keyof LetterEdit;

const everyField: readonly EditedField[] = [
  'to',
  'from',
  'document',
  'color',
  'double_sided',
  'address_placement',
  'postal_services',
  'send_date',
  'reference',
  'metadata',
];

/** Editable fields by status; in all other statuses none (rule LTR-13). */
const editableFields: Partial<Record<LetterStatus, readonly EditedField[]>> = {
  scheduled: everyField,
  received: ['to', 'reference'],
};

/** Fields that affect the printed file. */
const printedFields: readonly EditedField[] = ['to', 'from', 'document', 'double_sided', 'address_placement'];

/** What was sent for each field; undefined for the others. */
type Sent = Partial<Record<EditedField, unknown>>;

/** The fields of an edit. */
export function fieldsOf(edit: Sent): EditedField[] {
  return everyField.filter((field) => edit[field] !== undefined);
}

/** True when the letter's file must be rendered again. */
export function changesPrint(edit: Sent): boolean {
  return fieldsOf(edit).some((field) => printedFields.includes(field));
}

/** The letter's status does not allow this edit. */
export class LetterNotEditable extends Problem {
  readonly status: LetterStatus;
  readonly fields: readonly EditedField[];

  constructor(status: LetterStatus, fields: readonly EditedField[]) {
    super('letter_not_editable');
    this.name = 'LetterNotEditable';
    this.message = `a ${status} letter cannot be given another ${fields.join(', ')}`;
    this.status = status;
    this.fields = fields;
  }
}

/** The error naming the fields that the letter's status fixes; undefined if the edit has none of them. */
export function editRefusal({ status }: Letter, edit: Sent): LetterNotEditable | undefined {
  const editable = editableFields[status] ?? [];
  const fixed = fieldsOf(edit).filter((field) => !editable.includes(field));
  return fixed.length > 0 ? new LetterNotEditable(status, fixed) : undefined;
}
