import { createPublicKey } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { renderManifest } from '../../lib/adapters/production/manifest.ts';
import { canonicalJson } from '../../lib/core/canonical-json.ts';
import type { Account } from '../../lib/core/domain/accounts.ts';
import { type PrintBatch, type PrintOrder, printOrderOf } from '../../lib/core/domain/print-batches.ts';
import { moveVerification, type Verification, type VerificationMove } from '../../lib/core/domain/verifications.ts';
import { checkEvidence } from '../../lib/core/evidence/check.ts';
import { type KeySet, openJws } from '../../lib/core/evidence/jws.ts';
import type { EvidenceResource, StoredEvidence } from '../../lib/core/schemas/evidence.ts';
import { sha256 } from '../../lib/core/sha256.ts';
import { eraseEvidence } from '../../lib/operations/evidence/erase-evidence.ts';
import { freezeEvidence } from '../../lib/operations/evidence/freeze-evidence.ts';
import { stampEvidence } from '../../lib/operations/evidence/stamp-evidence.ts';
import { verificationEvidence } from '../../lib/operations/evidence/verification-evidence.ts';
import { newEvidenceSigner } from '../support/evidence.ts';
import { accountSample, confirmerSample, verificationSample } from '../support/samples.ts';

const DAY = 86_400_000;
const CREATED = Date.parse('2027-03-01T14:00:00Z');

const own = newEvidenceSigner();
const keys: KeySet = { keys: [own.key] };
let verification: Verification;
let editions: StoredEvidence[];
/** What still exists of its batch. */
let printed: { batch: PrintBatch; line: string | undefined } | undefined;
let now: number;

beforeEach(() => {
  now = CREATED;
  editions = [];
  printed = undefined;
  verification = verificationSample({
    created_at: CREATED,
    network_salt: 'c2FsdA==',
    asked: { api_key_id: 'key_1', to: { name: 'Maria' }, directory: 'release 7' },
  });
});

/** The line of a mailing in a manifest. */
const lineOf = (mailing: Verification, change: Partial<PrintOrder> = {}) => {
  const order = { ...printOrderOf(mailing), ...change };
  const one = { id: mailing.id, account_id: mailing.account_id, batch_id: 'bat_1', order };
  return renderManifest([one], { letter: 'documents', verification: 'files' }).jsonl.trimEnd();
};

function live(...moves: VerificationMove[]): void {
  for (const move of moves) verification = moveVerification(verification, move, (now += 3_600_000))!;
}

const network_hash = sha256('c2FsdA== 203.0.113.7');
const toVerified: VerificationMove[] = [
  { trigger: 'batch', batch_id: 'bat_1' },
  { trigger: 'post', reported_at: '2027-03-02T08:00:00-03:00', reported_line: '{"at":"2027-03-02T08:00:00-03:00"}' },
  { trigger: 'refuse_code', confirmer: confirmerSample, network_hash },
  { trigger: 'confirm', confirmer: confirmerSample, network_hash },
];

async function freeze(signer = own.signer, account: Partial<Account> = {}): Promise<EvidenceResource> {
  return freezeEvidence(
    {
      now: () => now,
      randomBytes: (size) => Uint8Array.from({ length: size }, (_, index) => index),
      subject: verificationEvidence({ find: async () => ({ mailing: verification, version: 1, wait: null }) }),
      accounts: { find: async () => accountSample({ id: verification.account_id, ...account }) },
      batches: { find: async () => printed?.batch },
      manifestLines: { find: async () => printed?.line },
      evidence: {
        editions: async () => editions,
        add: async (evidence) => {
          editions.push(evidence);
          return true;
        },
      },
      signer,
    },
    verification.account_id,
    verification.id,
  );
}

const check = (evidence: EvidenceResource) => checkEvidence(JSON.stringify(evidence), keys);
const copyOf = (evidence: EvidenceResource) => structuredClone(evidence);
const fault = (evidence: EvidenceResource) => {
  const verdict = check(evidence);
  return verdict.ok ? 'none' : verdict.fault;
};

const withinObject = (text: string, name: string, inner: string) =>
  text.replace(`"${name}":{`, `"${name}":{"deep":${inner},`);

