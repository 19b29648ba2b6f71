import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Fault, FunctionCall } from '@malote/local-cloud/interference.ts';
import type { LocalService } from '../../../lib/programs/local-service/local-service.ts';
import { type ApiClient, Control } from '../../support/api.ts';
import { startOwnService } from '../../support/own-service.ts';
import { wordsPdf } from '../../support/pdfs.ts';

/** `LETTER_BATCH_ROWS=100000 npm test faults/letter-batches` states how long a large one takes. */
const ROWS = Number(process.env['LETTER_BATCH_ROWS'] ?? 2_000);
/** Real time between two kills of the worker. */
const KILL_EVERY_MS = 5_000;
/** Every so many rows one has no address. */
const REFUSED_EVERY = 50;
const MINUTE = 60;

let service: LocalService;
let control: Control;
let lastKill = Date.now();
let kills = 0;

/** The next call of the worker after five seconds ends its environment, before or after the call took effect. */
function strike({ functionName }: FunctionCall): Fault | undefined {
  if (!functionName.includes('SendMailMerges') || Date.now() - lastKill < KILL_EVERY_MS) return undefined;
  lastKill = Date.now();
  return { kind: 'killed', effect: kills++ % 2 === 0 };
}

beforeAll(async () => {
  service = await startOwnService({ interference: strike });
  control = new Control(service.description.control_url);
});
afterAll(() => service?.stop());

const row = (index: number) =>
  JSON.stringify({
    to: {
      name: `Cliente ${index}`,
      number: '100',
      postal_code: index % REFUSED_EVERY === 0 ? '00000-000' : '05010-000',
    },
    reference: `B-${index}`,
    color: index % 3 === 0,
    document: { variables: { nome: `Cliente ${index}` } },
  });

/** Reads until the batch has a status; killed work comes back as time passes. */
async function until(api: ApiClient, id: string, status: string) {
  for (;;) {
    const { body } = await api.get(`/letter-batches/${id}`);
    if (body.status === status) return body;
    await control.advance(5 * MINUTE);
  }
}

async function everyPage(api: ApiClient, path: string): Promise<any[]> {
  const all: any[] = [];
  for (let cursor = ''; ;) {
    const { status, body } = await api.get(`${path}limit=100${cursor}`);
    expect(status).toBe(200);
    all.push(...body.data);
    if (!body.has_more) return all;
    cursor = `&cursor=${encodeURIComponent(body.next_cursor)}`;
  }
}

test(
  `${ROWS} rows with a worker that is killed every five seconds: the charge is the quote, no letter twice, none lost`,
  async () => {
    const { id: account, api } = await control.openAccount(service.description.base_url, { balance: ROWS * 2_000 });
    const pdf = wordsPdf('Prezado {{nome}},');
    const upload = (await api.post('/uploads', { filename: 'aviso.pdf', size: pdf.byteLength })).body;
    await put(upload.upload_url, pdf, { 'content-type': 'application/pdf' });
    const rows = Buffer.from(Array.from({ length: ROWS }, (_, index) => row(index + 1)).join('\n'));
    const created = await api.post('/letter-batches', {
      filename: 'clientes.jsonl',
      size: rows.byteLength,
      documents: [{ name: 'aviso', upload_id: upload.id }],
    });
    expect(created.status).toBe(201);
    await put(created.body.rows_url, rows, { 'content-type': 'application/octet-stream', 'if-none-match': '*' });
    const path = `/letter-batches/${created.body.id}`;
    const begun = Date.now();
    expect((await api.post(`${path}/quote`)).status).toBe(200);
    const { quote } = await until(api, created.body.id, 'quoted');
    const checked = Date.now();
    const refused = Math.floor(ROWS / REFUSED_EVERY);
    expect(quote).toMatchObject({ letters: ROWS - refused, refused });

    const before = (await api.get('/balance')).body.amount as number;
    const confirmed = await api.post(`${path}/confirm`, { quote_hash: quote.hash });
    expect(confirmed).toMatchObject({ status: 200, body: { charged: quote.total } });
    const first = await firstResult(api, created.body.id);
    const shown = await until(api, created.body.id, 'completed');
    const sent = Date.now();

    expect(shown).toMatchObject({ counts: { created: ROWS - refused, refused, waiting: 0 }, refunded: 0 });
    expect((await api.get('/balance')).body.amount).toBe(before - quote.total);
    const letters = await everyPage(api, `/letters?letter_batch_id=${created.body.id}&`);
    expect(letters.reduce((sum, { price }) => sum + price.total, 0)).toBe(quote.total);
    const references = new Set(letters.map(({ reference }) => reference));
    expect([letters.length, references.size]).toEqual([ROWS - refused, ROWS - refused]);
    const results = await everyPage(api, `${path}/rows?`);
    expect(results.map((result) => result.row)).toEqual(Array.from({ length: ROWS }, (_, index) => index + 1));
    expect(new Set(results.map(({ letter_id }) => letter_id).filter(Boolean)).size).toBe(ROWS - refused);
    expect(await control.get('/ledger/audit')).toEqual({ differences: [] });
    const types = (await api.get(`/events?object_id=${created.body.id}`)).body.data.map(({ type }: any) => type);
    expect(types.sort()).toEqual(['letter_batch.completed', 'letter_batch.quoted']);
    expect(kills).toBeGreaterThan(1);
    if (process.env['LETTER_BATCH_ROWS'])
      process.stdout.write(
        `${JSON.stringify({ account, rows: ROWS, kills, dry_run_ms: checked - begun, first_result_ms: first, sending_ms: sent - checked })}\n`,
      );
  },
  60_000 + ROWS * 1_000,
);

/** Milliseconds until the first letter can be read. */
async function firstResult(api: ApiClient, id: string): Promise<number> {
  const begun = Date.now();
  for (;;) {
    const { body } = await api.get(`/letters?letter_batch_id=${id}&limit=1`);
    if (body.data.length > 0) return Date.now() - begun;
  }
}

async function put(url: string, file: Uint8Array, headers: Record<string, string>): Promise<void> {
  const { status } = await fetch(url, { method: 'PUT', headers, body: Uint8Array.from(file) });
  expect(status).toBe(200);
}
