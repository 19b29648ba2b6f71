import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synthesize } from '../../../lib/infra/synth.ts';
import {
  type LocalService,
  type LocalServiceOptions,
  startLocalService,
} from '../../../lib/programs/local-service/local-service.ts';

/**
 * Starts the whole service on the local cloud, with its own template, and stops it after `act`. Its log is silent by
 * default.
 */
export async function withLocalService<Result>(
  options: Partial<LocalServiceOptions>,
  act: (service: LocalService) => Promise<Result>,
): Promise<Result> {
  const outdir = await mkdtemp(join(tmpdir(), 'malote-bench-'));
  try {
    const assembly = await synthesize({ outdir, validation: false });
    const service = await startLocalService({ log: () => undefined, ...options, assembly, port: 0 });
    try {
      return await act(service);
    } finally {
      await service.stop();
    }
  } finally {
    await rm(outdir, { recursive: true });
  }
}
