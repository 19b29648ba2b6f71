import { describe, expect, test } from '@jest/globals';
import {
  changesPrint,
  type EditedField,
  editRefusal,
  fieldsOf,
  type LetterEdit,
  LetterNotEditable,
} from '../../lib/core/domain/letter-edits.ts';
import { letterStatuses } from '../../lib/core/domain/letter-statuses.ts';
import { letterSample } from '../support/samples.ts';

const edits: Required<LetterEdit> = {
  to: { number: '7' },
  from: { number: '7' },
  document: { bytes: new Uint8Array(), filename: 'a.pdf', variables: null },
  color: true,
  double_sided: true,
  address_placement: 'extra_page',
  postal_services: [],
  send_date: '2026-12-01',
  reference: null,
  metadata: {},
};
const fields = Object.keys(edits) as EditedField[];
const only = (field: EditedField): LetterEdit => ({ [field]: edits[field] });

describe('an edit (rule LTR-13)', () => {
  test.each(letterStatuses)('of a %s letter may change what its status allows', (status) => {
    const allowed: readonly EditedField[] =
      status === 'scheduled' ? fields : status === 'received' ? ['to', 'reference'] : [];
    for (const field of fields) {
      const refusal = editRefusal(letterSample({ status }), only(field));
      if (allowed.includes(field)) expect(refusal).toBeUndefined();
      else expect(refusal?.message).toContain(`a ${status} letter cannot be given another ${field}`);
    }
  });

  test('names every field that can no longer change', () => {
    const refusal = editRefusal(letterSample({ status: 'received' }), edits);
    expect(refusal).toBeInstanceOf(LetterNotEditable);
    expect(refusal).toMatchObject({
      name: 'LetterNotEditable',
      status: 'received',
      fields: fields.filter((field) => field !== 'to' && field !== 'reference'),
    });
    expect(refusal!.message).toMatch(/ from, document, color, /);
  });

  test('has the fields that were sent, including null', () => {
    expect(fieldsOf({ reference: null, color: false })).toEqual(['color', 'reference']);
    expect(fieldsOf({})).toEqual([]);
  });

  test('prints the letter again if a changed field is visible in the file', () => {
    const printed = ['to', 'from', 'document', 'double_sided', 'address_placement'];
    expect(fields.filter((field) => changesPrint(only(field)))).toEqual(printed);
    expect(changesPrint({ ...only('to'), ...only('reference') })).toBe(true);
  });
});
