import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { addDays, brasiliaDate } from '../../core/domain/brasilia.ts';
import type { LetterEdit } from '../../core/domain/letter-edits.ts';
import type { ApiProblemCode } from '../../core/domain/problems.ts';
import { DAY_MS, HOUR_MS } from '../../core/domain/units.ts';
import { CONFIRMATION_DAYS } from '../../core/domain/verifications.ts';
import { editLetter } from '../../operations/letters/edit-letter.ts';
import { sendTestWebhook } from '../../operations/webhooks/send-test-webhook.ts';
import { openServices, type Services } from '../operator/services.ts';
import type { Site } from '../operator/site.ts';
import { normalForm, STEP_MS } from './normal-form.ts';
import { printedText } from './printed-text.ts';
import { samplePdf } from './sample-pdf.ts';

/** Real responses of the service. */
export interface Recording {
  /** By function folder: named request and response bodies. */
  operations: Readonly<Record<string, RecordedOperation>>;
  /** By `error.code`. */
  problems: Readonly<Partial<Record<ApiProblemCode, unknown>>>;
  /** By type, as delivered. */
  events: Readonly<Record<string, unknown>>;
}

export interface RecordedOperation {
  requests: Record<string, unknown>;
  /** Bodies sent as multipart/form-data, part by part. */
  forms: Record<string, unknown>;
  answers: Record<string, unknown>;
}

/** A local service for the recording alone, which advances its clock and forms print batches. */
export interface RecordedService {
  base_url: string;
  control_url: string;
  confirmation_page_base: string;
  inbox_url: string;
}

/** After the eighth attempt, which is made after 27 hours and 35 minutes. */
const LAST_ATTEMPT_MS = 28 * HOUR_MS;

/** The recording waits two minutes for a delivery. */
const MOST_TRIES = 600;
const PAUSE_MS = 200;

/** The day that examples show, at an hour between two print batches. */
const HOUR_OF_DAY = 14;
const SHOWN_AS = Date.parse('2027-03-01T14:00:00Z');

const company = {
  legal_name: 'Empresa Exemplo Comércio Ltda.',
  trade_name: 'Empresa Exemplo',
  cnpj: '12.ABC.345/01DE-35',
  plan: 'pay_as_you_go',
  default_sender: { name: 'Empresa Exemplo', number: '100', postal_code: '01001-000' },
  balance: 100_000,
};
const recipient = { name: 'Maria da Conceição', number: '100', complement: 'ap 12', postal_code: '05010-000' };
const document = {
  type: 'base64',
  data: samplePdf('Contrato 7: renovado por doze meses.').toString('base64'),
};

/** Uses the service as a customer would, from creation to posting, and records its responses. */
export async function record(service: RecordedService): Promise<Recording> {
  const recordedAt = await windToQuietHour(service);
  const recorder = new Recorder(service, recordedAt);
  const receiver = await openReceiver();
  try {
    await recorder.openAccount();
    await recordReading(recorder);
    await recordLetters(recorder);
    await recordLetterBatches(recorder);
    await recordVerifications(recorder);
    await recordLists(recorder);
    await recordWebhooks(recorder, receiver);
    await recordRareEvents(recorder);
    await recordRefusals(recorder);
  } finally {
    receiver.close();
  }
  return normalForm(recorder.recording, {
    recordedAt,
    shownAs: SHOWN_AS,
    filesBase: new URL(service.base_url).origin,
    shownFilesBase: 'https://files.malote.example',
    confirmationPageBase: service.confirmation_page_base,
    shownConfirmationPageBase: 'https://confirmar.malote.example',
    receiverUrl: receiver.url,
    shownReceiverUrl: 'https://empresa.example/webhooks',
  });
}

async function recordReading(recorder: Recorder): Promise<void> {
  await recorder.get('account-get', '/account', 'account');
  await recorder.get('balance-get', '/balance', 'balance');
  await recorder.get('postal-codes-get', '/postal-codes/01001-000', 'street');
  await recorder.get('postal-codes-search', '/postal-codes?state=SP&city=sao%20paulo&street=r%20caiu', 'street');
  await recorder.post('addresses-check', '/addresses/check', 'addresses', {
    addresses: [
      { street: 'r. caiubbi', number: '100', neighborhood: 'Perdizes', city: 'Sao Paulo', state: 'SP' },
      { street: 'Praça da Sé', number: '1', city: 'São Paulo', state: 'SP', postal_code: '1001000' },
    ],
  });
  await recorder.post('uploads-create', '/uploads', 'upload', { filename: 'contrato.pdf', size: 48_213 });
}

