import { DeleteObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { LOCAL_SECRET_ACCESS_KEY } from '@malote/local-cloud/aws-signature.ts';
import type { LocalService } from '../../../lib/programs/local-service/local-service.ts';
import { Control } from '../../support/api.ts';
import { letterBody } from '../../support/letters.ts';
import { startOwnService } from '../../support/own-service.ts';

/** With the template's roles: the function that forms batches refunds mailings that cannot be printed. */

let service: LocalService;
beforeAll(async () => {
  service = await startOwnService();
});
afterAll(() => service.stop());

test('a letter without its print file fails, is refunded, and does not hold up the batch', async () => {
  const { cloud, description } = service;
  const control = new Control(description.control_url);
  const { api } = await control.openAccount(description.base_url);
  const before = (await api.get('/balance')).body.amount;
  const lost = (await api.post('/letters', letterBody())).body;
  const sound = (await api.post('/letters', letterBody())).body;
  await removeFileOf(cloud, lost.id);

  const { batches } = await control.post('/production/batches');
  expect(batches).toMatchObject([{ mailings: [sound.id] }]);
  const { body } = await api.get(`/letters/${lost.id}`);
  expect(body).toMatchObject({ status: 'failed', failure_reason: 'unprintable_document' });
  expect((await api.get(`/letters/${sound.id}`)).body.status).toBe('in_production');
  expect((await api.get('/balance')).body.amount).toBe(before - sound.price.total);
  expect((await control.get('/ledger/audit')).differences).toEqual([]);
});

async function removeFileOf({ endpoint, region, outputs }: LocalService['cloud'], id: string): Promise<void> {
  const credentials = { accessKeyId: 'faults', secretAccessKey: LOCAL_SECRET_ACCESS_KEY };
  const s3 = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  const Bucket = outputs.DocumentsBucket!;
  const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket, Prefix: 'letters/' }));
  const { Key } = Contents.find((object) => object.Key!.includes(id))!;
  await s3.send(new DeleteObjectCommand({ Bucket, Key }));
  s3.destroy();
}
