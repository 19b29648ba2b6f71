import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { RequestFailed } from '../api/request.ts';

/**
 * An action with its own idempotency key. A retry after a lost response uses the same key, so that it is done once;
 * after any response, good or bad, the next action gets a new key.
 */
export function useAct<Answer>(act: (key: string) => Promise<Answer>, done: (answer: Answer) => unknown) {
  const key = useRef<string | null>(null);
  const mutation = useMutation({
    mutationFn: () => act((key.current ??= crypto.randomUUID())),
    onSuccess: async (answer) => {
      key.current = null;
      await done(answer);
    },
    onError: (error) => {
      if (error instanceof RequestFailed && error.status >= 400 && error.status < 500) key.current = null;
    },
  });
  return { ...mutation, act: () => mutation.mutate() };
}