async function recordLetters(recorder: Recorder): Promise<void> {
  const order = {
    to: recipient,
    document,
    postal_services: ['registered'],
    reference: 'contrato 7',
    metadata: { customer: '1234' },
  };
  await recorder.post('letters-quote', '/letters/quote', 'registered', order);
  const form = {
    ...Object.fromEntries(Object.entries(recipient).map(([name, value]) => [`to[${name}]`, value])),
    'postal_services[]': ['registered'],
    color: 'true',
    'metadata[customer]': '1234',
  };
  await recorder.postForm('letters-quote', '/letters/quote', 'file', form);
  await recorder.postForm('letters-create', '/letters', 'file', form);
  const letter = await recorder.post('letters-create', '/letters', 'registered', order);
  const scheduled = await recorder.post('letters-create', '/letters', 'scheduled', {
    to: recipient,
    document,
    send_date: addDays(brasiliaDate(recorder.now), 10),
  });
  const failing = await recorder.post('letters-create', '/letters', 'color', { to: recipient, document, color: true });
  await recorder.refusal('letter_not_final', () => recorder.request('GET', `/letters/${failing.id}/evidence`));
  await recorder.step();
  await recorder.post('letters-cancel', `/letters/${scheduled.id}/cancel`, 'canceled');
  await recorder.produce([
    { id: letter.id, status: 'printed' },
    { id: failing.id, status: 'failed', failure_reason: 'damaged_in_production' },
  ]);
  await recorder.produce([{ id: letter.id, status: 'posted', tracking_code: 'AA123456785BR' }]);
  await recorder.get('letters-get', `/letters/${letter.id}`, 'posted');
  await recorder.get('letters-evidence', `/letters/${letter.id}/evidence`, 'posted');
  await recorder.get('letters-look-ups', `/letters/${letter.id}/look-ups`, 'none');
  await recorder.events(letter.id, scheduled.id, failing.id);
  await recorder.refusal('letter_not_cancelable', () => recorder.request('POST', `/letters/${letter.id}/cancel`));
}

/** Two rows become letters, a third is refused; a batch without rows fails, and another is canceled. */
async function recordLetterBatches(recorder: Recorder): Promise<void> {
  const pdf = samplePdf('Contrato {{contract}}: renovado por doze meses.');
  const upload = await recorder.made('/uploads', { filename: 'contrato.pdf', size: pdf.byteLength });
  await recorder.put((upload as unknown as { upload_url: string }).upload_url, pdf, 'application/pdf');
  const rowOf = (name: string, contract: string, more: object) =>
    JSON.stringify({ to: { ...recipient, name }, document: { variables: { contract } }, ...more });
  const rows = Buffer.from(
    [
      rowOf('Maria da Conceição', '8', { reference: 'contrato 8' }),
      rowOf('João dos Santos', '9', { reference: 'contrato 9' }),
      rowOf('Ana Souza', '10', { to: { name: 'Ana Souza', number: '5', postal_code: '00000-000' } }),
    ].join('\n'),
  );
  const order = (file: Uint8Array) => ({
    filename: 'contratos.jsonl',
    size: file.byteLength,
    documents: [{ name: 'contrato', upload_id: upload.id }],
    letter: { postal_services: ['registered'] },
  });
  const send = (batch: Named, file: Uint8Array) =>
    recorder.put((batch as unknown as { rows_url: string }).rows_url, file, 'application/octet-stream');
  const batch = await recorder.post('letter-batches-create', '/letter-batches', 'json_lines', order(rows));
  const path = `/letter-batches/${batch.id}`;
  const confirm = (quote_hash: string) => recorder.request('POST', `${path}/confirm`, { quote_hash });
  await recorder.refusal('letter_batch_not_confirmable', () => confirm('0'.repeat(64)));
  await send(batch, rows);
  await recorder.post('letter-batches-quote', `${path}/quote`, 'checking');
  const { quote } = await recorder.until(path, ({ status }) => status === 'quoted');
  await recorder.get('letter-batches-get', path, 'quoted');
  await recorder.get('letter-batches-rows', `${path}/rows?state=refused`, 'refused');
  await recorder.refusal('letter_batch_quote_differs', () => confirm('0'.repeat(64)));
  const { hash: quote_hash } = quote as { hash: string };
  await recorder.post('letter-batches-confirm', `${path}/confirm`, 'confirmed', { quote_hash });
  await recorder.until(path, ({ status }) => status === 'completed');
  await recorder.get('letter-batches-list', '/letter-batches', 'completed');
  const other = await recorder.made('/letter-batches', order(rows));
  await send(other, rows);
  await recorder.request('POST', `/letter-batches/${other.id}/quote`);
  await recorder.until(`/letter-batches/${other.id}`, ({ status }) => status === 'quoted');
  await recorder.post('letter-batches-cancel', `/letter-batches/${other.id}/cancel`, 'canceling');
  await recorder.until(`/letter-batches/${other.id}`, ({ status }) => status === 'canceled');
  const blank = Buffer.from(' ');
  const empty = await recorder.made('/letter-batches', order(blank));
  await send(empty, blank);
  await recorder.request('POST', `/letter-batches/${empty.id}/quote`);
  await recorder.until(`/letter-batches/${empty.id}`, ({ status }) => status === 'failed');
  await recorder.events(batch.id, other.id, empty.id);
  recorder.expiring = (await recorder.made('/letter-batches', order(rows))).id;
}

