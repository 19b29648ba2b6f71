import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';

const OUTBOX = 'outbox/';
const INBOX = 'inbox/';
const RESULTS = 'results/';

/** The bucket shared with the print house: manifests go out, reports come in, and each report gets a result. */
export function openExchange(bucket: string, client = new S3Client()) {
  const put = async (key: string, text: string): Promise<void> => {
    await client.send(
      new PutObjectCommand({ Bucket: bucket, Key: key, Body: text, ContentType: 'application/x-ndjson' }),
    );
  };
  return {
    writeManifest: (batchId: string, manifest: string) => put(`${OUTBOX}${batchId}/manifest.jsonl`, manifest),
    writeResult: (reportKey: string, results: string) => put(resultKey(reportKey), results),
    readReport: async (reportKey: string): Promise<string> => {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: reportKey }));
      if (!Body) throw new Error(`report ${reportKey} has no body`);
      return Body.transformToString('utf-8');
    },
  };
}

export type Exchange = ReturnType<typeof openExchange>;

/** Where the result of a report in the inbox stands. */
export function resultKey(reportKey: string): string {
  return RESULTS + reportKey.slice(INBOX.length);
}
