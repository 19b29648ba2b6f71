import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useAccount } from '../session/session.tsx';

/** How often an open page asks for what may have changed; a page in the background does not ask. */
export const LIVE_MS = 15_000;

/** Once a mailing has moved, reads again what belongs to it: events, deliveries, attempts, balance. */
export function useLive(status: string | undefined): void {
  const { accountId } = useAccount();
  const client = useQueryClient();
  const known = useRef(status);
  useEffect(() => {
    const hasMoved = known.current !== undefined && known.current !== status;
    known.current = status;
    if (hasMoved) void client.invalidateQueries({ queryKey: [accountId] });
  }, [accountId, client, status]);
}
