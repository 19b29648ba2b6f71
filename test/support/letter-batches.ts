import type { ApiClient } from './api.ts';
import { eventually } from './eventually.ts';
import { recipient } from './letters.ts';
import { wordsPdf } from './pdfs.ts';

/** The PDF of batches, with the marker `nome`. */
const pdf = wordsPdf('Prezado {{nome}},');

/** A row for somebody. */
export const rowFor = (name: string) => ({ to: { ...recipient, name }, document: { variables: { nome: name } } });

const put = (url: string, file: Uint8Array, headers: Record<string, string>) =>
  fetch(url, { method: 'PUT', headers, body: Uint8Array.from(file) });

/** Orders a letter batch, whose PDF has arrived. @returns the response, and the file of its rows */
export async function orderBatch(api: ApiClient, rows: readonly object[]) {
  const { body: upload } = await api.post('/uploads', { filename: 'aviso.pdf', size: pdf.byteLength });
  await put(upload.upload_url, pdf, { 'content-type': 'application/pdf' });
  const file = Buffer.from(rows.map((row) => JSON.stringify(row)).join('\n'));
  const order = {
    filename: 'linhas.jsonl',
    size: file.byteLength,
    documents: [{ name: 'aviso', upload_id: upload.id }],
  };
  return { ...(await api.post('/letter-batches', order)), file };
}

/** Orders a letter batch, whose rows have arrived. @returns its path */
export async function arrivedBatch(api: ApiClient, rows: readonly object[]): Promise<string> {
  const { body, file } = await orderBatch(api, rows);
  await put(body.rows_url, file, { 'content-type': 'application/octet-stream', 'if-none-match': '*' });
  return `/letter-batches/${body.id as string}`;
}

/** The batch once it has a status. */
export const batchIn = async (api: ApiClient, path: string, status: string) =>
  (
    await eventually(
      () => api.get(path),
      ({ body }) => body.status === status,
    )
  ).body;

/** A batch whose dry run has ended. */
export async function quotedBatch(api: ApiClient, rows: readonly object[]) {
  const path = await arrivedBatch(api, rows);
  await api.post(`${path}/quote`);
  return { path, batch: await batchIn(api, path, 'quoted') };
}
