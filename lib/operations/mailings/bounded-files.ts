import type { RequestCounts } from '../../adapters/data/accounts/request-counts.ts';
import type { PrintFiles } from '../../adapters/documents/print-files.ts';
import { dailyLimitExceeded, dailyLimitsOf } from '../../core/domain/daily-limits.ts';
import { utcDayOf } from '../../core/domain/units.ts';
import { settleAll } from '../../core/settle-all.ts';

interface Bounds {
  requestCounts: Pick<RequestCounts, 'countInDay'>;
  now: () => number;
}

/**
 * Files of new mailings, of which an account that pays for none stores so many bytes in a day (rule REQ-19). They are
 * counted before they are stored, so a call that fails afterwards may count without a file, never the reverse.
 * @param operation that stores them
 */
export function boundedFiles(
  files: Pick<PrintFiles, 'store'>,
  operation: string,
  { requestCounts, now }: Bounds,
): Pick<PrintFiles, 'store'> {
  return {
    /** @throws Problem daily_limit_exceeded: nothing was stored */
    store: async (owner, bytes) => {
      const limits = dailyLimitsOf(operation, owner.account_id).filter(({ counts }) => counts === 'bytes');
      const counted = await settleAll(
        limits.map(({ name, most }) =>
          requestCounts.countInDay(owner.account_id, name, utcDayOf(now()), most, bytes.byteLength),
        ),
      );
      if (counted.includes(undefined)) throw dailyLimitExceeded(now());
      return files.store(owner, bytes);
    },
  };
}