describe('evidence (rules EVI-1 to EVI-6)', () => {
  test('names the previous verification, and another id breaks the signature', async () => {
    verification = { ...verification, previous_verification_id: 'ver_1' };
    live(...toVerified);
    const evidence = await freeze();
    expect([evidence.statement.previous_verification_id, check(evidence).ok]).toEqual(['ver_1', true]);
    const forged = copyOf(evidence);
    forged.statement.previous_verification_id = 'ver_2';
    expect(check(forged).ok).toBe(false);
  });

  test('has null without a previous one; a statement from before the field keeps its hash and is not frozen again', async () => {
    live(...toVerified);
    const evidence = await freeze();
    expect(evidence.statement.previous_verification_id).toBeNull();
    const { previous_verification_id: _, ...statement } = evidence.statement;
    const claims = { verification_id: verification.id, edition: 1, statement_sha256: sha256(canonicalJson(statement)) };
    const earlier = { ...evidence, statement, signature: await own.signer.sign(claims) };
    expect(check(earlier).ok).toBe(true);
    editions = [{ ...editions[0]!, body: JSON.stringify(earlier) }];
    expect(await freeze()).toEqual(earlier);
  });

  test('is valid unchanged', async () => {
    live(...toVerified);
    const evidence = await freeze();
    expect(check(evidence)).toEqual({
      ok: true,
      statement: evidence.statement,
      kid: own.key.kid,
      shown: ['recipient', 'order', 'confirmer', 'networks'],
      erased: [],
      timestamp: null,
    });
    expect(evidence.statement.production).toMatchObject({
      reported_posted_at: '2027-03-02T08:00:00-03:00',
      reported_line: '{"at":"2027-03-02T08:00:00-03:00"}',
      posted_at: '2027-03-01T16:00:00Z',
    });
    expect(editions[0]!.kept_until).toBe(now + 3653 * DAY);
  });

  test('contains the line of the manifest, which stays after the manifest is gone', async () => {
    const sha256s = { jsonl: sha256('manifest'), csv: sha256('csv') };
    const manifest = { mailings: 1, sheets: 1, sha256: sha256s };
    const batch: PrintBatch = { id: 'bat_1', state: 'formed', created_at: now, formed_at: now, manifest };
    const line = lineOf(verification);
    printed = { batch, line };
    live(...toVerified);
    const first = await freeze();
    printed.line = undefined;
    live({ trigger: 'cancel' });
    const second = await freeze();
    expect(second.statement.edition).toBe(2);
    for (const { statement } of [first, second])
      expect(statement.production).toMatchObject({ manifest_line: line, manifest_sha256: sha256s.jsonl });
  });

  test.each([
    ['another file', { file: { key: 'x', sha256: sha256('x'), size: 1 } }],
    ['another number of sheets', { sheets: 6 }],
    ['color', { color: true }],
  ])('is not made from a manifest that was replaced, with %s', async (_, change) => {
    const manifest = { mailings: 1, sheets: 1, sha256: { jsonl: sha256('manifest'), csv: sha256('csv') } };
    const batch: PrintBatch = { id: 'bat_1', state: 'formed', created_at: now, formed_at: now, manifest };
    printed = { batch, line: lineOf(verification, change) };
    live(...toVerified);
    await expect(freeze()).rejects.toThrow('the manifest of bat_1 is not the committed one');
    expect(editions).toEqual([]);
    printed.line = lineOf(verification);
    expect((await freeze()).statement.edition).toBe(1);
  });

  test('created after an erasure has no line of the manifest, because it contains the hash of the file with the code', async () => {
    const manifest = { mailings: 1, sheets: 1, sha256: { jsonl: sha256('manifest'), csv: sha256('csv') } };
    const batch: PrintBatch = { id: 'bat_1', state: 'formed', created_at: now, formed_at: now, manifest };
    printed = { batch, line: '{"position":7}' };
    live(...toVerified);
    verification = { ...verification, erased_at: now };
    expect((await freeze()).statement.production.manifest_line).toBeNull();
  });

  test("is kept as long as the account's setting says", async () => {
    live(...toVerified);
    await freeze(own.signer, { evidence_years: 20 });
    expect(editions[0]!.kept_until).toBe(now + 7305 * DAY);
  });

  test('with any one byte changed is rejected', async () => {
    live(...toVerified);
    const bytes = Buffer.from(JSON.stringify(await freeze()));
    const passed: string[] = [];
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at]! ^= 1;
      if (checkEvidence(changed.toString(), keys).ok) passed.push(bytes.subarray(at - 20, at + 20).toString());
    }
    expect(passed).toEqual([]);
  });

  test('with a duplicate name is rejected, because readers differ in which one they use', async () => {
    live(...toVerified);
    const text = JSON.stringify(await freeze());
    for (const name of ['"status"', '"statement"', '"disclosures"', '"signature"', '"verification_id"']) {
      const twice = text.replace(`${name}:`, `${name}:"forged",${name}:`);
      expect(twice).not.toBe(text);
      expect(checkEvidence(twice, keys)).toEqual({ ok: false, fault: 'not_evidence' });
    }
  });

  test('nested too deep for the stack, alone or within valid evidence, is rejected', async () => {
    live(...toVerified);
    const text = JSON.stringify(await freeze());
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    for (const file of [
      deep,
      ...['statement', 'recipient', 'disclosures'].map((name) => withinObject(text, name, deep)),
    ])
      expect(checkEvidence(file, keys)).toEqual({ ok: false, fault: 'not_evidence' });
  });

  test('truncated anywhere is rejected', async () => {
    live(...toVerified);
    const evidence = await freeze();
    const text = JSON.stringify(evidence);
    for (const length of [0, 1, 100, text.length - 1])
      expect(checkEvidence(text.slice(0, length), keys).ok).toBe(false);
    const shorter = copyOf(evidence);
    shorter.statement.attempts = shorter.statement.attempts.slice(1);
    expect(fault(shorter)).toBe('statement_changed');
    const without = copyOf(evidence) as Partial<EvidenceResource>;
    delete without.disclosures;
    expect(fault(without as EvidenceResource)).toBe('not_evidence');
  });

  test('signed by another key is rejected, even under the id of the published key', async () => {
    live(...toVerified);
    const other = newEvidenceSigner();
    const forged = await freeze(other.signer);
    expect(fault(forged)).toBe('key_unknown');
    const [, payload] = forged.signature.split('.');
    const [header] = (await own.signer.sign({ verification_id: 'ver_1', edition: 1, statement_sha256: '' })).split('.');
    const [, , signature] = forged.signature.split('.');
    expect(fault({ ...forged, signature: `${header}.${payload}.${signature}` })).toBe('signature_invalid');
    const named = { ...other.key, kid: own.key.kid };
    expect(openJws(forged.signature, { keys: [named] })).toEqual({ ok: false, reason: 'key_unknown' });
    const unsigned = Buffer.from(JSON.stringify({ alg: 'none', typ: 'malote-evidence+jwt' })).toString('base64url');
    expect(fault({ ...forged, signature: `${unsigned}.${payload}.` })).toBe('signature_invalid');
  });

  test('with the statement of another verification under its signature is rejected', async () => {
    live(...toVerified);
    const one = await freeze();
    verification = { ...verification, id: 'ver_2' };
    editions = [];
    const two = await freeze();
    expect(fault({ ...one, statement: two.statement, verification_id: two.verification_id })).toBe('statement_changed');
    expect(fault({ ...one, disclosures: { ...one.disclosures, recipient: two.disclosures.order } })).toBe(
      'disclosure_changed',
    );
  });

  test('with an inconsistent history, signed by its own key, is rejected', async () => {
    live(...toVerified);
    const evidence = copyOf(await freeze());
    evidence.statement.history.splice(3, 1);
    const { verification_id, edition } = evidence.statement;
    const statement_sha256 = sha256(canonicalJson(evidence.statement));
    evidence.signature = await own.signer.sign({ verification_id, edition, statement_sha256 });
    expect(fault(evidence)).toBe('history_broken');
  });

  test('without its personal data is still valid, and reveals nothing of the person', async () => {
    live(...toVerified);
    const whole = await freeze();
    await eraseEvidence(
      {
        editions: async () => editions,
        replace: async (_, evidence) => {
          editions[evidence.edition - 1] = evidence;
          return true;
        },
      },
      verification.account_id,
      verification.id,
    );
    const erased = JSON.parse(editions[0]!.body) as EvidenceResource;
    expect(erased.statement).toEqual(whole.statement);
    expect(check(erased)).toMatchObject({
      ok: true,
      shown: [],
      erased: ['recipient', 'order', 'confirmer', 'networks'],
    });
    const { to } = verification;
    for (const secret of [to.name, to.street, to.postal_code, '203.0.113.7', 'c2FsdA=='])
      expect(editions[0]!.body).not.toContain(secret);
    verification = { ...verification, erased_at: now };
    expect(await freeze()).toEqual(erased);
  });

  test('gets a new edition when a location is shared, and when it is revoked', async () => {
    live(...toVerified);
    const first = await freeze();
    now -= 3_000_000;
    const consent = { language: 'pt-BR' as const, version: '0a1b2c3d4e5f', text: 'Concordo.' };
    verification = moveVerification(
      verification,
      {
        trigger: 'share_location',
        location: { latitude: -23.5, longitude: -46.6, accuracy_meters: 12, consent },
        browser_sha256: confirmerSample.browser_sha256,
      },
      now,
    )!;
    const second = await freeze();
    expect(second.statement.location_consent).toEqual(consent);
    expect(second.disclosures.confirmer!.value).toMatchObject({
      precise_location: { latitude: -23.5, longitude: -46.6, accuracy_meters: 12 },
    });
    expect(second.statement).toMatchObject({ edition: 2, previous: sha256(canonicalJson(first.statement)) });
    live({ trigger: 'cancel' });
    const third = await freeze();
    expect(third.statement).toMatchObject({ edition: 3, status: 'revoked' });
    for (const edition of [first, second, third]) expect(check(edition).ok).toBe(true);
    expect(editions).toHaveLength(3);
  });

  test('frozen twice at once is one edition', async () => {
    live(...toVerified);
    const first = await freeze();
    let asked = 0;
    const late = editions;
    editions = [];
    const deps = { editions: async () => (asked++ === 0 ? [] : late), add: async () => false };
    const evidence = await freezeEvidence(
      {
        now: () => now,
        randomBytes: (size) => new Uint8Array(size),
        subject: verificationEvidence({ find: async () => ({ mailing: verification, version: 1, wait: null }) }),
        accounts: { find: async () => accountSample({ id: verification.account_id }) },
        batches: { find: async () => undefined },
        manifestLines: { find: async () => undefined },
        evidence: deps,
        signer: own.signer,
      },
      verification.account_id,
      verification.id,
    );
    expect(evidence).toEqual(first);
  });
});

