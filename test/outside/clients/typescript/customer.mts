/** A customer's program that uses the client under faults. `test/outside/clients/run.ts` checks its output. */
import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import {
  ApiError,
  type Attempt,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  type LetterBatch,
  Malote,
  TimeoutError,
  ValidationError,
} from '@malote/client';
import { POST } from './webhook.mjs';

const { PROXY, SCENARIOS, TOMORROW, LETTER, DELIVERIES } = process.env as Record<string, string>;
const to = { name: 'Maria da Conceição', number: '100', postal_code: '05010-000' };
const say = (step: string, ...values: unknown[]) => console.log([step, ...values].join('|'));

function under(scenario: string, more = {}) {
  const slept: number[] = [];
  const sleep = async (milliseconds: number) => void slept.push(milliseconds);
  const malote = new Malote({ baseUrl: `${PROXY}/${scenario}`, sleep, random: () => 0.5, ...more });
  return { malote, slept };
}

for (const scenario of SCENARIOS!.split(',')) {
  const { malote, slept } = under(scenario);
  const letter = await malote.letters.send({ to, file: 'small.pdf', reference: scenario });
  say(`posted ${scenario}`, letter.id);
  say(`slept ${scenario}`, ...slept);
}

for (const size of ['small', 'medium', 'large']) {
  let last = 0;
  let rising = true;
  const onProgress = ({ sentBytes, totalBytes }: { sentBytes: number; totalBytes: number }) => {
    rising &&= sentBytes > last && sentBytes <= totalBytes;
    last = sentBytes;
  };
  const { malote } = under(`file-${size}`);
  const order = { to, file: `${size}.pdf`, reference: `file-${size}`, metadata: { size } };
  const letter = await malote.letters.send(order, { onProgress });
  say(`posted file-${size}`, letter.id);
  say(`progress ${size}`, rising, last);
}

// Without a pause: the first call ends at its last attempt, and the second one repeats it.
for (const scenario of ['lost', 'links-used', 'links-late', 'links-missing']) {
  const { malote } = under(scenario, { maxRetries: scenario === 'links-missing' ? 0 : 1 });
  const order = { to, file: scenario === 'lost' ? 'small.pdf' : 'large.pdf', reference: scenario };
  let idempotencyKey = `own ${scenario}`;
  await malote.letters.send(order, scenario === 'lost' ? {} : { idempotencyKey }).catch((error) => {
    if (!(error instanceof ApiError || error instanceof ConnectionError)) throw error;
    idempotencyKey = error.idempotencyKey!;
    const text = error.message;
    if (scenario === 'lost')
      say('lost', error.mayHaveTakenEffect, error.attempts, text.includes(idempotencyKey), text.includes('may have'));
  });
  say(`posted ${scenario}`, (await malote.letters.send(order, { idempotencyKey })).id);
}

const seen: Attempt[] = [];
const observed = under('observed').malote.with({ onAttempt: (attempt) => seen.push(attempt) });
await observed.letters.send({ to, file: 'small.pdf', reference: 'observed' });
say('observed', ...seen.map(({ response }) => response?.status), seen.at(-1)?.requestId?.startsWith('req_'));
await under('silence-once')
  .malote.with({ timeoutMs: 200, maxRetries: 0 })
  .balance.get()
  .catch((error) => {
    if (error instanceof TimeoutError) say('own timeout', error.name);
  });

const totals: number[] = [];
for (const size of ['small', 'medium', 'large'])
  totals.push((await under('none').malote.letters.quoteFile({ to, file: `${size}.pdf` })).price.total);
say('quoted', totals.filter((total) => total > 0).length, 'prices');

const listed: string[] = [];
for await (const { id } of under('pages').malote.letters.all({ limit: 3 })) listed.push(id);
say('pages', ...listed);

