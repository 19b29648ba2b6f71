import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { DeleteMessageCommand, type Message, ReceiveMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, test } from '@jest/globals';
import { type RunningCloud, startCloud } from '@malote/local-cloud';
import { LOCAL_SECRET_ACCESS_KEY } from '@malote/local-cloud/aws-signature.ts';
import { temporaryDirectory } from '@malote/local-cloud/test/support/assembly.ts';
import { sharedDatabase } from '@malote/local-cloud/test/support/database.ts';
import { gatewayUrl } from '../../outside/aws/targets.ts';

const app = resolve(import.meta.dirname, 'app.ts');

/** The deployed `FidelityStack`: its outputs, and how SDK clients reach it. */
export interface Stage {
  outputs: Readonly<Record<string, string>>;
  /** For the constructor of any SDK client. */
  client: { endpoint?: string; region?: string; credentials?: { accessKeyId: string; secretAccessKey: string } };
  /** Base URL of one of its gateways, without a trailing slash. */
  gateway: (name: 'Plain' | 'Custom') => string;
}

/**
 * The stack that `test/outside/aws/run.ts` deployed, named by `FIDELITY_OUTPUTS`; otherwise one in its own local cloud. The
 * local clock is not advanced: these tests use only the machine's time.
 */
export function useStage(): () => Stage {
  let stage: Stage;
  let cloud: RunningCloud | undefined;

  beforeAll(async () => {
    const { FIDELITY_OUTPUTS, AWS_ENDPOINT_URL } = process.env;
    if (FIDELITY_OUTPUTS) {
      const outputs = JSON.parse(FIDELITY_OUTPUTS) as Stage['outputs'];
      stage = { outputs, client: {}, gateway: (name) => gatewayUrl(outputs[`${name}Url`]!, AWS_ENDPOINT_URL) };
      return;
    }
    const local = (cloud = await startStackLocally());
    const credentials = { accessKeyId: 'fidelity', secretAccessKey: LOCAL_SECRET_ACCESS_KEY };
    stage = {
      outputs: local.outputs,
      client: { endpoint: local.endpoint, region: local.region, credentials },
      gateway: (name) => local.stageUrl(name.toLowerCase()),
    };
  }, 60_000);

  afterAll(() => cloud?.stop());

  return () => stage;
}

async function startStackLocally(): Promise<RunningCloud> {
  const endpoint = await sharedDatabase();
  const assembly = temporaryDirectory();
  await promisify(execFile)(process.execPath, [app], { env: { ...process.env, CDK_OUTDIR: assembly } });
  const dynamoDb = { endpoint, accessKeyId: randomUUID().replaceAll('-', '') };
  return startCloud({ assembly, port: 0, log: () => undefined, dynamoDb });
}

/** Name of a target (`targets.ts`) → how it is known to differ from AWS. */
export type Otherwise = Readonly<Record<string, string>>;

/**
 * A behavior of AWS, by name. Skipped on an emulator that is known to differ; the test name then says what that
 * emulator does (docs/decisions/emulators.md).
 */
export function behavior(name: string, run: () => Promise<void>, otherwise: Otherwise = {}): void {
  const difference = otherwise[process.env.FIDELITY_TARGET ?? ''];
  if (difference === undefined) test(name, run);
  else test.skip(`${name} (skipped: it ${difference})`, run);
}

/** Receives up to ten messages with all their attributes, and deletes none; waits up to a second. */
export async function receive(sqs: SQSClient, QueueUrl: string): Promise<Message[]> {
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({
      QueueUrl,
      MaxNumberOfMessages: 10,
      WaitTimeSeconds: 1,
      MessageSystemAttributeNames: ['All'],
    }),
  );
  return Messages;
}

export interface Taking {
  enough: (messages: readonly Message[]) => boolean;
  /** Other messages are dropped. */
  wanted?: (message: Message) => boolean;
  patienceMs?: number;
}

/** Receives and deletes messages until `enough`, for at most 20 s unless `patienceMs` is set. */
export async function take(
  sqs: SQSClient,
  QueueUrl: string,
  { enough, wanted = () => true, patienceMs = 20_000 }: Taking,
): Promise<Message[]> {
  const taken: Message[] = [];
  const deadline = performance.now() + patienceMs;
  while (!enough(taken) && performance.now() < deadline) {
    const messages = await receive(sqs, QueueUrl);
    for (const { ReceiptHandle } of messages) await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
    taken.push(...messages.filter(wanted));
  }
  return taken;
}

export const atLeast =
  (count: number) =>
  ({ length }: readonly Message[]): boolean =>
    length >= count;