async function recordVerifications(recorder: Recorder): Promise<void> {
  const create = (name: string, fields: object) =>
    recorder.post('verifications-create', '/verifications', name, { to: recipient, ...fields });
  const check = (id: string, name: string, code: string) =>
    recorder.post('verifications-check', `/verifications/${id}/check`, name, { code });
  const cancel = (id: string, name: string) =>
    recorder.post('verifications-cancel', `/verifications/${id}/cancel`, name);

  await recorder.post('verifications-quote', '/verifications/quote', 'hosted_page', {
    to: recipient,
    method: 'hosted_page',
  });
  const byPage = await create('hosted_page', { method: 'hosted_page', return_url: 'https://empresa.example/obrigado' });
  const byCode = await create('code', { method: 'code', reference: 'cliente 1234', metadata: { customer: '1234' } });
  const early = await create('own_letter', {
    method: 'code',
    previous_verification_id: byPage.id,
    letter: { title: 'Confirme o seu endereço', body: 'Informe este código no aplicativo.' },
  });
  const late = await create('late', { method: 'code' });
  await recorder.step();
  await cancel(early.id, 'canceled');
  const code = await recorder.printedCode(byCode.id);
  const lateCode = await recorder.printedCode(late.id);
  await recorder.produce([byPage, byCode, late].map(({ id }) => ({ id, status: 'posted' })));
  await recorder.get('verifications-get', `/verifications/${byPage.id}`, 'awaiting_code');

  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  await check(byCode.id, 'wrong', wrong);
  await check(byCode.id, 'right', code);
  await recorder.get('verification-evidence-get', `/verifications/${byCode.id}/evidence`, 'verified');
  await recorder.refusal('verification_not_final', () =>
    recorder.request('GET', `/verifications/${byPage.id}/evidence`),
  );
  await recorder.get('verification-attempts-list', `/verifications/${byCode.id}/attempts`, 'verified');
  await recorder.get('verification-figures-get', '/verifications/figures', 'all');
  await recorder.refusal('verification_not_awaiting_code', () =>
    recorder.request('POST', `/verifications/${byCode.id}/check`, { code }),
  );
  await cancel(byPage.id, 'revoked');
  for (let attempt = 1; attempt <= 5; attempt++) {
    const tried = String((Number(lateCode) + attempt) % 1_000_000).padStart(6, '0');
    await recorder.request('POST', `/verifications/${late.id}/check`, { code: tried });
  }
  await recorder.refusal('verification_not_cancelable', () =>
    recorder.request('POST', `/verifications/${late.id}/cancel`),
  );
  await recorder.events(byPage.id, byCode.id, early.id, late.id);
  recorder.forget('verifications-create', 'late');
  // Codes are secret, so the examples show invented ones.
  recorder.show('verifications-check', 'wrong', { code: '123456' });
  recorder.show('verifications-check', 'right', { code: '654321' });
}

