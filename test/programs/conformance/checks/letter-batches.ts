import { wordsPdf } from '../../../support/pdfs.ts';
import { check } from '../check.ts';
import { expectStatus, holds, invalid, refused, same } from '../expectations.ts';
import { recipient, type World } from '../world.ts';

const DAY_MS = 86_400_000;
/** A batch of a few rows is checked and sent within seconds; a busy deployment gets minutes. */
const LOOKS = 120;
const PAUSE_MS = 1_000;

const pdf = wordsPdf('Prezado {{nome}},');

const put = (url: string, file: Uint8Array, headers: Record<string, string>) =>
  fetch(url, { method: 'PUT', headers, body: Uint8Array.from(file) });

const asRows = { 'content-type': 'application/octet-stream', 'if-none-match': '*' };

const row = (name: string, more: object = {}) => ({
  to: { ...recipient, name },
  document: { variables: { nome: name } },
  ...more,
});

const lines = (...rows: object[]) => Buffer.from(rows.map((each) => JSON.stringify(each)).join('\n'));

async function uploaded({ api }: World): Promise<string> {
  const upload = expectStatus(await api.post('/uploads', { filename: 'aviso.pdf', size: pdf.byteLength }), 201);
  holds((await put(upload.upload_url, pdf, { 'content-type': 'application/pdf' })).ok, 'the PDF is not taken');
  return upload.id as string;
}

/** A letter batch whose rows have arrived. */
async function ordered(world: World, file: Uint8Array, fields: object = {}) {
  const documents = [{ name: 'aviso', upload_id: await uploaded(world) }];
  const order = { filename: 'linhas.jsonl', size: file.byteLength, documents, ...fields };
  const batch = expectStatus(await world.api.post('/letter-batches', order), 201);
  holds((await put(batch.rows_url, file, asRows)).ok, 'the rows are not taken');
  return { batch, path: `/letter-batches/${batch.id as string}` };
}

