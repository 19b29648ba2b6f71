import { useSyncExternalStore } from 'react';

export const views = ['letters', 'verifications', 'money', 'events', 'inbox', 'mails', 'service'] as const;
export type View = (typeof views)[number];

/** The account, or sandbox, on the screen. */
export interface Desk {
  accountId: string;
  mode: 'live' | 'test';
}

export interface Place {
  view: View;
  /** Of the first account unless the address names one. */
  desk: Desk | null;
}

export const deskName = ({ accountId, mode }: Desk) => (mode === 'test' ? `${accountId}/test` : accountId);

/** The place as a link: the address contains it, `#/money/acc_1/test`. */
export const placeHref = ({ view, desk }: Place) => `#/${view}${desk ? `/${deskName(desk)}` : ''}`;

function placeOf(hash: string): Place {
  const [, view, accountId, mode] = hash.split('/');
  return {
    view: views.find((known) => known === view) ?? 'letters',
    desk: accountId ? { accountId, mode: mode === 'test' ? 'test' : 'live' } : null,
  };
}

function onMove(moved: () => void): () => void {
  addEventListener('hashchange', moved);
  return () => removeEventListener('hashchange', moved);
}

export function usePlace(): Place {
  return placeOf(useSyncExternalStore(onMove, () => location.hash));
}