async function recordLists(recorder: Recorder): Promise<void> {
  await recorder.get('letters-list', '/letters?limit=1&status=posted', 'posted');
  await recorder.get('verifications-list', '/verifications?limit=1&status=verified', 'verified');
  await recorder.get('balance-transactions-list', '/balance/transactions?limit=1&type=top_up', 'top_up');
  await recorder.get('balance-transactions-list', '/balance/transactions?limit=1&type=letter', 'letter');
  await recorder.get('events-list', '/events?limit=1&type=letter.posted', 'posted');
}

/** The life of an endpoint: its receiver accepts an event, fails when it is sent again, and accepts the third try. */
async function recordWebhooks(recorder: Recorder, receiver: EventReceiver): Promise<void> {
  const events = ['letter.received', 'letter.posted'];
  const { id } = await recorder.post('webhook-endpoints-create', '/webhook-endpoints', 'endpoint', {
    url: receiver.url,
    events,
  });
  const endpoint = `/webhook-endpoints/${id}`;
  const since = wholeSeconds(recorder.now);
  await recorder.made('/letters', { to: recipient, document, reference: 'contrato 8' });
  const listed = (state: string) => `/webhook-deliveries?endpoint_id=${id}&state=${state}`;
  const deliveryIn = async (state: string) => {
    const { data } = await recorder.until(listed(state), (page) => (page.data as Named[]).length > 0);
    return `/webhook-deliveries/${(data as Named[])[0]!.id}`;
  };
  const delivery = await deliveryIn('delivered');
  await recorder.until(endpoint, ({ health }) => health !== null);
  await recorder.get('webhook-endpoints-get', endpoint, 'healthy');
  await recorder.get('webhook-endpoints-list', '/webhook-endpoints', 'endpoints');
  await recorder.patch('webhook-endpoints-edit', endpoint, 'every_event', { events: ['*'] });
  await recorder.post('webhook-endpoints-test', `${endpoint}/test`, 'answered');
  await recorder.post('webhook-endpoints-rotate-secret', `${endpoint}/rotate-secret`, 'overlap', { overlap_hours: 24 });
  await recorder.get('webhook-deliveries-list', listed('delivered'), 'delivered');
  await recorder.get('webhook-deliveries-get', delivery, 'delivered');
  const failure = Promise.withResolvers<number>();
  receiver.answer = failure.promise;
  await recorder.post('webhook-deliveries-send-again', `${delivery}/send-again`, 'again');
  failure.resolve(503);
  await deliveryIn('failed');
  await recorder.get('webhook-deliveries-list', listed('failed'), 'failed');
  receiver.answer = 200;
  await recorder.post('webhook-endpoints-send-failed', `${endpoint}/send-failed`, 'failed', { since });
  await deliveryIn('delivered');
  await recordFailing(recorder, receiver, id);
  await recorder.delete('webhook-endpoints-remove', endpoint, 'removed');
}

/** An endpoint fails for more than a day, until the eighth attempt, and recovers. */
async function recordFailing(recorder: Recorder, receiver: EventReceiver, id: string): Promise<void> {
  // Events of only one letter, so that the number of calls is the same in every recording.
  await recorder.request('PATCH', `/webhook-endpoints/${id}`, { events: ['letter.received'] });
  receiver.answer = 503;
  const since = wholeSeconds(recorder.now);
  await recorder.made('/letters', { to: recipient, document, reference: 'contrato 9' });
  await recorder.step(LAST_ATTEMPT_MS / STEP_MS);
  receiver.answer = 200;
  await recorder.request('POST', `/webhook-endpoints/${id}/send-failed`, { since });
  const recovered = `/events?object_id=${id}&type=webhook_endpoint.recovered`;
  await recorder.until(recovered, ({ data }) => (data as Named[]).length > 0);
  await recorder.events(id);
}

/**
 * Events that API calls alone do not cause: an edit in the dashboard, two months without a code, a test of an endpoint.
 */
async function recordRareEvents(recorder: Recorder): Promise<void> {
  const { id: edited } = await recorder.made('/letters', { to: recipient, document });
  await recorder.editLetter(edited, { reference: 'contrato 7, 2.ª via' });
  const { id: forgotten } = await recorder.made('/verifications', { to: recipient, method: 'code' });
  await recorder.events(edited);
  await recorder.produce([{ id: forgotten, status: 'posted' }]);
  await recorder.step((CONFIRMATION_DAYS + 1) * (DAY_MS / STEP_MS));
  await recorder.events(forgotten);
  await recorder.testWebhook();
}