async function until({ api }: World, path: string, status: string) {
  for (let look = 0; look < LOOKS; look++) {
    const batch = expectStatus(await api.get(path), 200);
    if (batch.status === status) return batch;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  throw new Error(`${path} is not ${status}`);
}

async function quoted(world: World, file: Uint8Array, fields: object = {}) {
  const { path } = await ordered(world, file, fields);
  expectStatus(await world.api.post(`${path}/quote`), 200);
  return { path, batch: await until(world, path, 'quoted') };
}

const problemsOf = (rows: any[]) =>
  rows.map(({ row: number, problems }) => [number, ...problems.map(({ param, code }: any) => `${param} ${code}`)]);

export const letterBatches = [
  check('LBT-1', 'a new batch awaits its rows, and the list has it', async (world) => {
    const { batch } = await ordered(world, lines(row('Ana')));
    same(
      [batch.object, batch.status, batch.rows, batch.quote],
      ['letter_batch', 'awaiting_rows', null, null],
      'fields',
    );
    same(Date.parse(batch.expires_at) - Date.parse(batch.created_at), 7 * DAY_MS, 'milliseconds until it expires');
    const { data } = expectStatus(await world.api.get('/letter-batches'), 200);
    holds(
      data.some(({ id }: any) => id === batch.id),
      'the list does not have it',
    );
  }),
  check('LBT-2', 'the fields of an order have limits, and the URL takes one file', async (world) => {
    const { api } = world;
    invalid(await api.post('/letter-batches', {}), 'filename required', 'size required', 'documents required');
    const upload_id = await uploaded(world);
    const order = { filename: 'l.jsonl', size: 1, documents: [{ name: 'a', upload_id }] };
    invalid(await api.post('/letter-batches', { ...order, size: 67_108_865 }), 'size out_of_range');
    invalid(await api.post('/letter-batches', { ...order, documents: [] }), 'documents too_short');
    const twice = [order.documents[0], order.documents[0]];
    invalid(await api.post('/letter-batches', { ...order, documents: twice }), 'documents[1].name invalid_value');
    invalid(
      await api.post('/letter-batches', { ...order, letter: { send_date: '2030-01-01' } }),
      'letter.send_date unknown_parameter',
    );
    const { batch } = await ordered(world, lines(row('Ana')));
    holds(!(await put(batch.rows_url, lines(row('Eva')), asRows)).ok, 'the rows can be replaced');
  }),
  check('LBT-3', 'rows have the fields of letters, and blank lines are none', ['orders'], async (world) => {
    const file = Buffer.from(`${lines(row('Ana', { color: true })).toString()}\n\n \n{"to":\n"texto"`);
    const { path, batch } = await quoted(world, file, { letter: { postal_services: ['registered'] } });
    same([batch.rows, batch.quote.letters, batch.quote.refused], [3, 1, 2], 'rows, letters and refused rows');
    const items = batch.quote.prices[0].price.items.map(({ type }: any) => type);
    same(items.sort(), ['base', 'color', 'registered'], 'items of the price');
    const { data } = expectStatus(await world.api.get(`${path}/rows`), 200);
    same(
      problemsOf(data),
      [
        [2, 'row invalid_format'],
        [3, 'row invalid_type'],
      ],
      'problems',
    );
  }),
  check('LBT-4', 'a spreadsheet names its fields in the heading', async (world) => {
    const csv = Buffer.from('to.name;to.number;to.postal_code;nome\nAna;1;01001-000;Ana\nEva;1;01001-000;\n');
    const { path, batch } = await quoted(world, csv, { format: 'spreadsheet', filename: 'linhas.csv' });
    same([batch.quote.letters, batch.quote.refused], [1, 1], 'letters and refused rows');
    const { data } = expectStatus(await world.api.get(`${path}/rows`), 200);
    same(data[0].line, 3, 'the row of the spreadsheet');
  }),
  check('LBT-5', 'a dry run finds each problem, offers a sum, and charges nothing', async (world) => {
    const { api } = world;
    const before = expectStatus(await api.get('/balance'), 200).amount;
    const bad = row('Eva', { to: { name: 'Eva', number: '1', postal_code: '00000-000' }, reference: 1 });
    const { path, batch } = await quoted(world, lines(row('Ana'), bad, row('Bia')));
    const { quote } = batch;
    same([quote.letters, quote.refused], [2, 1], 'letters and refused rows');
    same(
      quote.total,
      quote.prices.reduce((sum: number, { amount }: any) => sum + amount, 0),
      'the sum of the amounts',
    );
    holds(/^[0-9a-f]{64}$/.test(quote.hash), 'the hash is no SHA-256');
    const { data } = expectStatus(await api.get(`${path}/rows?state=refused`), 200);
    same(problemsOf(data), [[2, 'to.postal_code postal_code_not_found', 'reference invalid_type']], 'problems');
    same(expectStatus(await api.get('/balance'), 200).amount, before, 'the balance');
  }),
  check('LBT-5', 'rows that have not arrived, and those that cannot be used', async (world) => {
    const documents = [{ name: 'aviso', upload_id: 'upl_unknown' }];
    const order = { filename: 'l.jsonl', size: 1, documents };
    const { id } = expectStatus(await world.api.post('/letter-batches', order), 201);
    invalid(await world.api.post(`/letter-batches/${id}/quote`), 'rows upload_file_missing');
    const { path } = await ordered(world, lines(row('Ana')), { documents });
    expectStatus(await world.api.post(`${path}/quote`), 200);
    const { problems } = await until(world, path, 'failed');
    same(problems, [{ param: 'documents[0].upload_id', code: 'upload_not_found' }], 'problems');
  }),
  check('LBT-6', 'a confirmation needs the hash of the quote', ['orders'], async (world) => {
    const { path } = await ordered(world, lines(row('Ana')));
    const confirm = (quote_hash: string) => world.api.post(`${path}/confirm`, { quote_hash });
    refused(await confirm('0'.repeat(64)), 409, 'letter_batch_not_confirmable');
    expectStatus(await world.api.post(`${path}/quote`), 200);
    await until(world, path, 'quoted');
    refused(await confirm('0'.repeat(64)), 409, 'letter_batch_quote_differs');
    invalid(await confirm('x'), 'quote_hash invalid_format');
  }),
  check('LBT-7', 'results come in the order of the file, and state filters them', ['orders'], async (world) => {
    const bad = row('Eva', { to: {} });
    const { path } = await quoted(world, lines(bad, row('Ana'), bad));
    const { data, next_cursor } = expectStatus(await world.api.get(`${path}/rows?limit=1`), 200);
    const rest = expectStatus(await world.api.get(`${path}/rows?limit=1&cursor=${next_cursor}`), 200);
    same(
      [data, rest.data].flat().map((each: any) => each.row),
      [1, 3],
      'rows',
    );
    same(expectStatus(await world.api.get(`${path}/rows?state=created`), 200).data, [], 'created rows');
    invalid(await world.api.get(`${path}/rows?state=lost`), 'state invalid_value');
  }),
  check('LBT-8', 'the charge is the quote, and each row is one letter that it has paid', ['orders'], async (world) => {
    const { api } = world;
    const { path, batch } = await quoted(world, lines(row('Ana'), row('Bia')));
    const { hash: quote_hash, total } = batch.quote;
    same(expectStatus(await api.post(`${path}/confirm`, { quote_hash }), 200).charged, total, 'the charge');
    expectStatus(await api.post(`${path}/confirm`, { quote_hash }), 200);
    const { counts, refunded } = await until(world, path, 'completed');
    same([counts.created, counts.waiting, refunded], [2, 0, 0], 'results');
    const letters = expectStatus(await api.get(`/letters?letter_batch_id=${batch.id as string}`), 200).data;
    same(
      letters.map(({ letter_batch_id }: any) => letter_batch_id),
      [batch.id, batch.id],
      'letters of the batch',
    );
    same(
      letters.reduce((sum: number, { price }: any) => sum + price.total, 0),
      total,
      'the prices of its letters',
    );
    const { data } = expectStatus(await api.get('/balance/transactions?type=letter_batch&limit=100'), 200);
    const own = data.filter(({ source_id }: any) => source_id === batch.id);
    same(
      own.map(({ amount }: any) => amount),
      [-total],
      'its transactions',
    );
  }),
  check('LBT-9', 'a cancellation refunds what can still be canceled', ['orders'], async (world) => {
    const { api } = world;
    const before = expectStatus(await api.get('/balance'), 200).amount;
    const { path, batch } = await quoted(world, lines(row('Ana')));
    expectStatus(await api.post(`${path}/cancel`), 200);
    const { charged } = await until(world, path, 'canceled');
    same([charged, expectStatus(await api.get('/balance'), 200).amount], [0, before], 'charge and balance');
    refused(await api.post(`${path}/confirm`, { quote_hash: batch.quote.hash }), 409, 'letter_batch_not_confirmable');
    expectStatus(await api.post(`${path}/cancel`), 200);
  }),
];
