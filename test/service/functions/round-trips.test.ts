import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ApiFunction } from '../../../lib/adapters/http/api-handler.ts';
import { type CallRecorder, recordCalls } from '../../support/aws-calls.ts';
import { openFunctions } from '../../support/bundled-functions.ts';
import { letterBody, pdfFixture } from '../../support/letters.ts';
import { invocation, proxyEvent, type RequestParts } from '../../support/proxy-event.ts';
import { type Customer, openCustomer, useService } from '../../support/service.ts';
import { uploadBody } from '../../support/uploads.ts';
import { templateBody } from '../../support/verifications.ts';

/** The AWS calls of a request: how many are sequential, concurrent ones counting once, and which. */

let recorder: CallRecorder;
let customer: Customer;
const functions: Record<string, ApiFunction> = {};

beforeAll(async () => {
  const { awsEndpoint, outputs } = useService();
  recorder = await recordCalls(awsEndpoint);
  customer = await openCustomer();
  const { load } = openFunctions(recorder.url, outputs);
  for (const name of ['letters-get', 'verifications-get', 'letters-create', 'verifications-create'])
    functions[name] = await load(name);
});

afterAll(() => recorder.stop());

/** The calls of one request, after another one has warmed up the function. */
async function callsOf(functionName: string, status: number, parts: () => Promise<RequestParts>) {
  const ask = async () => {
    const authorization = `Bearer ${customer.api.key}`;
    const { headers, ...others } = await parts();
    const event = proxyEvent({ ...others, headers: { authorization, 'content-type': 'application/json', ...headers } });
    return async () => expect((await functions[functionName]!(event, invocation())).statusCode).toBe(status);
  };
  await (
    await ask()
  )();
  return recorder.during(await ask());
}

async function uploaded(): Promise<RequestParts> {
  const pdf = pdfFixture('libreoffice-letter-1');
  const { body } = await customer.api.post('/uploads', uploadBody({ size: pdf.length }));
  await fetch(body.upload_url, { method: 'PUT', headers: { 'content-type': 'application/pdf' }, body: pdf });
  return { method: 'POST', body: letterBody({ document: { type: 'upload', upload_id: body.id } }) };
}

const keyed = (parts: () => Promise<RequestParts>) => async () => ({
  ...(await parts()),
  headers: { 'idempotency-key': randomUUID() },
});
const letter = async () => ({ method: 'POST', body: letterBody() });
const verification = async () => ({ method: 'POST', path: '/verifications', body: templateBody() });
async function secondLetter(): Promise<RequestParts> {
  const { id } = (await customer.api.post('/verifications', templateBody())).body;
  return { method: 'POST', path: '/verifications', body: templateBody({ previous_verification_id: id }) };
}

test.each([
  ['a letter', 5, 'letters-create', letter],
  ['a letter with an Idempotency-Key', 6, 'letters-create', keyed(letter)],
  ['a letter with an upload', 5, 'letters-create', uploaded],
  ['a letter with an upload and an Idempotency-Key', 6, 'letters-create', keyed(uploaded)],
  ['a verification', 5, 'verifications-create', verification],
  ['a verification that follows another', 5, 'verifications-create', secondLetter],
  ['a verification with an Idempotency-Key', 6, 'verifications-create', keyed(verification)],
])('the creation of %s makes %i, of six at most', async (_, trips, functionName, parts) => {
  expect((await callsOf(functionName, 201, parts)).roundTrips).toBe(trips);
});

test.each([
  ['letter', '/letters', letterBody],
  ['verification', '/verifications', templateBody],
])('reading a %s makes three, and its only write counts the request', async (kind, path, body) => {
  const { id } = (await customer.api.post(path, body())).body;
  const getting = async () => ({ path: `${path}/${id}`, pathParameters: { [`${kind}_id`]: id as string } });
  const { roundTrips, operations } = await callsOf(`${kind}s-get`, 200, getting);
  expect(roundTrips).toBe(3);
  expect(operations.sort()).toEqual(['GetItem', 'GetItem', 'GetItem', 'UpdateItem']);
});
