import { randomUUID } from 'node:crypto';
import { GetObjectCommand, paginateListObjectsV2, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { RunningCloud } from '@malote/local-cloud';
import { LOCAL_SECRET_ACCESS_KEY } from '@malote/local-cloud/aws-signature.ts';

/** What customers cannot see: buckets, queues and executions. */
export class Internals {
  readonly #service: { readonly cloud: RunningCloud };

  constructor(service: { readonly cloud: RunningCloud }) {
    this.#service = service;
  }

  get #cloud(): RunningCloud {
    return this.#service.cloud;
  }

  /** Puts a report into the inbox, like the print house, and does not wait for its result. */
  async dropReport(lines: readonly string[]): Promise<void> {
    const Key = `inbox/${randomUUID()}.jsonl`;
    const report = { Bucket: this.#bucket('ProductionBucket'), Key, Body: lines.join('\n') };
    await this.#s3().send(new PutObjectCommand(report));
  }

  /** @param output name of the stack output that names the bucket */
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

  /** Ids in the lines of all batches' manifests, each as often as it is printed. */
  async printed(): Promise<string[]> {
    const manifests = (await this.keys('ProductionBucket')).filter((key) => key.endsWith('/manifest.jsonl'));
    const texts = await Promise.all(manifests.map((key) => this.text('ProductionBucket', key)));
    return texts.flatMap((text) => text.trimEnd().split('\n')).map((line) => (JSON.parse(line) as { id: string }).id);
  }

  /** Signs with the service's clock: S3 rejects signatures that are a quarter of an hour old. */
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

  /** Statuses of a mailing's executions: the first one, and those started to replace it. */
  async executionsOf(mailingId: string): Promise<string[]> {
    const statuses: string[] = [];
    for (let count = 1; ; count++) {
      const executionArn = this.#executionArn(count === 1 ? mailingId : `${mailingId}-${count}`);
      const found = await this.#cloud.call('states', 'DescribeExecution', { executionArn }).catch(() => undefined);
      if (!found) return statuses;
      statuses.push((found as { status: string }).status);
    }
  }

  /** Stops one running execution, as if by hand. @returns false if none is running */
  async stopSome(random: () => number): Promise<boolean> {
    const { LetterStateMachineArn, VerificationStateMachineArn } = this.#cloud.outputs;
    const stateMachineArn = random() < 0.5 ? LetterStateMachineArn : VerificationStateMachineArn;
    const { executions } = (await this.#cloud.call('states', 'ListExecutions', {
      stateMachineArn,
      statusFilter: 'RUNNING',
      maxResults: 1_000,
    })) as { executions: { executionArn: string }[] };
    const some = executions[Math.floor(random() * executions.length)];
    if (some) await this.#cloud.call('states', 'StopExecution', { executionArn: some.executionArn });
    return some !== undefined;
  }

  /** Purges one of the queues with messages. @returns its name and its number of messages */
  async purgeSome(random: () => number): Promise<{ queue: string; lost: number } | undefined> {
    const full = (await this.#queues()).filter(
      ({ attributes }) => attributes.RedrivePolicy && messagesIn(attributes) > 0,
    );
    const some = full[Math.floor(random() * full.length)];
    if (!some) return undefined;
    await this.#sqs('PurgeQueue', { QueueUrl: some.queueUrl });
    return { queue: some.queueUrl.split('/').pop()!, lost: messagesIn(some.attributes) };
  }

  /** Rows of the table that describe pending work: of its work index, the outbox, waiting deliveries, pending charges. */
  async workLeft(): Promise<string[]> {
    const TableName = this.#cloud.outputs.TableName;
    const left: string[] = [];
    let ExclusiveStartKey: unknown;
    do {
      const page = (await this.#cloud.call('dynamodb', 'Scan', { TableName, ExclusiveStartKey })) as {
        Items: Record<'PK' | 'SK' | 'GSI3PK', { S: string } | undefined>[];
        LastEvaluatedKey?: unknown;
      };
      for (const { PK, SK, GSI3PK } of page.Items) {
        if (isPendingWork(PK!.S, GSI3PK?.S)) left.push(`${PK!.S} ${SK!.S}`);
      }
      ExclusiveStartKey = page.LastEvaluatedKey;
    } while (ExclusiveStartKey);
    return left;
  }

  /** Removes attributes of an item, as if an older release had stored it. */
  async removeFrom(partition: string, sortKey: string, ...names: readonly string[]): Promise<void> {
    await this.#cloud.call('dynamodb', 'UpdateItem', {
      TableName: this.#cloud.outputs.TableName,
      Key: { PK: { S: partition }, SK: { S: sortKey } },
      UpdateExpression: `REMOVE ${names.map((_, index) => `#n${index}`).join(', ')}`,
      ConditionExpression: 'attribute_exists(PK)',
      ExpressionAttributeNames: Object.fromEntries(names.map((name, index) => [`#n${index}`, name])),
    });
  }

  /** Replaces a mailing's status, as a restoration of the table does. */
  async setStatus(partition: string, sortKey: string, status: string): Promise<void> {
    await this.#cloud.call('dynamodb', 'UpdateItem', {
      TableName: this.#cloud.outputs.TableName,
      Key: { PK: { S: partition }, SK: { S: sortKey } },
      UpdateExpression: 'SET #status = :status, mailing.#status = :status',
      ConditionExpression: 'attribute_exists(PK)',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':status': { S: status } },
    });
  }

  async remove(partition: string, sortKey: string): Promise<void> {
    const Key = { PK: { S: partition }, SK: { S: sortKey } };
    await this.#cloud.call('dynamodb', 'DeleteItem', { TableName: this.#cloud.outputs.TableName, Key });
  }

  /** Stops a mailing's first execution, as if by hand. */
  async stopExecution(mailingId: string): Promise<void> {
    await this.#cloud.call('states', 'StopExecution', { executionArn: this.#executionArn(mailingId) });
  }

  /** Moves dead letters back to their queues, like an operator. */
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
      messagesIn(attributes),
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

  /** @param name id of a mailing, or the name of an execution that replaces its first one */
  #executionArn(name: string): string {
    const { LetterStateMachineArn, VerificationStateMachineArn } = this.#cloud.outputs;
    const machine = name.startsWith('ltr_') ? LetterStateMachineArn : VerificationStateMachineArn;
    return `${machine!.replace(':stateMachine:', ':execution:')}:${name}`;
  }

  #bucket(output: string): string {
    return this.#cloud.outputs[output]!;
  }
}

/** Whether a row describes pending work, by its partition in the table and in the work index. */
export function isPendingWork(partition: string, inWorkIndex = ''): boolean {
  return (
    /^(PRINT|PRODUCTION|DUE|PARKED)#|^BATCHES#forming|^MAIL_MERGES_IN_PROGRESS/.test(inWorkIndex) ||
    /^OUTBOX#|#WAITING$|#PENDING_CHARGES\d$/.test(partition)
  );
}

function messagesIn(attributes: Record<string, string>): number {
  return Number(attributes.ApproximateNumberOfMessages) + Number(attributes.ApproximateNumberOfMessagesNotVisible);
}

interface Message {
  Body: string;
  ReceiptHandle: string;
  Attributes?: Record<string, string>;
}
