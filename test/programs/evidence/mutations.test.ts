import { randomBytes, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PDFDocument } from 'pdf-lib';
import { openTimestampAuthority } from '../../../lib/adapters/evidence/timestamp-authority.ts';
import { createGuard } from '../../../lib/adapters/net/guard.ts';
import { checkEvidence } from '../../../lib/core/evidence/check.ts';
import { checkLetter } from '../../../lib/core/evidence/check-letter.ts';
import type { KeySet } from '../../../lib/core/evidence/jws.ts';
import type { StoredEvidence } from '../../../lib/core/schemas/evidence.ts';
import type { AnyEvidence } from '../../../lib/core/schemas/letter-evidence.ts';
import { freezeEvidence } from '../../../lib/operations/evidence/freeze-evidence.ts';
import { evidenceSample, newEvidenceSigner } from '../../support/evidence.ts';
import { letterEvidenceDeps, livedLetter } from '../../support/letter-evidence.ts';
import { pdfFixture } from '../../support/letters.ts';
import { seeded } from '../../support/seeded.ts';
import { type OpensslAuthority, startAuthority } from './openssl-authority.ts';

/** Mutations of a run, and their seed: `MUTATIONS=1000000 MUTATION_SEED=7 npm test evidence/mutations`. */
const COUNT = Number(process.env['MUTATIONS'] ?? 4_000);
const SEED = Number(process.env['MUTATION_SEED'] ?? 49);
/** A check takes a millisecond or two; a mutation that makes one take this long would be an attack. */
const LONGEST_MS = 5_000;

let authority: OpensslAuthority;
/** Two letters, and the two editions of a verification, all signed by one key and stamped. */
let genuine: AnyEvidence[];
/** Certificate of the authority. */
let root: X509Certificate;
let pdfs: Buffer[];
/** PDFs that show a letter's pages otherwise: saved anew, and in another order. */
let lookalikes: Buffer[];
const { signer, key } = newEvidenceSigner();
const keys: KeySet = { keys: [key] };

beforeAll(async () => {
  authority = await startAuthority();
  root = new X509Certificate(await readFile(authority.rootFile));
  const guard = createGuard({ loopback: true });
  const { stamp } = openTimestampAuthority({ url: authority.url, guard, randomBytes });
  const stamped = async (evidence: AnyEvidence) => ({ ...evidence, timestamp: await stamp(evidence.signature) });
  pdfs = ['libreoffice-letter-2', 'chromium-letter-2'].map((name) => pdfFixture(name));
  const editions: StoredEvidence[] = [];
  const unstamped = [
    ...(await Promise.all(pdfs.map(evidenceOf))),
    await evidenceSample({ signer, editions }),
    await evidenceSample({ signer, editions, later: [{ trigger: 'cancel' }] }),
  ];
  expect(editions.map(({ edition }) => edition)).toEqual([1, 2]);
  genuine = [];
  for (const evidence of unstamped) genuine.push(await stamped(evidence));
  lookalikes = (await Promise.all(pdfs.map(savedAnew))).flat();
});
afterAll(() => authority.close());

function evidenceOf(pdf: Buffer): Promise<AnyEvidence> {
  const letter = livedLetter(pdf);
  return freezeEvidence(letterEvidenceDeps({ signer, letter: () => letter }), letter.account_id, letter.id);
}

async function savedAnew(pdf: Buffer): Promise<Buffer[]> {
  const document = await PDFDocument.load(pdf);
  const swapped = await PDFDocument.create();
  for (const page of await swapped.copyPages(document, [1, 0])) swapped.addPage(page);
  return Promise.all([document, swapped].map(async (one) => Buffer.from(await one.save())));
}

type Json = Record<string, unknown>;
type Random = (below: number) => number;

