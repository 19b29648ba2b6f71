import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { SFNClient, StopExecutionCommand } from '@aws-sdk/client-sfn';
import { DynamoDbConnection, DynamoDbService } from '@malote/local-cloud/dynamodb/dynamodb-service.ts';
import { SqsService } from '@malote/local-cloud/sqs/sqs.ts';
import { Workflows } from '@malote/local-cloud/test/support/workflow-runs.ts';
import type { SQSRecord } from 'aws-lambda';
import prices from '../../../../data/prices.json' with { type: 'json' };
import { openAccounts } from '../../../../lib/adapters/data/accounts/accounts.ts';
import { openLetters } from '../../../../lib/adapters/data/mailings/letters.ts';
import { mailingsInStatus } from '../../../../lib/adapters/data/mailings/mailings.ts';
import { openVerifications } from '../../../../lib/adapters/data/mailings/verifications.ts';
import { openLedger } from '../../../../lib/adapters/data/money/ledger.ts';
import { openEvents } from '../../../../lib/adapters/data/table/events.ts';
import type { Table } from '../../../../lib/adapters/data/table/table.ts';
import { readChargeRequest } from '../../../../lib/adapters/queues/charge-queue.ts';
import { openMailingWorkflow, openWaitResults } from '../../../../lib/adapters/workflows/mailing-workflow.ts';
import { addDays, brasiliaDate } from '../../../../lib/core/domain/brasilia.ts';
import type { EventType } from '../../../../lib/core/domain/events.ts';
import type { LedgerDifference } from '../../../../lib/core/domain/ledger.ts';
import type { Letter } from '../../../../lib/core/domain/letters.ts';
import type { Preview } from '../../../../lib/core/domain/mailing-fields.ts';
import { letterResource } from '../../../../lib/core/resources/letter.ts';
import { functionSettings } from '../../../../lib/infra/settings.ts';
import { type Deps, takeCharges } from '../../../../lib/operations/letters/take-charges.ts';
import { followMailing } from '../../../../lib/operations/mailings/follow-lifecycle.ts';
import { eventFor } from '../../../../lib/operations/mailings/move-mailing.ts';
import { reconcileLifecycles } from '../../../../lib/operations/mailings/reconcile-lifecycles.ts';
import { auditAccount } from '../../../../lib/operations/money/audit-account.ts';
import { type KillDecision, Killed, mortal } from '../../../support/mortal.ts';
import { accountSample, letterSample } from '../../../support/samples.ts';

const definition = readFileSync(
  new URL('../../../../statemachines/letter-lifecycle.asl.json', import.meta.url),
  'utf8',
);
export const PRICE = 690;
/** Six times the time limit of the worker. */
const VISIBILITY_SECONDS = 6 * functionSettings('charge-scheduled-letters', 'worker').timeout;

export interface MorningOptions {
  table: Table;
  /** Whether the worker dies at one of its calls. */
  dies?: KillDecision;
  /** What else happens to an account between the worker's read and its write. */
  meanwhile?: (accountId: string) => Promise<unknown>;
}

/**
 * A scheduled letter at six o'clock, in one process: the local cloud's state machine and queue, the worker, which may
 * die, and the table.
 */
