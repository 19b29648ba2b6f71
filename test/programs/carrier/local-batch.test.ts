import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import training from '../../../data/carrier/training-profile.json' with { type: 'json' };
import type { CarrierMailing } from '../../../lib/core/domain/carrier-mailings.ts';
import type { CarrierProfile } from '../../../lib/core/schemas/carrier-profile.ts';
import type { LocalService } from '../../../lib/programs/local-service/local-service.ts';
import { type ApiClient, Control } from '../../support/api.ts';
import { letterBody, recipient } from '../../support/letters.ts';
import { startOwnService } from '../../support/own-service.ts';
import { templateBody } from '../../support/verifications.ts';
import { judge } from './judge.ts';
import { layOut } from './written-batch.ts';

let service: LocalService | undefined;
let control: Control;
let api: ApiClient;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'malote-local-batch-'));
  service = await startOwnService({ trainingCarrier: true });
  control = new Control(service.description.control_url);
  ({ api } = await control.openAccount(service.description.base_url, { balance: 100_000 }));
});
afterAll(async () => {
  await service?.stop();
  await rm(folder, { recursive: true });
});

const linesOf = (bytes: Uint8Array) =>
  Buffer.from(bytes)
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

test('a batch that the service forms from orders of the API is read by the independent judge', async () => {
  const letter = async (fields: object = {}) => (await api.post('/letters', letterBody({ ...fields }))).body;
  const ordered = [
    await letter(),
    await letter({ postal_services: ['registered'] }),
    await letter({ postal_services: ['registered', 'return_receipt'] }),
    await letter({ address_placement: 'extra_page' }),
    await letter({ double_sided: true, address_placement: 'extra_page' }),
    await letter({
      to: {
        ...recipient,
        name: 'Maria da Conceição Albuquerque de Vasconcelos Filha',
        complement: 'Bloco 12, apartamento 1304, fundos',
      },
    }),
    (await api.post('/verifications', templateBody())).body,
  ];
  for (const each of ordered) expect(each).toMatchObject({ status: 'received' });
  const { batches, held } = await control.post('/production/batches');
  expect([batches.length, held]).toEqual([1, {}]);
  const [{ id }] = batches;

  const { aws, outputs } = await control.get('/stack');
  const s3 = new S3Client(aws);
  const read = async (Bucket: string, Key: string) =>
    (await s3.send(new GetObjectCommand({ Bucket, Key }))).Body!.transformToByteArray();
  const manifest = linesOf(await read(outputs.ProductionBucket, `outbox/${id}/manifest.jsonl`));
  const bucketOf = new Map(manifest.map(({ file, bucket }) => [file, bucket]));
  const { Contents = [] } = await s3.send(
    new ListObjectsV2Command({ Bucket: outputs.PostalFilesBucket, Prefix: `${id}/` }),
  );
  const all = new Map<string, Uint8Array>();
  for (const { Key } of Contents) all.set(Key!.slice(id.length + 1), await read(outputs.PostalFilesBucket, Key!));
  const postal = linesOf(all.get('postal.jsonl')!) as CarrierMailing[];
  all.delete('postal.jsonl');
  await layOut(
    join(folder, 'batch'),
    training as CarrierProfile,
    { manifest, postal, files: all, printFile: (key) => read(bucketOf.get(key), key) },
    new Map(ordered.map((each) => [each.id, each])),
  );
  const verdict = await judge(join(folder, 'batch'), 1);
  expect(verdict.complaints).toEqual([]);
  expect(verdict.orders).toBe(ordered.length);
});