/** One rejected request for each error code that a request can cause. */
async function recordRefusals(recorder: Recorder): Promise<void> {
  const { id: accountId, key } = recorder;
  const upload = { filename: 'contrato.pdf', size: 48_213 };
  const post = (headers: Record<string, string>, body: unknown = upload) =>
    recorder.request('POST', '/uploads', body, headers);
  const authorized = (authorization: string) => recorder.request('GET', '/account', undefined, { authorization });
  const revoked = await recorder.control<{ id: string; api_key: string }>(`/accounts/${accountId}/keys`, {});
  await recorder.control(`/keys/${revoked.id}/revoke`, {});
  const restricted = async (restrictions: object) => {
    const { api_key } = await recorder.control<{ api_key: string }>(`/accounts/${accountId}/keys`, { restrictions });
    return { authorization: `Bearer ${api_key}` };
  };
  const letter = { to: recipient, document };
  const poor = await recorder.control<{ api_key: string }>('/accounts', { ...company, balance: 0 });
  await post({ 'idempotency-key': 'contrato-7' });

  const requests: Partial<Record<ApiProblemCode, () => Promise<RecordedResponse>>> = {
    api_key_missing: () => authorized(''),
    api_key_invalid: () => authorized('Bearer unknown'),
    api_key_revoked: () => authorized(`Bearer ${revoked.api_key}`),
    api_key_expired: async () =>
      recorder.request('GET', '/account', undefined, await restricted({ expires_at: '2026-01-01T00:00:00Z' })),
    api_key_not_allowed: async () => recorder.request('POST', '/letters', letter, await restricted({ max_price: 100 })),
    api_key_limit_reached: async () =>
      recorder.request('POST', '/letters', letter, await restricted({ daily_limit: 500 })),
    unsupported_content_type: () => post({ 'content-type': 'text/plain' }),
    invalid_json: () => post({}, '{'),
    invalid_idempotency_key: () => post({ 'idempotency-key': 'k'.repeat(256) }),
    request_too_large: () => post({}, ' '.repeat(4_500_001)),
    idempotency_key_reused: () => post({ 'idempotency-key': 'contrato-7' }, { ...upload, size: 1 }),
    letter_batch_expired: () => recorder.request('POST', `/letter-batches/${recorder.expiring}/quote`),
    resource_not_found: () => recorder.request('GET', '/letters/ltr_unknown'),
    postal_code_not_found: () => recorder.request('GET', '/postal-codes/00000-000'),
    insufficient_balance: () =>
      recorder.request('POST', '/letters', letter, { authorization: `Bearer ${poor.api_key}` }),
    invalid_parameters: () =>
      recorder.request('POST', '/letters', {
        to: { name: 'Maria da Conceição', postal_code: '00000-000' },
        document: { type: 'upload', upload_id: 'upl_unknown' },
        postal_services: ['return_receipt'],
        colour: true,
      }),
  };
  for (const [code, request] of Object.entries(requests)) await recorder.refusal(code as ApiProblemCode, request);
  await recorder.control(`/accounts/${accountId}/suspend`, {});
  await recorder.refusal('account_suspended', () => post({ authorization: `Bearer ${key}` }));
}

/** An instant in the format of responses, so that the normal form moves it to the shown day. */
function wholeSeconds(instant: number): string {
  return new Date(instant).toISOString().replace(/\.\d+Z$/, 'Z');
}

/** Tomorrow at an hour far from any schedule, always the same time of day. */
async function windToQuietHour({ control_url }: RecordedService): Promise<number> {
  const { now } = (await (await fetch(`${control_url}/clock`)).json()) as { now: string };
  const instant = (Math.floor(Date.parse(now) / DAY_MS) + 1) * DAY_MS + HOUR_OF_DAY * HOUR_MS;
  await wind(control_url, instant);
  return instant;
}

async function wind(controlUrl: string, instant: number): Promise<void> {
  await send(`${controlUrl}/clock`, 'POST', { advance_to: new Date(instant).toISOString() });
}

interface RecordedResponse {
  status: number;
  body: Record<string, unknown>;
}

interface Named {
  id: string;
}

