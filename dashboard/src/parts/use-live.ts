import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useAccount } from '../session/session.tsx';

/** How often an open page asks for what may have changed; a page in the background does not ask. */
export const LIVE_MS = 15_000;

/** How often an open list is read again. It changes with each mailing that moves, so half as often as a single one. */
export const LIST_LIVE_MS = 30_000;

/** Reads an open list again and again, but not in a hidden tab, nor while somebody chooses rows that would move away. */
export function useLiveList(read: () => unknown, isHeld: boolean): void {
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') read();
    }, LIST_LIVE_MS);
    return () => clearInterval(timer);
  }, [read, isHeld]);
}

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
