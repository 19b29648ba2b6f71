import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { RequestFailed } from '../api/request.ts';
import type { Drafts } from './drafts.ts';

/** The part of a draft that makes its order happen once. */
export interface Once<Order> {
  /** Belongs to one order, from the first typed character to the response: repeated sending creates one object. */
  idempotencyKey: string;
  /** What was sent with this key without a response. One of them may have created the object. */
  unanswered: readonly Order[];
}

export const once = (): Once<never> => ({ idempotencyKey: crypto.randomUUID(), unanswered: [] });

interface Props<Draft, Order, Made> {
  draft: Draft;
  onDraft: (change: (draft: Draft) => Draft) => void;
  drafts: Drafts<Draft>;
  create: (order: Order, key: string) => Promise<Made>;
  onCreated: (made: Made) => unknown;
  onFailed?: () => void;
}

const isRefusal = (error: unknown): error is RequestFailed =>
  error instanceof RequestFailed && error.status >= 400 && error.status < 500;

/** The key has created something else, or is at it. */
const isOfAnother = (error: unknown) => isRefusal(error) && error.code === 'idempotency_key_reused';
const isRunning = (error: unknown) => isRefusal(error) && error.code === 'idempotency_key_in_use';

/**
 * Creates a draft's object once. If an earlier order with its key was received although its response was lost, and the
 * form has changed since, nothing is created: `earlier` is the object that exists.
 */
export function useOrder<Draft extends Once<Order>, Order, Made extends object>(props: Props<Draft, Order, Made>) {
  const { draft, onDraft, drafts, create, onCreated, onFailed } = props;
  const [earlier, setEarlier] = useState<Made | null>(null);

  const note = (change: Once<Order>) => onDraft((now) => ({ ...now, ...change }));

  /** Repeats orders of a key that has created something; only the one that created it is accepted. */
  const findEarlier = async (orders: readonly Order[], key: string): Promise<Made | null> => {
    for (const order of orders) {
      try {
        return await create(order, key);
      } catch (error) {
        if (!isOfAnother(error)) throw error;
      }
    }
    return null;
  };

  const sending = useMutation({
    mutationFn: async (order: Order): Promise<{ made: Made } | { found: Made }> => {
      const { idempotencyKey, unanswered } = draft;
      const begun = { idempotencyKey, unanswered: [...unanswered.filter((sent) => !isSame(sent, order)), order] };
      note(begun);
      // Before the request: if its response is lost with the page, the draft still knows what was sent.
      await drafts.keep({ ...draft, ...begun });
      try {
        return { made: await create(order, idempotencyKey) };
      } catch (error) {
        if (isOfAnother(error)) {
          const found = await findEarlier(unanswered, idempotencyKey);
          note({ idempotencyKey, unanswered });
          if (found) return { found };
        } else if (isRefusal(error) && !isRunning(error)) {
          // A refusal releases the key, and one that had created something would not be refused (rule IDEM-4).
          note({ idempotencyKey, unanswered: [] });
        }
        throw error;
      }
    },
    onError: onFailed,
    onSuccess: async (result) => {
      if ('found' in result) return setEarlier(result.found);
      await drafts.drop();
      await onCreated(result.made);
    },
  });

  return {
    error: sending.error,
    isPending: sending.isPending,
    send: (order: Order) => sending.mutate(order),
    /** What an earlier order of this draft created, found when a changed one was sent. */
    earlier,
    /** Makes the form that of another object, with a key of its own. */
    startAnother: () => {
      setEarlier(null);
      note(once());
    },
  };
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
