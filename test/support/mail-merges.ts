import { randomUUID } from 'node:crypto';
import type { Browser } from './browser.ts';
import { eventually } from './eventually.ts';
import { wordsPdf } from './pdfs.ts';

/**
 * Sends a spreadsheet of two rows, one of which has no such postal code, as the page does, and waits for its end.
 * @returns its id
 */
export async function sendMailMerge(browser: Browser, accountId: string, filename = 'aviso.pdf'): Promise<string> {
  const path = `/accounts/${accountId}/mail-merges`;
  const letter = (postal_code: string) => ({
    to: { name: 'Ana Souza', postal_code, number: '100' },
    variables: { nome: 'Ana' },
  });
  const document = wordsPdf('Prezado {{nome}},');
  const rows = Buffer.from(
    JSON.stringify({
      shared: {},
      rows: [
        { line: 2, letter: letter('01310-100') },
        { line: 3, letter: letter('00000-000') },
      ],
    }),
  );
  const order = { filename, document_size: document.byteLength, rows: 2, rows_size: rows.byteLength };
  const { body: draft } = await browser.ask('POST', path, order);
  for (const [url, type, file] of [
    [draft.document_url, 'application/pdf', document],
    [draft.rows_url, 'application/json', rows],
  ] as const) {
    const { status } = await fetch(url, {
      method: 'PUT',
      headers: { 'content-type': type },
      body: new Uint8Array(file),
    });
    if (status !== 200) throw new Error(`${type}: ${status}`);
  }
  const one = `${path}/${draft.id}`;
  await browser.ask('POST', `${one}/send`, undefined, { 'idempotency-key': randomUUID() });
  const { body } = await eventually(
    () => browser.ask('GET', one),
    (answer) => answer.body.status === 'done',
  );
  if (body.status !== 'done') throw new Error(`The spreadsheet is ${body.status}`);
  return draft.id as string;
}
