import type { SQSClient } from '@aws-sdk/client-sqs';
import { openWorkQueue, type WorkQueue } from '../net/work-queue.ts';

/** A mailing whose personal data is to be erased. Ordering it again is harmless. */
export interface ErasureOrder {
  account_id: string;
  mailing_id: string;
}

/** The queue of erasures: an erasure searches a day of stored responses, which takes longer than a request may. */
export const openErasureQueue = (sqs: Pick<SQSClient, 'send'>, url: string): WorkQueue<ErasureOrder> =>
  openWorkQueue(sqs, url);

export const readErasureOrder = (body: string) => JSON.parse(body) as ErasureOrder;
