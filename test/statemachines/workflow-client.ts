import type { SFNClient } from '@aws-sdk/client-sfn';
import type { Workflows } from '@malote/local-cloud/test/support/workflow-runs.ts';

/** The SDK's client of these workflows, as far as an answer needs it; errors come as the service throws them. */
export function clientOf({ cloud }: Workflows): SFNClient {
  const send = ({ constructor, input }: { constructor: { name: string }; input: Record<string, unknown> }) =>
    cloud.call('states', constructor.name.replace(/Command$/, ''), input);
  return { send } as unknown as SFNClient;
}