export async function openMorning({ table, dies = () => false, meanwhile = async () => undefined }: MorningOptions) {
  const workflows = new Workflows();
  const { cloud } = workflows;
  const { clock } = cloud;
  const sqs = new SqsService(cloud);
  const dynamoDb = new DynamoDbService(cloud, await connectionTo(table), () => undefined);
  cloud.register(sqs);
  cloud.register(dynamoDb);
  await cloud.listen();
  const client = new SFNClient(cloud.clientOptions);

  const queueType = sqs.resourceTypes['AWS::SQS::Queue']!;
  const createQueue = (logicalId: string, properties: object) =>
    queueType.create({ FifoQueue: true, ...properties }, { logicalId });
  const deadLetters = await createQueue('DeadLetters', {});
  const charges = await createQueue('Charges', {
    DeduplicationScope: 'messageGroup',
    VisibilityTimeout: VISIBILITY_SECONDS,
    RedrivePolicy: { deadLetterTargetArn: deadLetters.attributes!.Arn as string, maxReceiveCount: 5 },
  });
  const machine = await workflows.createFrom({
    DefinitionString: definition,
    DefinitionSubstitutions: {
      TABLE_NAME: table.name,
      CHARGE_QUEUE_URL: charges.ref,
      // Nothing is produced here, so nothing is late.
      PRODUCTION_DEADLINE_SECONDS: 31_536_000,
    },
  });

  const tools = { now: () => clock.now(), randomBytes };
  const accounts = openAccounts(table);
  const ledger = openLedger(table, tools);
  const letters = openLetters(table, tools);
  const events = openEvents(table, tools.now);
  const verifications = openVerifications(table, tools);
  /** Keys of files that cannot be read. */
  const broken = new Set<string>();
  const links = {
    link: async ({ file }: Preview) => {
      if (broken.has(file.key)) throw new Error('this file cannot be read');
      return null;
    },
  };
  const follower = {
    letters,
    verifications,
    workflows: { letter: openMailingWorkflow(machine, client), verification: openMailingWorkflow(machine, client) },
  };

  async function charge(records: readonly SQSRecord[]) {
    let isDead = false;
    const outside: Pick<Deps, 'letters' | 'accounts' | 'ledger' | 'workflow'> = mortal(
      {
        accounts: { find: accounts.find },
        ledger: { balance: ledger.balance },
        letters: {
          find: letters.find,
          changeAll: async (changes, judgedBy) => {
            await meanwhile(changes[0]!.after.account_id);
            return letters.changeAll(changes, judgedBy);
          },
        },
        workflow: { answer: openWaitResults(client).answer },
      },
      (step) => (isDead ||= dies(step)),
    );
    const silent = { report: () => undefined, warn: () => undefined };
    const deps: Deps = { ...tools, ...outside, ...silent, links, prices, backOff: async () => undefined };
    const failed = await takeCharges(deps, records.map(readChargeRequest));
    if (isDead) return { payload: { errorType: Killed.name }, failed: true };
    return {
      payload: { batchItemFailures: failed.map(({ message_id }) => ({ itemIdentifier: message_id })) },
      failed: false,
    };
  }
  const consumer = { batchSize: 10, batchingWindowSeconds: 0, concurrency: () => 2, reportBatchItemFailures: true };
  sqs.attachConsumer(charges.attributes!.Arn as string, consumer, charge);

  /** What follow-lifecycle does with an event. */
  const follow = (account_id: string, object_id: string, type: EventType) =>
    followMailing(follower, { event_id: 'evt_1', account_id, object_id, type });

  return {
    clock,
    accounts,
    ledger,
    letters,
    /** The dependencies of operations on letters. */
    operations: { ...tools, accounts, letters, links },
    broken,
    follow,
    /** The first day a letter can be scheduled for. */
    tomorrow: () => addDays(brasiliaDate(clock.now()), 1),

    /** @param covered how many letters the balance covers */
    openAccount: async (covered: number): Promise<string> => {
      const account = accountSample();
      await accounts.create(account, { secondOfCnpj: true });
      const money = { account_id: account.id, type: 'credit', amount: covered * PRICE } as const;
      if (covered > 0) await ledger.move({ ...money, source_id: null, description: null });
      return account.id;
    },

    /**
     * Creates letters of an account whose machines wait for 06:00 of their day.
     * @param isLost whether the start of a letter's machine is lost, by the letter's number from 0
     */
    schedule: async (
      account_id: string,
      count: number,
      send_date: string,
      isLost: (number: number) => boolean = () => false,
    ): Promise<Letter[]> => {
      const created: Letter[] = [];
      for (let number = 0; number < count; number++) {
        const scheduled = { account_id, status: 'scheduled', send_date, reached: {} } as const;
        const mailing = letterSample({ ...scheduled, created_at: clock.now() });
        mailing.print_file.key = `letters/${mailing.id}.pdf`;
        const event = eventFor(tools, mailing, letterResource(mailing, null));
        await letters.create({ mailing, event, charge: undefined, upload: undefined });
        if (!isLost(number)) await follow(account_id, mailing.id, 'letter.scheduled');
        created.push(mailing);
      }
      await clock.whenIdle();
      return created;
    },

    /** Stops a letter's execution by hand. */
    stopExecution: async (name: string): Promise<void> => {
      const executionArn = `${machine.replace(':stateMachine:', ':execution:')}:${name}`;
      await client.send(new StopExecutionCommand({ executionArn }));
    },

    /** What reconcile-lifecycles does with an account. */
    reconcile: (accountId: string): Promise<string[]> =>
      reconcileLifecycles(
        {
          ...follower,
          now: tools.now,
          inStatus: (account, kind, status) => mailingsInStatus(table, account, kind, status),
        },
        accountId,
      ),

    /** Messages that have exhausted their retries. */
    deadLetters: async (): Promise<number> => {
      const { Attributes } = (await cloud.call('sqs', 'GetQueueAttributes', {
        QueueUrl: deadLetters.ref,
        AttributeNames: ['ApproximateNumberOfMessages'],
      })) as { Attributes: { ApproximateNumberOfMessages: string } };
      return Number(Attributes.ApproximateNumberOfMessages);
    },

    /** Every letter of an account with the types of its events and the state of its machine. */
    outcome: async (accountId: string) =>
      Promise.all(
        (await letters.all(accountId)).map(async ({ id }) => {
          const { mailing, wait } = (await letters.find(accountId, id))!;
          const { rows } = await events.list(accountId, { limit: 10 }, { object_id: id });
          const executionArn = `${machine.replace(':stateMachine:', ':execution:')}:${id}`;
          const { status } = await workflows.outcome(executionArn);
          return {
            letter: mailing,
            eventTypes: rows.map(({ type }) => type),
            machine: status === 'RUNNING' ? wait!.status : status,
          };
        }),
      ),

    audit: (accountId: string): Promise<LedgerDifference[]> =>
      auditAccount({ ledger, letters, verifications, mailMerges: { inProgress: async () => [] } }, accountId),

    stop: async () => {
      client.destroy();
      dynamoDb.stop();
      sqs.stop();
      await cloud.stop();
    },
  };
}

export type Morning = Awaited<ReturnType<typeof openMorning>>;

async function connectionTo({ client }: Table): Promise<DynamoDbConnection> {
  const { accessKeyId } = await client.config.credentials();
  const { protocol, hostname, port } = await client.config.endpoint!();
  return new DynamoDbConnection({ endpoint: `${protocol}//${hostname}:${port}`, accessKeyId }, 'sa-east-1');
}
