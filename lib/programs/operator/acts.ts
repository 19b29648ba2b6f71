import { randomUUID } from 'node:crypto';
import { CloudWatchLogsClient, CreateLogStreamCommand, PutLogEventsCommand } from '@aws-sdk/client-cloudwatch-logs';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import type { SecurityEventName } from '../../core/domain/security-events.ts';
import type { Site } from './site.ts';

/** A command that somebody runs: its words, and the ids among its arguments. */
export interface Act {
  command: string;
  account_id: string | undefined;
  object_id: string | undefined;
}

/**
 * Writes who runs a command into the log of operators' acts, before the command does anything (rule PRIV-6). Who it is
 * comes from AWS, by the credentials. Nothing that was written can be changed, and the operator's policy cannot delete
 * it (docs/operator-policy.json).
 * @returns writes how the command ended
 * @throws Error if it cannot be written: nothing is done unrecorded
 */
export async function recordAct({ aws, outputs, now }: Site, act: Act): Promise<(outcome: string) => Promise<void>> {
  const logGroupName = outputs.OperatorLogGroup;
  if (logGroupName === undefined) throw new Error('The stack has no output OperatorLogGroup: deploy it again.');
  const { Arn: principal } = await new STSClient(aws).send(new GetCallerIdentityCommand({}));
  const logs = new CloudWatchLogsClient(aws);
  const logStreamName = randomUUID();
  await logs.send(new CreateLogStreamCommand({ logGroupName, logStreamName }));
  const write = async (outcome: string) => {
    const security_event: SecurityEventName = 'operator_act';
    const line = { message: 'security', security_event, outcome, principal, ...act };
    const logEvents = [{ timestamp: now(), message: JSON.stringify(line) }];
    await logs.send(new PutLogEventsCommand({ logGroupName, logStreamName, logEvents }));
  };
  await write('begun');
  return write;
}