/** A receiver of events that a customer runs. */
interface EventReceiver {
  readonly url: string;
  /** Status of the next responses. */
  answer: number | Promise<number>;
  close: () => void;
}

async function openReceiver(): Promise<EventReceiver> {
  const server = createServer((request, response) => {
    const answer = async () => response.writeHead(await receiver.answer).end('noted');
    request.resume().on('end', () => void answer());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: EventReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    answer: 200,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return receiver;
}

/** The example file of a form; the sample PDF is readable text. */
const formFile = samplePdf('Contrato 7: renovado por doze meses.');

/** Text fields of a form; a list becomes one part per item. */
type Fields = Readonly<Record<string, string | string[]>>;

type Report = { id: string; status: string } & Record<string, string>;

/** A customer who records every response. */
class Recorder {
  readonly recording: {
    operations: Record<string, RecordedOperation>;
    problems: Partial<Record<ApiProblemCode, unknown>>;
    events: Record<string, unknown>;
  } = {
    operations: {},
    problems: {},
    events: {},
  };
  readonly #service: RecordedService;
  readonly #start: number;
  #steps = 0;
  id = '';
  key = '';
  /** A letter batch that has expired when the recording ends. */
  expiring = '';

  constructor(service: RecordedService, start: number) {
    this.#service = service;
    this.#start = start;
  }

  /** The instant to which the clock was last advanced. */
  get now(): number {
    return this.#start + this.#steps * STEP_MS;
  }

  async openAccount(): Promise<void> {
    const { account, api_key } = await this.control<{ account: Named; api_key: string }>('/accounts', company);
    this.id = account.id;
    this.key = api_key;
  }

  async control<Result>(path: string, body: unknown): Promise<Result> {
    const { status, body: answered } = await send(this.#service.control_url + path, 'POST', body);
    if (status >= 400) throw new Error(`${path}: ${status} ${JSON.stringify(answered)}`);
    return answered as Result;
  }

  request(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<RecordedResponse> {
    const own = { authorization: `Bearer ${this.key}`, 'accept-language': 'en' };
    return send(this.#service.base_url + path, method, body, { ...own, ...headers });
  }

  async get(operation: string, path: string, name: string): Promise<void> {
    this.#keep(operation, name, await this.request('GET', path));
  }

  async post(operation: string, path: string, name: string, body?: object): Promise<Named> {
    const answer = await this.request('POST', path, body);
    this.#keep(operation, name, answer);
    if (body) this.show(operation, name, body);
    return answer.body as unknown as Named;
  }

  async patch(operation: string, path: string, name: string, body: object): Promise<void> {
    this.#keep(operation, name, await this.request('PATCH', path, body));
    this.show(operation, name, body);
  }

  async delete(operation: string, path: string, name: string): Promise<void> {
    this.#keep(operation, name, await this.request('DELETE', path));
  }

  /** Polls until the response is as expected, because deliveries take time. */
  async until(path: string, isThere: (body: RecordedResponse['body']) => boolean): Promise<RecordedResponse['body']> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const { status, body } = await this.request('GET', path);
      if (status === 200 && isThere(body)) return body;
      await sleep(PAUSE_MS);
    }
    throw new Error(`${path} did not become what was expected`);
  }

  /** Sends a form with a file and fields. */
  async postForm(operation: string, path: string, name: string, fields: Fields): Promise<void> {
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) for (const text of [value].flat()) form.append(field, text);
    form.append('file', new Blob([Uint8Array.from(formFile)], { type: 'application/pdf' }), 'contrato.pdf');
    const headers = { authorization: `Bearer ${this.key}`, 'accept-language': 'en' };
    const response = await fetch(this.#service.base_url + path, { method: 'POST', headers, body: form });
    this.#keep(operation, name, { status: response.status, body: (await response.json()) as RecordedResponse['body'] });
    this.#of(operation).forms[name] = { ...fields, file: formFile.toString('latin1') };
  }

  /** Sends a file to a signed URL. */
  async put(url: string, file: Uint8Array, type: string): Promise<void> {
    const headers = { 'content-type': type, ...(type === 'application/pdf' ? {} : { 'if-none-match': '*' }) };
    const { status } = await fetch(url, { method: 'PUT', headers, body: Uint8Array.from(file) });
    if (status !== 200) throw new Error(`${type}: ${status}`);
  }

  /** Creates an object that is not shown as an example. */
  async made(path: string, body: object): Promise<Named> {
    const answer = await this.request('POST', path, body);
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body as unknown as Named;
  }

  /** Edits a letter as an operator does. */
  async editLetter(letterId: string, edit: LetterEdit): Promise<void> {
    await editLetter(await this.#services(), this.id, letterId, edit);
  }

  /** Records the event that an endpoint receives in a test. */
  async testWebhook(): Promise<void> {
    const url = this.#service.inbox_url;
    const endpoint = await this.control<Named>(`/accounts/${this.id}/webhooks`, { url, events: ['letter.updated'] });
    await sendTestWebhook(await this.#services(), this.id, endpoint.id);
    const { body } = await send(`${this.#service.control_url}/inbox`, 'GET');
    const bodies = (body.data as { body: string }[]).map((delivery) => JSON.parse(delivery.body) as { type: string });
    this.recording.events['webhook.test'] = bodies.findLast(({ type }) => type === 'webhook.test');
  }

  /** Shows this body as the request. */
  show(operation: string, name: string, body: object): void {
    this.#of(operation).requests[name] = body;
  }

  forget(operation: string, name: string): void {
    const { requests, answers } = this.#of(operation);
    delete requests[name];
    delete answers[name];
  }

  async refusal(code: ApiProblemCode, request: () => Promise<RecordedResponse>): Promise<void> {
    const { body } = await request();
    const { error } = body as { error?: { code: string } };
    if (error?.code !== code) throw new Error(`${code} expected: ${JSON.stringify(body)}`);
    this.recording.problems[code] = body;
  }

  async step(steps = 1): Promise<void> {
    this.#steps += steps;
    await wind(this.#service.control_url, this.now);
  }

  /** Forms the next print batch and submits the print house's reports. */
  async produce(reports: readonly Report[]): Promise<void> {
    await this.step();
    await this.control('/production/batches', {});
    await this.step();
    const at = new Date(this.now).toISOString();
    const lines = reports.map((report) => JSON.stringify({ ...report, at }));
    const { results } = await this.control<{ results: { result: string }[] }>('/production/reports', lines.join('\n'));
    if (results.some(({ result }) => result !== 'applied')) throw new Error(JSON.stringify(results));
  }

  /** Records the events of objects, the first of each type. */
  async events(...objectIds: string[]): Promise<void> {
    for (const objectId of objectIds) {
      const { body } = await this.request('GET', `/events?object_id=${objectId}&limit=100`);
      const events = (body.data as { type: string }[]).toReversed();
      this.recording.events = {
        ...Object.fromEntries(events.map((event) => [event.type, event])),
        ...this.recording.events,
      };
    }
  }

  /** Reads the code from the printed letter, as its recipient would. */
  async printedCode(verificationId: string): Promise<string> {
    const response = await fetch(`${this.#service.control_url}/production/files/${verificationId}`);
    const text = await printedText(await response.bytes());
    const [, first, last] = /(?<!\d)(\d{3}) (\d{3})(?!\d)/.exec(text) ?? [];
    if (!first || !last) throw new Error('There is no code in the letter');
    return first + last;
  }

  /** The operator's use cases, on the service's AWS clients. */
  async #services(): Promise<Services> {
    const { body } = await send(`${this.#service.control_url}/stack`, 'GET');
    const { aws, outputs } = body as unknown as Pick<Site, 'aws' | 'outputs'>;
    return openServices(
      { name: 'recorded', aws, outputs, now: () => this.now, loopbackReceivers: true },
      ({ kind }) => {
        throw new Error(`a stored ${kind} cannot be read`);
      },
    );
  }

  #keep(operation: string, name: string, { status, body }: RecordedResponse): void {
    if (status >= 400) throw new Error(`${operation}: ${status} ${JSON.stringify(body)}`);
    this.#of(operation).answers[name] = body;
  }

  #of(operation: string): RecordedOperation {
    return (this.recording.operations[operation] ??= { requests: {}, forms: {}, answers: {} });
  }
}

async function send(
  url: string,
  method: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<RecordedResponse> {
  const content = typeof body === 'string' ? body : JSON.stringify(body);
  const type = content === undefined ? {} : { 'content-type': 'application/json' };
  const response = await fetch(url, {
    method,
    headers: { ...type, ...headers },
    ...(content !== undefined && { body: content }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
