import type { LetterChanges } from '../schemas/letter.ts';
import type { LetterStatus } from './letter-statuses.ts';
import type { Letter } from './letters.ts';
import { Problem } from './problems.ts';
import type { Upload } from './uploads.ts';

/** The fields that an edit changes; omitted fields stay, also within an address. */
export interface LetterEdit extends Omit<LetterChanges, 'document'> {
  document?: EditedDocument;
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

interface EditedFieldRule {
  /** The printed file depends on it. */
  isPrinted: boolean;
  /** It may still change once the letter is received; every field may change while it is scheduled (rule LTR-13). */
  whileReceived: boolean;
}

/** Every field of an edit, in the order of its schema. */
const fieldRules: Readonly<Record<EditedField, EditedFieldRule>> = {
  to: { isPrinted: true, whileReceived: true },
  from: { isPrinted: true, whileReceived: false },
  document: { isPrinted: true, whileReceived: false },
  color: { isPrinted: false, whileReceived: false },
  double_sided: { isPrinted: true, whileReceived: false },
  address_placement: { isPrinted: true, whileReceived: false },
  postal_services: { isPrinted: false, whileReceived: false },
  send_date: { isPrinted: false, whileReceived: false },
  reference: { isPrinted: false, whileReceived: true },
  metadata: { isPrinted: false, whileReceived: false },
};

const isEditable = (field: EditedField, status: LetterStatus): boolean =>
  status === 'scheduled' || (status === 'received' && fieldRules[field].whileReceived);

/** What was sent for each field; undefined for the others. */
type Sent = Partial<Record<EditedField, unknown>>;

/** The fields of an edit. */
export function fieldsOf(edit: Sent): EditedField[] {
  return (Object.keys(fieldRules) as EditedField[]).filter((field) => edit[field] !== undefined);
}

/** True when the letter's file must be rendered again. */
export function changesPrint(edit: Sent): boolean {
  return fieldsOf(edit).some((field) => fieldRules[field].isPrinted);
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
  const fixed = fieldsOf(edit).filter((field) => !isEditable(field, status));
  return fixed.length > 0 ? new LetterNotEditable(status, fixed) : undefined;
}
