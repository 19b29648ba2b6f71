import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { main } from '../../../lib/programs/evidence/main.ts';
import type { LocalService } from '../../../lib/programs/local-service/local-service.ts';
import { ApiClient, Control } from '../../support/api.ts';
import { startOwnService } from '../../support/own-service.ts';
import { awaitingCode } from '../../support/verifications.ts';
import { type OpensslAuthority, startAuthority } from './openssl-authority.ts';

let authority: OpensslAuthority;
let service: LocalService;
let api: ApiClient;

beforeAll(async () => {
  authority = await startAuthority();
  service = await startOwnService({ timestampAuthority: authority.url });
  api = new ApiClient(service.description.base_url, service.description.api_key);
});
afterAll(async () => {
  await service.stop();
  await authority.close();
});
beforeEach(() => {
  Object.assign(authority.state, { failing: false, asked: 0 });
});

async function verified(): Promise<string> {
  const { verification, code, check } = await awaitingCode({
    api,
    control: new Control(service.description.control_url),
  });
  await check(code);
  return `/verifications/${verification.id}/evidence`;
}

/** Runs the command on evidence and the published keys. */
async function command(evidence: object, ...options: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'malote-stamped-'));
  const written: string[] = [];
  const stream = { write: (text: string) => written.push(text) };
  try {
    const [file, keys] = [join(folder, 'evidencia.json'), join(folder, 'chaves.json')];
    const published = await fetch(`${service.description.confirmation_page_base}/evidence/keys`);
    await Promise.all([writeFile(file, JSON.stringify(evidence)), writeFile(keys, await published.text())]);
    const exitCode = await main([file, '--keys', keys, ...options], { output: stream, messages: stream });
    return { exitCode, text: written.join('') };
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe('evidence with a time stamping authority (rule EVI-8)', () => {
  test('is stamped once, when it is frozen, and OpenSSL accepts the stamp for the signature', async () => {
    const path = await verified();
    await service.cloud.whenIdle();
    expect(authority.state.asked).toBe(1);
    const { body } = await api.get(path);
    expect((await api.get(path)).body).toEqual(body);
    expect(authority.state.asked).toBe(1);
    const token = Buffer.from(body.timestamp, 'base64');
    expect(await authority.verify(token, body.signature)).toBe(true);
    expect(await authority.verify(token, `${body.signature}A`)).toBe(false);
  });

  test('is checked by the command: with its authority, with another, and without one', async () => {
    const { body } = await api.get(await verified());
    const trusting = await command(body, '--timestamp-ca', authority.rootFile);
    expect([trusting.exitCode, trusting.text]).toEqual([0, expect.stringMatching(/Carimbo do tempo +.*CN=ACT 1\n/)]);
    const plain = await command(body);
    expect([plain.exitCode, plain.text]).toEqual([0, expect.stringContaining('esta autoridade não foi conferida')]);
    const other = await startAuthority();
    try {
      const { exitCode, text } = await command(body, '--timestamp-ca', other.rootFile);
      expect([exitCode, text]).toEqual([1, expect.stringContaining('de nenhuma das autoridades')]);
    } finally {
      await other.close();
    }
  });

  test('with the stamp of other evidence or a damaged stamp is rejected; without a stamp it is still valid', async () => {
    const [{ body: one }, { body: other }] = [await api.get(await verified()), await api.get(await verified())];
    const damaged = Buffer.from(one.timestamp, 'base64');
    damaged[damaged.length - 1]! ^= 1;
    for (const timestamp of [other.timestamp, damaged.toString('base64'), '', 'not base 64', 7])
      expect(await command({ ...one, timestamp })).toMatchObject({ exitCode: 1 });
    expect(await command({ ...one, timestamp: null })).toMatchObject({ exitCode: 0 });
  });

  test('is returned without a stamp while the authority fails, and gets a permanent one once it recovers', async () => {
    authority.state.failing = true;
    const path = await verified();
    const { status, body } = await api.get(path);
    expect([status, body.timestamp]).toEqual([200, null]);
    authority.state.failing = false;
    const { body: later } = await api.get(path);
    expect(later).toEqual({ ...body, timestamp: expect.any(String) });
    expect((await api.get(path)).body).toEqual(later);
    expect(await authority.verify(Buffer.from(later.timestamp, 'base64'), later.signature)).toBe(true);
  });
});
