import type { SQSClient } from '@aws-sdk/client-sqs';
import type { EventBridgeEvent } from 'aws-lambda';
import { openWorkQueue } from '../net/work-queue.ts';
import type { ReportFile } from './inbox.ts';

/** Keys are not encoded, unlike in S3's own notifications. */
type ObjectCreated = Pick<
  EventBridgeEvent<'Object Created', { object: { key: string; 'version-id'?: string | undefined } }>,
  'detail'
>;

/** The queue of reports to apply: new files in the inbox, and those to apply again. */
export function openReportQueue(sqs: Pick<SQSClient, 'send'>, url: string) {
  const queue = openWorkQueue<ObjectCreated>(sqs, url);
  return {
    ask: ({ key, version }: ReportFile): Promise<void> =>
      queue.ask({ detail: { object: { key, 'version-id': version } } }),
  };
}

export type ReportQueue = ReturnType<typeof openReportQueue>;

/** The report that a message of the queue names. */
export function reportFileIn(body: string): ReportFile {
  const { key, 'version-id': version } = (JSON.parse(body) as ObjectCreated).detail.object;
  return { key, version };
}
