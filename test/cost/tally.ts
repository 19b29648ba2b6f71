import type { Meter, Use } from '@malote/local-cloud/metering.ts';

/** What AWS bills for one mailing, counted. The names are the rows of docs/cost.md. */
export const rows = [
  'API requests',
  'Lambda invocations',
  'DynamoDB calls',
  'DynamoDB read units',
  'DynamoDB write units',
  'S3 writes and listings',
  'S3 reads',
  'SQS requests',
  'EventBridge events',
  'Step Functions transitions',
  'KMS requests',
] as const;

export type Row = (typeof rows)[number];
export type Counts = Record<Row, number>;

/** Operations of DynamoDB whose units are of reading; the others write. */
const READS = new Set(['GetItem', 'BatchGetItem', 'Query', 'TransactGetItems']);

/** S3 bills these by the dearer class of its requests, those by the other; what is deleted costs nothing. */
const S3_WRITES = new Set(['PUT', 'POST', 'LIST']);
const S3_READS = new Set(['GET', 'HEAD']);

/** Functions that queues feed: Lambda receives a batch of messages and deletes it, two requests that the queue's owner pays. */
const FED_BY_QUEUES =
  /(ChargeScheduledLetters|ExpireVerifications|FollowLifecycle|ApplyPrintReport|DeliverWebhooks|FanOutWebhooks|AuditLedger)/;

/** Rows that the meter does not see: the customer, the table and the executions tell them. */
type ToldByOthers = 'API requests' | 'EventBridge events' | 'Step Functions transitions';

/** Collects what is used while something is done. */
export class Tally {
  readonly #uses: Use[] = [];
  #open = false;

  readonly meter: Meter = (use) => {
    if (this.#open) this.#uses.push(use);
  };

  async during<Result>(act: () => Promise<Result>): Promise<Result> {
    this.#open = true;
    try {
      return await act();
    } finally {
      this.#open = false;
    }
  }

  counts(): Omit<Counts, ToldByOthers> {
    const of = (service: string, matches: (operation: string) => boolean = () => true) =>
      this.#uses.filter((use) => use.service === service && matches(use.operation));
    const units = (uses: readonly Use[]) => uses.reduce((sum, { units = 0 }) => sum + units, 0);
    const isRead = (operation: string) => READS.has(operation);
    return {
      'Lambda invocations': of('lambda').length,
      'DynamoDB calls': of('dynamodb').length,
      'DynamoDB read units': units(of('dynamodb', isRead)),
      'DynamoDB write units': units(of('dynamodb', (operation) => !isRead(operation))),
      'S3 writes and listings': of('s3', (operation) => S3_WRITES.has(operation)).length,
      'S3 reads': of('s3', (operation) => S3_READS.has(operation)).length,
      // Without those for more messages, which invocations make beside receivers that take longer than 0.15 s.
      'SQS requests':
        of('sqs', (operation) => operation !== 'ReceiveMessage').length +
        2 * of('lambda', (name) => FED_BY_QUEUES.test(name)).length,
      'KMS requests': of('kms').length,
    };
  }

  clear(): void {
    this.#uses.length = 0;
  }
}
