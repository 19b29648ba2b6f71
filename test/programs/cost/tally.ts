import type { Meter, Use } from '@malote/local-cloud/metering.ts';

/** Counts what AWS bills for one mailing. The names are the rows of docs/cost.md. */
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

/** DynamoDB operations that consume read units; the others consume write units. */
const READS = new Set(['GetItem', 'BatchGetItem', 'Query', 'TransactGetItems']);

/** S3 bills these at the higher request price, the others at the lower one; deletes are free. */
const S3_WRITES = new Set(['PUT', 'POST', 'LIST']);
const S3_READS = new Set(['GET', 'HEAD']);

/**
 * Functions that queues invoke: Lambda receives a batch of messages and deletes it, two requests billed to the queue's
 * owner.
 */
const FED_BY_QUEUES =
  /(ChargeScheduledLetters|ExpireVerifications|FollowLifecycle|ApplyPrintReport|DeliverWebhooks|FanOutWebhooks|AuditLedger)/;

/** Rows the meter does not count: the test takes them from the customer, the table and the executions. */
type NotMetered = 'API requests' | 'EventBridge events' | 'Step Functions transitions';

/** Collects usage while something runs. */
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

  counts(): Omit<Counts, NotMetered> {
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
      // Without the receives for more messages, which invocations make while receivers take longer than 0.15 s.
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
