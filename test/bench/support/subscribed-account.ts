import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synthesize } from '../../../lib/infra/synth.ts';
import { type LocalService, startLocalService } from '../../../lib/programs/local-service/local-service.ts';
import { type ApiClient, Control } from '../../support/api.ts';
import { type ReceiverProcess, startReceiver } from './receivers.ts';

export interface SubscribedAccount {
  service: LocalService;
  receiver: ReceiverProcess;
  id: string;
  api: ApiClient;
}

interface Subscription {
  event: string;
  /** Milliseconds until the receiver answers. */
  answersAfter: number;
}

/** Starts the whole local cloud with an account whose events of one type go to a receiver, and stops all after `act`. */
export async function withSubscribedAccount<Result>(
  { event, answersAfter }: Subscription,
  act: (account: SubscribedAccount) => Promise<Result>,
): Promise<Result> {
  const outdir = await mkdtemp(join(tmpdir(), 'malote-bench-'));
  const receiver = await startReceiver({ answersAfter });
  try {
    const assembly = await synthesize({ outdir, validation: false });
    const service = await startLocalService({ assembly, port: 0, log: () => undefined });
    try {
      const { control_url, base_url } = service.description;
      const control = new Control(control_url);
      const { id, api } = await control.openAccount(base_url, { balance: 100_000_000 });
      await control.post(`/accounts/${id}/webhooks`, { url: receiver.url, events: [event] });
      return await act({ service, receiver, id, api });
    } finally {
      await service.stop();
    }
  } finally {
    await receiver.stop();
    await rm(outdir, { recursive: true });
  }
}