describe('the published key', () => {
  test('has its thumbprint as id (RFC 7638) and reads as a JWK', () => {
    const { kty, crv, x, y } = own.key;
    expect(own.key.kid).toBe(Buffer.from(sha256(JSON.stringify({ crv, kty, x, y })), 'hex').toString('base64url'));
    expect(createPublicKey({ key: { kty, crv, x, y }, format: 'jwk' }).asymmetricKeyType).toBe('ec');
  });
});

describe('canonical JSON (RFC 8785)', () => {
  test('of the example in section 3.2.2 has the bytes of 3.2.4', () => {
    const value = {
      numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '\u20ac$\u000f\u000aA\'\u0042\u0022\u005c\\"\u002f',
      literals: [null, true, false],
    };
    expect(canonicalJson(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  test('orders names by their UTF-16 code units, as in section 3.2.3', () => {
    const names = ['\u20ac', '\r', '\ufb33', '1', '\ud83d\ude00', '\u0080', '\u00f6'];
    const sorted = Object.keys(JSON.parse(canonicalJson(Object.fromEntries(names.map((name) => [name, 1])))));
    expect(sorted.filter((name) => name !== '1')).toEqual([
      '\r',
      '\u0080',
      '\u00f6',
      '\u20ac',
      '\ud83d\ude00',
      '\ufb33',
    ]);
  });

  test.each([[undefined], [NaN], [Infinity], ['\ud800'], [{ a: undefined }]])('does not exist for %p', (value) => {
    expect(() => canonicalJson(value)).toThrow();
  });
});

describe('the requester (rule EVI-2)', () => {
  const requester = async (asked: Verification['asked']) => {
    verification = { ...verification, asked };
    live(...toVerified);
    return (await freeze()).statement.requested_by;
  };

  test('is the key, the person of the dashboard, or not known', async () => {
    const others = { to: null, directory: 'release 7' };
    expect(await requester({ api_key_id: 'key_1', ...others })).toEqual({ type: 'api_key', id: 'key_1' });
    editions = [];
    verification = verificationSample({ created_at: CREATED });
    expect(await requester({ api_key_id: null, person_id: 'usr_1', ...others })).toEqual({
      type: 'person',
      id: 'usr_1',
    });
    editions = [];
    verification = verificationSample({ created_at: CREATED });
    expect(await requester({ api_key_id: null, ...others })).toBeNull();
  });
});

test('evidence is byte for byte the same on every request (rule EVI-1)', async () => {
  live(...toVerified);
  const frozen = JSON.stringify(await freeze());
  expect([JSON.stringify(await freeze()), editions.length]).toEqual([frozen, 1]);
});

describe('a time stamp (rule EVI-8)', () => {
  /** Editions as the table keeps them: one is replaced only if it is unchanged since it was read. */
  const kept = () => ({
    editions: async () => editions.map((edition) => ({ ...edition })),
    add: async (evidence: StoredEvidence) => editions.push(evidence) > 0,
    replace: async (before: StoredEvidence, after: StoredEvidence) => {
      const index = editions.findIndex(({ edition, body }) => edition === before.edition && body === before.body);
      if (index >= 0) editions[index] = after;
      return index >= 0;
    },
  });
  const stamped = (stamp: () => Promise<string>) =>
    stampEvidence(
      {
        now: () => now,
        randomBytes: (size) => new Uint8Array(size),
        subject: verificationEvidence({ find: async () => ({ mailing: verification, version: 1, wait: null }) }),
        accounts: { find: async () => accountSample({ id: verification.account_id }) },
        batches: { find: async () => undefined },
        manifestLines: { find: async () => undefined },
        evidence: kept(),
        signer: own.signer,
        timestamps: { stamp },
      },
      verification.account_id,
      verification.id,
    );

  test('is added once, and later editions have their own', async () => {
    live(...toVerified);
    let count = 0;
    const stamp = async () => `stamp ${++count}`;
    expect([(await stamped(stamp)).timestamp, (await stamped(stamp)).timestamp]).toEqual(['stamp 1', 'stamp 1']);
    live({ trigger: 'cancel' });
    expect((await stamped(stamp)).timestamp).toBe('stamp 2');
    expect(editions.map(({ body }) => (JSON.parse(body) as EvidenceResource).timestamp)).toEqual([
      'stamp 1',
      'stamp 2',
    ]);
  });

  test('that arrives during an erasure restores nothing', async () => {
    live(...toVerified);
    const evidence = await stamped(async () => {
      await eraseEvidence(kept(), verification.account_id, verification.id);
      return 'stamp';
    });
    expect(evidence.timestamp).toBe('stamp');
    expect(Object.values(evidence.disclosures)).toEqual([null, null, null, null]);
    expect(JSON.parse(editions[0]!.body)).toEqual(evidence);
  });

  test('is not lost to an erasure that read the evidence before it', async () => {
    live(...toVerified);
    await freeze();
    const store = kept();
    let reads = 0;
    const late = {
      ...store,
      editions: async () => {
        const read = await store.editions();
        if (++reads === 1) await stamped(async () => 'stamp');
        return read;
      },
    };
    await eraseEvidence(late, verification.account_id, verification.id);
    const { timestamp, disclosures } = JSON.parse(editions[0]!.body) as EvidenceResource;
    expect([timestamp, ...Object.values(disclosures)]).toEqual(['stamp', null, null, null, null]);
  });

  test('is added to an edition of an earlier release', async () => {
    live(...toVerified);
    const { timestamp: _none, ...older } = await freeze();
    editions[0] = { ...editions[0]!, body: JSON.stringify(older) };
    expect(await freeze()).toEqual({ ...older, timestamp: null });
    expect(await stamped(async () => 'stamp')).toEqual({ ...older, timestamp: 'stamp' });
  });
});
