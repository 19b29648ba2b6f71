import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../api/request.ts';
import { KEPT_AS as LANGUAGE_KEPT_AS } from '../language/language.tsx';
import { dropAllDrafts } from '../parts/drafts.ts';

/** Mantine's default (https://mantine.dev/theming/color-schemes/#color-scheme-manager). */
const COLORS_KEPT_AS = 'mantine-color-scheme-value';

/** Tells the other tabs of this browser, which share the session. */
export const SIGNED_OUT = 'malote.signed-out';

/** Ends the session of this browser, or every session of the person. */
export function useSignOut() {
  const client = useQueryClient();
  const [leaving, setLeaving] = useState(false);
  const leave = async (everywhere: boolean) => {
    setLeaving(true);
    const keepPreferences = preferences();
    let next = '/';
    try {
      const query = everywhere ? { query: { everywhere: true } } : {};
      const ended = await request<{ provider_sign_out_url: string | null }>('POST', '/sign-out', query);
      // The provider ends its own session and returns to the dashboard.
      next = ended.provider_sign_out_url ?? next;
    } finally {
      // Removes the person's data from the browser. The response does it too (`Clear-Site-Data`), where it arrives.
      await dropAllDrafts();
      new BroadcastChannel(SIGNED_OUT).postMessage(null);
      keepPreferences();
      client.clear();
      window.location.assign(next);
    }
  };
  return { leaving, leave };
}

/** Language and colors are the browser's, not the person's: they stay. @returns stores them again */
function preferences(): () => void {
  const kept = [LANGUAGE_KEPT_AS, COLORS_KEPT_AS].map((name) => [name, localStorage.getItem(name)] as const);
  return () => {
    for (const [name, value] of kept) if (value !== null) localStorage.setItem(name, value);
  };
}
