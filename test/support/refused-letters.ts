import { describe, expect, test } from '@jest/globals';
import { detailsOf } from './checked-client.ts';
import { useUnchangedCustomer } from './internals.ts';
import { base64, recipient } from './letters.ts';
import { blankPdf } from './pdfs.ts';
import type { Customer } from './service.ts';

export type Fields = Record<string, unknown>;

/** The name of the case, the fields that differ from a valid order (undefined: omitted), and every reported problem. */
export type Case = [title: string, fields: Fields, details: string[]];

/** A valid POST /letters. */
export const good = { to: recipient, document: base64(blankPdf()) };

/** Sends an invalid order with a key, which stays unused. */
export async function refused({ api }: Customer, body: unknown): Promise<string[]> {
  const answer = await api.post('/letters', body, { 'idempotency-key': 'key' });
  expect([answer.status, answer.body.error.code]).toEqual([422, 'invalid_parameters']);
  return detailsOf(answer);
}

/** Fewer than 50 cases: they share one account, and nothing in it changes. */
export function refuses(title: string, cases: Case[]): void {
  describe(title, () => {
    const customer = useUnchangedCustomer();

    test.each(cases)('%s', async (_, fields, details) => {
      expect(await refused(customer(), { ...good, ...fields })).toEqual(details);
    });
  });
}

/** Cases about a single field. */
export const of = (param: string, rows: [title: string, value: unknown, code: string][]): Case[] =>
  rows.map(([title, value, code]) => [title, { [param]: value }, [`${param} ${code}`]]);
