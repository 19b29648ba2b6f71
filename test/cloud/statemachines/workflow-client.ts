import type { SFNClient } from '@aws-sdk/client-sfn';
import type { Workflows } from '@malote/local-cloud/test/support/workflow-runs.ts';

/** The SDK's client for these workflows, as far as sending a response needs it; errors are like the service's. */
export function clientOf({ cloud }: Workflows): SFNClient {
  const send = ({ constructor, input }: { constructor: { name: string }; input: Record<string, unknown> }) =>
    cloud.call('states', constructor.name.replace(/Command$/, ''), input);
  return { send } as unknown as SFNClient;
}
