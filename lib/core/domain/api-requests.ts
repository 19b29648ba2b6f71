/** Rejections before or by the rate limit: a client that ignores them could send any number. */
const UNBOUNDED = new Set([401, 429]);

/** The part of a request that is looked at. */
interface Responded {
  account_id: string;
  status: number;
  created_at: number;
}

/**
 * The requests to store: of the unlimited rejections, only the first for each account, status and second. A program in
 * a loop thus costs no more rows than the rate limit allows.
 */
export function requestsToStore<Request extends Responded>(requests: readonly Request[]): Request[] {
  const seen = new Set<string>();
  return requests.filter(({ account_id, status, created_at }) => {
    if (!UNBOUNDED.has(status)) return true;
    const kind = `${account_id} ${status} ${Math.floor(created_at / 1000)}`;
    if (seen.has(kind)) return false;
    seen.add(kind);
    return true;
  });
}

/** Whether a request shows that its key works. */
export const isUseOfKey = ({ status }: Pick<Responded, 'status'>) => status !== 401;