/** What a forger may try on one file of evidence, with another genuine one at hand. */
const forgeries: readonly ((one: AnyEvidence, other: AnyEvidence, random: Random) => unknown)[] = [
  // A bit anywhere, some bits, bytes left out, doubled or moved.
  (one, _, random) => flipped(Buffer.from(JSON.stringify(one)), random).toString(),
  (one, _, random) => {
    const text = JSON.stringify(one);
    const [from, length] = [random(text.length), 1 + random(40)];
    return text.slice(0, from) + text.slice(from + length);
  },
  (one, _, random) => {
    const text = JSON.stringify(one);
    const [from, to] = [random(text.length), random(text.length)];
    return text.slice(0, to) + text.slice(from, from + 1 + random(40)) + text.slice(to);
  },
  // Parts of another file: statement, signature, stamp, disclosures, one value of the statement.
  (one, other) => ({ ...one, statement: other.statement }),
  (one, other) => ({ ...one, signature: other.signature }),
  (one, other) => ({ ...one, timestamp: other.timestamp }),
  (one, other) => ({ ...one, signature: other.signature, timestamp: other.timestamp }),
  (one, other, random) => withOne(one, 'disclosures', other.disclosures, random),
  (one, other, random) => withOne(one, 'statement', other.statement, random),
  (one, other) => ({ ...one, statement: other.statement, disclosures: other.disclosures }),
  // Segments of the signature, and bits of it and of the stamp.
  (one, other, random) => {
    const [segments, others] = [one.signature.split('.'), other.signature.split('.')];
    const at = random(3);
    return { ...one, signature: segments.with(at, others[at]!).join('.') };
  },
  (one, _, random) => {
    const segments = one.signature.split('.');
    const at = random(3);
    const bytes = flipped(Buffer.from(segments[at]!, 'base64url'), random);
    return { ...one, signature: segments.with(at, bytes.toString('base64url')).join('.') };
  },
  (one, _, random) => ({
    ...one,
    timestamp: flipped(Buffer.from(one.timestamp!, 'base64'), random).toString('base64'),
  }),
  // Entries of the history left out, doubled, exchanged, or another's.
  (one, other, random) => {
    const history: unknown[] = [...one.statement.history];
    const [at, to] = [random(history.length), random(history.length)];
    const changed = [
      history.toSpliced(at, 1),
      history.toSpliced(at, 0, history[to]),
      history.with(at, history[to]).with(to, history[at]),
      history.with(at, other.statement.history[at] ?? {}),
    ];
    return { ...one, statement: { ...one.statement, history: changed[random(changed.length)] } };
  },
];

/** Another's value in one field. */
function withOne(one: AnyEvidence, part: 'statement' | 'disclosures', other: Json, random: Random): unknown {
  const names = Object.keys(one[part]);
  const name = names[random(names.length)]!;
  return { ...one, [part]: { ...one[part], [name]: other[name] } };
}

function flipped(bytes: Buffer, random: Random): Buffer {
  const changed = Buffer.from(bytes);
  for (let count = 1 + random(3); count > 0; count--) changed[random(changed.length)]! ^= 1 << random(8);
  return changed;
}

/** A PDF that is not the one printed: changed, truncated, extended, saved anew, with its pages exchanged. */
function otherPdf(pdf: Buffer, random: Random): Buffer {
  const others = [
    () => flipped(pdf, random),
    () => pdf.subarray(0, random(pdf.length)),
    () => pdf.subarray(1 + random(pdf.length)),
    () => Buffer.concat([pdf, Buffer.from([random(256)])]),
    () => lookalikes[random(lookalikes.length)]!,
    () => pdfs.find((one) => one !== pdf)!,
  ];
  return others[random(others.length)]!();
}

/**
 * What a check says of a file: everything that it accepts. A token of RFC 3161 has bits that nobody signs, such as the
 * version of its container; a file with other ones says the same.
 */
function saidOf(text: string): string | undefined {
  const verdict = checkEvidence(text, keys, [root]);
  if (!verdict.ok) return undefined;
  const { object, disclosures, signature } = JSON.parse(text) as AnyEvidence;
  return JSON.stringify({ ...verdict, object, disclosures, signature });
}

test(
  `of ${COUNT} mutations of evidence and letters none is accepted, and none takes long`,
  () => {
    const random: Random = (
      (next) => (below) =>
        Math.floor(next() * below)
    )(seeded(SEED));
    const said = genuine.map((evidence) => saidOf(JSON.stringify(evidence)));
    expect(said).not.toContain(undefined);
    const accepted: string[] = [];
    let [tried, harmless, longestMs] = [0, 0, 0];
    while (tried < COUNT) {
      const kind = random(forgeries.length + 1);
      const [at, to] = [random(genuine.length), random(genuine.length)];
      const startedAt = performance.now();
      if (kind === forgeries.length) {
        const letter = at % pdfs.length;
        const file = otherPdf(pdfs[letter]!, random);
        if (file.equals(pdfs[letter]!)) continue;
        if (checkLetter(file, genuine[letter]!.statement) === 'same') accepted.push(`mutation ${tried}: a PDF`);
      } else {
        const made = forgeries[kind]!(genuine[at]!, genuine[to]!, random);
        const text = typeof made === 'string' ? made : JSON.stringify(made);
        if (text === JSON.stringify(genuine[at])) continue;
        const says = saidOf(text);
        if (says === said[at]) harmless++;
        else if (says) accepted.push(`mutation ${tried}: forgery ${kind} of ${at} with ${to}`);
      }
      tried++;
      longestMs = Math.max(longestMs, performance.now() - startedAt);
    }
    const result = `${accepted.length} accepted, ${harmless} in bits of the stamp that say nothing`;
    process.stdout.write(`${tried} mutations of seed ${SEED}: ${result}, the longest ${longestMs.toFixed(1)} ms\n`);
    expect(accepted).toEqual([]);
    expect(longestMs).toBeLessThan(LONGEST_MS);
  },
  60_000 + 5 * COUNT,
);
