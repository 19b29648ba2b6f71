import { randomUUID } from 'node:crypto';
import type { Browser } from './browser.ts';
import { eventually } from './eventually.ts';
import { wordsPdf } from './pdfs.ts';

/**
 * Uploads a spreadsheet with a row for each postal code, and its PDF, as the page does.
 * @returns its id; nothing is sent yet
 */
export async function draftMailMerge(
  browser: Browser,
  accountId: string,
  postalCodes: readonly string[],
  filename = 'aviso.pdf',
): Promise<string> {
  const rows = postalCodes.map((postal_code, index) => ({
    line: index + 2,
    letter: { to: { name: 'Ana Souza', postal_code, number: '100' }, variables: { nome: 'Ana' } },
  }));
  const cells = Buffer.from(JSON.stringify({ shared: {}, rows }));
  const document = Buffer.from(wordsPdf('Prezado {{nome}},'));
  const order = {
    filename,
    document_size: document.byteLength,
    rows: rows.length,
    rows_size: cells.byteLength,
  };
  const { body: draft } = await browser.ask('POST', `/accounts/${accountId}/mail-merges`, order);
  for (const [url, type, file] of [
    [draft.document_url, 'application/pdf', document],
    [draft.rows_url, 'application/json', cells],
  ] as const) {
    const { status } = await fetch(url, {
      method: 'PUT',
      headers: { 'content-type': type, 'if-none-match': '*' },
      body: file,
    });
    if (status !== 200) throw new Error(`${type}: ${status}`);
  }
  return draft.id as string;
}

/**
 * Sends a spreadsheet of two rows, one with an unknown postal code, as the page does, and waits for its end.
 * @returns its id
 */
export async function sendMailMerge(browser: Browser, accountId: string, filename?: string): Promise<string> {
  const id = await draftMailMerge(browser, accountId, ['01310-100', '00000-000'], filename);
  const path = `/accounts/${accountId}/mail-merges/${id}`;
  await browser.ask('POST', `${path}/send`, undefined, { 'idempotency-key': randomUUID() });
  const { body } = await eventually(
    () => browser.ask('GET', path),
    (answer) => answer.body.status === 'done',
  );
  if (body.status !== 'done') throw new Error(`The spreadsheet is ${body.status}`);
  return id;
}
