import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addDays, brasiliaDate } from '../../lib/core/domain/brasilia.ts';

const fixtures = join(import.meta.dirname, './fixtures/pdf');

/** A PDF made by a real program (test/support/fixtures/pdf/README.md). */
export function pdfFixture(name: string): Buffer {
  return readFileSync(join(fixtures, `${name}.pdf`));
}

/** A recipient whose postal code determines the street. */
export const recipient = { name: 'Maria da Conceição', number: '100', postal_code: '05010-000' };

/** The body of a POST /letters with a one-page letter from a word processor. */
export function letterBody(fields: Record<string, unknown> = {}, pdf = 'libreoffice-letter-1') {
  return { to: recipient, document: base64(pdfFixture(pdf)), ...fields };
}

/** A document in base64. */
export function base64(pdf: Buffer, fields: Record<string, unknown> = {}) {
  return { type: 'base64', data: pdf.toString('base64'), ...fields };
}

/** The date in Brasília this many days from today. */
export const dateIn = (days: number) => addDays(brasiliaDate(Date.now()), days);