const wrong = { ...to, postal_code: '00000-000' };
await under('none')
  .malote.letters.send({ to: wrong, file: 'small.pdf' })
  .catch((error) => {
    if (!(error instanceof ValidationError)) throw error;
    say('invalid', error.type, error.code, error.details[0]?.param);
    const { message, requestId } = error;
    const whole = message.includes('- to.postal_code: ');
    say('refused', error.mayHaveTakenEffect, error.attempts, whole, message.includes(`request ${requestId}`));
  });
const misspelt: unknown[] = [];
for (const size of ['small', 'medium', 'large']) {
  const order = { to, file: `${size}.pdf`, reference: 'misspelt', send_dat: '2026-12-24' };
  await under('none')
    .malote.letters.send(order)
    .catch((error) => {
      if (error instanceof ValidationError)
        misspelt.push(...error.details.map(({ code, param }) => `${code} ${param}`));
    });
}
say('misspelt', ...misspelt);
await under('none', { apiKey: 'malote_live_unknown' })
  .malote.balance.get()
  .catch((error) => {
    if (error instanceof AuthenticationError) say('unknown key', error.type, error.code);
  });
await under('silence', { timeoutMs: 200, maxRetries: 1 })
  .malote.letters.send({ to, file: 'small.pdf' })
  .catch((error) => {
    if (error instanceof TimeoutError) say('timeout', error.name);
  });

const tomorrow = new Malote({ baseUrl: TOMORROW! });
say('status of tomorrow', (await tomorrow.letters.get(LETTER!)).status);
say('letter of tomorrow', (await tomorrow.letters.send({ to, file: 'small.pdf', reference: 'tomorrow' })).id);
say('verification of tomorrow', (await tomorrow.verifications.create({ to, method: 'code' })).id.startsWith('ver_'));
say('events of tomorrow', (await tomorrow.events.list({ limit: 2 })).data.length === 2);

type Delivery = { headers: Record<string, string>; body: string };
for (const [name, { headers, body }] of Object.entries<Delivery>(JSON.parse(DELIVERIES!))) {
  const request = new Request('https://customer.example/', { method: 'POST', headers, body });
  say(name, (await POST(request)).status);
}

const own = Malote.webhooks.sign({ type: 'letter.posted', data: {} }, process.env.MALOTE_WEBHOOK_SECRET!);
const ownRequest = new Request('https://customer.example/', { method: 'POST', ...own });
say('signed here', (await POST(ownRequest)).status);

// Every operation of the API, once.
const { malote } = under('operations');
const document = { type: 'base64', data: (await readFile('small.pdf')).toString('base64') } as const;
const { id } = await malote.letters.create({ to, document });
const read = await malote.letters.get(id);
const price = await malote.letters.quote({ to, document });
const canceled = await malote.letters.cancel(id);
const newest = await malote.letters.list({ limit: 1 });
say('letter', canceled.status, read.price.total === price.price.total, newest.data[0]?.id === id);

const verification = await malote.verifications.create({ to, method: 'code' });
const quoted = await malote.verifications.quote({ to, method: 'code' });
const known = await malote.verifications.get(verification.id);
const early = await malote.verifications.check(verification.id, '000000').catch((error) => error);
say('early', early instanceof ConflictError && early.code);
const tries = await malote.verifications.attempts(verification.id);
const ended = await malote.verifications.cancel(verification.id);
const evidence = await malote.verifications.evidence(verification.id);
const figures = await malote.verifications.figures({ created_after: '2026-01-01T00:00:00Z' });
const listedVerifications = await malote.verifications.list({ status: 'canceled' });
say('verification', ended.status, known.price.total === quoted.price.total, tries.data.length);
say(
  'evidence',
  evidence.verification_id === verification.id,
  figures.by_status.canceled,
  listedVerifications.data.length,
);

