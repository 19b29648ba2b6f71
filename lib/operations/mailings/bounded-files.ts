import type { PrintFiles } from '../../adapters/documents/print-files.ts';
import { dailyLimitExceeded } from '../../core/domain/daily-limits.ts';
import { countToday, type DailyCounts } from '../count-today.ts';

/**
 * Files of new mailings, of which an account that pays for none stores so many bytes in a day (rule REQ-19).
 * @param operation that stores them
 */
export function boundedFiles(
  files: Pick<PrintFiles, 'store'>,
  operation: string,
  counts: DailyCounts,
): Pick<PrintFiles, 'store'> {
  return {
    /** @throws Problem daily_limit_exceeded: nothing was stored */
    store: async (owner, bytes) => {
      const counted = { operation, kind: 'bytes', amount: bytes.byteLength } as const;
      if (await countToday(counts, owner.account_id, counted)) throw dailyLimitExceeded(counts.now());
      return files.store(owner, bytes);
    },
  };
}
