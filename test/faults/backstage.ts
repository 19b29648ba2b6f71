import { randomUUID } from 'node:crypto';
import { GetObjectCommand, paginateListObjectsV2, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { RunningCloud } from '@malote/local-cloud';
import { LOCAL_SECRET_ACCESS_KEY } from '@malote/local-cloud/aws-signature.ts';

/** What no customer sees: buckets, queues and executions. */
export class Backstage {
  readonly #service: { readonly cloud: RunningCloud };

  constructor(service: { readonly cloud: RunningCloud }) {
    this.#service = service;
  }

  get #cloud(): RunningCloud {
    return this.#service.cloud;
  }

  /** Leaves a report in the inbox, as the print house does, and does not wait for its result. */
  async dropReport(lines: readonly string[]): Promise<void> {
    const Key = `inbox/${randomUUID()}.jsonl`;
    const report = { Bucket: this.#bucket('ProductionBucket'), Key, Body: lines.join('\n') };
    await this.#s3().send(new PutObjectCommand(report));
  }

  /** @param output name of the stack's output that names the bucket */
  async keys(output: string): Promise<string[]> {
    const keys: string[] = [];
    for await (const { Contents = [] } of paginateListObjectsV2(
      { client: this.#s3() },
      { Bucket: this.#bucket(output) },
    ))
      keys.push(...Contents.map(({ Key }) => Key!));
    return keys;
  }

  async text(output: string, key: string): Promise<string> {
    const { Body } = await this.#s3().send(new GetObjectCommand({ Bucket: this.#bucket(output), Key: key }));
    return Body!.transformToString();
  }

  /** Signs with the wound clock: S3 refuses what is signed a quarter of an hour before. */
  #s3(): S3Client {
    const { clock, endpoint, region } = this.#cloud;
    return new S3Client({
      endpoint,
      region,
      credentials: { accessKeyId: 'faults', secretAccessKey: LOCAL_SECRET_ACCESS_KEY },
      forcePathStyle: true,
      systemClockOffset: clock.now() - Date.now(),
    });
  }

  /** Status of a mailing's execution; undefined when it has none. */
  async executionOf(mailingId: string): Promise<string | undefined> {
    const executionArn = this.#executionArn(mailingId);
    return this.#cloud.call('states', 'DescribeExecution', { executionArn }).then(
      (execution) => (execution as { status: string }).status,
      () => undefined,
    );
  }

  /** Stops a mailing's first execution, as somebody does by hand. */
  async stopExecution(mailingId: string): Promise<void> {
    await this.#cloud.call('states', 'StopExecution', { executionArn: this.#executionArn(mailingId) });
  }

  /** Moves what lies in dead-letter queues to where it came from, as an operator does. */
  async redrive(): Promise<void> {
    for (const { queueUrl, attributes } of await this.#queues()) {
      if (!attributes.RedrivePolicy) continue;
      const { deadLetterTargetArn } = JSON.parse(attributes.RedrivePolicy) as { deadLetterTargetArn: string };
      const deadUrl = queueUrl.replace(/[^/]+$/, deadLetterTargetArn.split(':').pop()!);
      for (;;) {
        const { Messages = [] } = await this.#sqs<{ Messages?: Message[] }>('ReceiveMessage', {
          QueueUrl: deadUrl,
          MaxNumberOfMessages: 10,
          MessageSystemAttributeNames: ['All'],
        });
        if (Messages.length === 0) break;
        for (const { Body, ReceiptHandle, Attributes } of Messages) {
          const group = Attributes?.MessageGroupId;
          await this.#sqs('SendMessage', {
            QueueUrl: queueUrl,
            MessageBody: Body,
            ...(queueUrl.endsWith('.fifo') && {
              MessageGroupId: group,
              MessageDeduplicationId: ReceiptHandle.slice(0, 64),
            }),
          });
          await this.#sqs('DeleteMessage', { QueueUrl: deadUrl, ReceiptHandle });
        }
      }
    }
  }

  /** Queues that are not empty, with their number of messages. */
  async leftInQueues(): Promise<Record<string, number>> {
    const counts = (await this.#queues()).map(({ queueUrl, attributes }): [string, number] => [
      queueUrl.split('/').pop()!,
      Number(attributes.ApproximateNumberOfMessages) + Number(attributes.ApproximateNumberOfMessagesNotVisible),
    ]);
    return Object.fromEntries(counts.filter(([, count]) => count > 0));
  }

  async #queues(): Promise<{ queueUrl: string; attributes: Record<string, string> }[]> {
    const { QueueUrls = [] } = await this.#sqs<{ QueueUrls?: string[] }>('ListQueues', {});
    return Promise.all(
      QueueUrls.map(async (queueUrl) => {
        const input = { QueueUrl: queueUrl, AttributeNames: ['All'] };
        const { Attributes } = await this.#sqs<{ Attributes: Record<string, string> }>('GetQueueAttributes', input);
        return { queueUrl, attributes: Attributes };
      }),
    );
  }

  async #sqs<Output>(operation: string, input: Record<string, unknown>): Promise<Output> {
    return (await this.#cloud.call('sqs', operation, input)) as Output;
  }

  #executionArn(mailingId: string): string {
    const { LetterStateMachineArn, VerificationStateMachineArn } = this.#cloud.outputs;
    const machine = mailingId.startsWith('ltr_') ? LetterStateMachineArn : VerificationStateMachineArn;
    return `${machine!.replace(':stateMachine:', ':execution:')}:${mailingId}`;
  }

  #bucket(output: string): string {
    return this.#cloud.outputs[output]!;
  }
}

interface Message {
  Body: string;
  ReceiptHandle: string;
  Attributes?: Record<string, string>;
}