const upload = await malote.uploads.create({ filename: 'contrato.pdf', size: 1000 });
const account = await malote.account.get();
const balance = await malote.balance.get();
const { data: transactions } = await malote.balance.transactions({ type: 'verification', limit: 1 });
const { data: events } = await malote.events.list({ object_id: id, type: 'letter.canceled' });
const { city } = await malote.postalCodes.get('05010-000');
say('account', upload.object, account.object, balance.currency, transactions[0]?.source_id === verification.id);
say('events', events.length, city);
const place = { state: 'SP', city: 'Sao Paulo', street: 'r caiubi' };
const [found] = (await malote.postalCodes.search(place)).data;
const [checked] = (await malote.addresses.check([{ ...place, postal_code: '05010000' }])).data;
say('addresses', found?.postal_code, checked?.address.street);

const endpoints = malote.webhookEndpoints;
const created = await endpoints.create({ url: 'https://empresa.example/webhooks' });
const edited = await endpoints.edit(created.id, { events: ['letter.posted'] });
const rotated = await endpoints.rotateSecret(created.id, { overlap_hours: 1 });
const tested = await endpoints.test(created.id);
const sending = await endpoints.sendFailed(created.id, { since: new Date().toISOString() });
const { url } = await endpoints.get(created.id);
say('endpoint', url, edited.events, rotated.secret !== created.secret, tested.error, sending.count);
const { data: there } = await endpoints.list();
const removed = await endpoints.remove(created.id);
say('removed', there.length, removed.deleted);

const { data: deliveries } = await malote.webhookDeliveries.list({ state: 'delivered', limit: 1 });
const again = await malote.webhookDeliveries.sendAgain(deliveries[0]!.id);
const { body } = await malote.webhookDeliveries.get(again.id);
say('delivery', JSON.parse(body!).id === again.event_id);

const batches = malote.letterBatches;
const files = { rows: 'cartas.jsonl', documents: [{ name: 'contrato', file: 'contrato.pdf' }] };
const ownKey = { idempotencyKey: 'own batch' };
const prepared = await under('links-batch').malote.letterBatches.prepare(files, ownKey);
const repeated = await under('none').malote.letterBatches.prepare(files, ownKey);
const settled = async (isSo: (batch: LetterBatch) => boolean, batchId = prepared.id) => {
  for (;;) {
    const batch = await batches.get(batchId);
    if (isSo(batch)) return batch;
    await setTimeout(200);
  }
};
const offer = (await settled(({ quote }) => quote !== null)).quote!;
await under('batch-confirm').malote.letterBatches.confirm(prepared.id, offer.hash);
const confirmed = await batches.confirm(prepared.id, offer.hash);
await settled(({ ended_at }) => ended_at !== null);
const states: string[] = [];
for await (const { state } of under('batch-rows').malote.letterBatches.allRows(prepared.id, { limit: 1 }))
  states.push(state);
const made = (await batches.rows(prepared.id, { state: 'created' })).data[0]!.letter_id;
const byBatch = await malote.letters.list({ letter_batch_id: prepared.id });
say('batch', repeated.id === prepared.id, confirmed.charged === offer.total, byBatch.data[0]?.id === made, ...states);
const proof = await malote.letters.evidence(id);
const lookUps = await malote.letters.lookUps(id);
say('letter evidence', proof.letter_id === id, lookUps.total);
say('batch of tomorrow', (await tomorrow.letterBatches.get(prepared.id)).status);
await tomorrow.letterBatches.rows(prepared.id);
await tomorrow.letters.evidence(id);
await tomorrow.letters.lookUps(id);
await batches.cancel(prepared.id);
const canceledBatch = await settled(({ status }) => status === 'canceled');
const more = await batches.create({ filename: 'x.jsonl', size: 9, documents: [{ name: 'x', upload_id: upload.id }] });
const unsent = await batches.quote(more.id).catch((error) => error);
const { data: newestBatches } = await batches.list({ limit: 1 });
const sheet = await batches.prepare({ ...files, rows: 'cartas.csv' });
const priced = await settled(({ quote, ended_at }) => quote !== null || ended_at !== null, sheet.id);
say('spreadsheet', priced.quote?.letters, priced.quote?.refused);
say('batch ends', canceledBatch.counts.canceled, newestBatches[0]?.id === more.id, unsent.details[0].code);
