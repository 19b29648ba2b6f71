import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../api/request.ts';

/** Ends the session of this browser, or every session of the person. */
export function useSignOut() {
  const client = useQueryClient();
  const [leaving, setLeaving] = useState(false);
  const leave = async (everywhere: boolean) => {
    setLeaving(true);
    try {
      await request('POST', '/sign-out', everywhere ? { query: { everywhere: true } } : {});
    } finally {
      // Removes the person's data from the page's memory.
      client.clear();
      window.location.assign('/');
    }
  };
  return { leaving, leave };
}
