/** Refusals that come before the limit of requests, or are it: whoever goes on all the same could send any number. */
const UNBOUNDED = new Set([401, 429]);

/** What is judged of a request. */
interface Answered {
  account_id: string;
  status: number;
  created_at: number;
}

/**
 * The requests that are kept of some: of those refused without bound, the first of each account, status and second. So a program
 * in a loop costs no more rows than the limit lets through.
 */
export function worthKeeping<Request extends Answered>(requests: readonly Request[]): Request[] {
  const seen = new Set<string>();
  return requests.filter(({ account_id, status, created_at }) => {
    if (!UNBOUNDED.has(status)) return true;
    const kind = `${account_id} ${status} ${Math.floor(created_at / 1000)}`;
    if (seen.has(kind)) return false;
    seen.add(kind);
    return true;
  });
}

/** Whether a request says that its key works. */
export const isUseOfKey = ({ status }: Pick<Answered, 'status'>) => status !== 401;
