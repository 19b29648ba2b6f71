import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { sessionQuery, useAccount } from '../session/session.tsx';
import { isOpen, tabId } from './tab.ts';

/**
 * Drafts exist only in this browser, until they are sent or discarded or their person signs out: one of each kind per
 * person, account and tab. The draft of a tab that was closed belongs to the next tab that asks for one.
 */
const DATABASE = 'malote';
const STORE = 'drafts';

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error ?? new Error('indexedDB'));
  });
}

async function ask<Result>(
  mode: IDBTransactionMode,
  query: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const asked = query(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(asked.result);
      transaction.onerror = transaction.onabort = () => reject(transaction.error ?? new Error('indexedDB'));
    });
  } finally {
    database.close();
  }
}

type Key = [person: string, account: string, kind: string, tab: string];

export interface Drafts<Draft> {
  read: () => Promise<Draft | undefined>;
  keep: (draft: Draft) => Promise<unknown>;
  drop: () => Promise<unknown>;
}

/** A browser that stores nothing, as in some private windows, has no drafts: the form still works. */
const orNothing = () => undefined;

function draftsOf<Draft>(person: string, account: string, kind: string): Drafts<Draft> {
  const own = async (): Promise<Key> => [person, account, kind, await tabId()];
  const read = async () => {
    const key = await own();
    const found = await ask<Draft | undefined>('readonly', (store) => store.get(key) as IDBRequest<Draft | undefined>);
    return found ?? (await adopt<Draft>(key));
  };
  return {
    read: () => read().catch(orNothing),
    keep: async (draft) => {
      const key = await own();
      return isOver ? undefined : ask('readwrite', (store) => store.put(draft, key)).catch(orNothing);
    },
    drop: async () => {
      const key = await own();
      return ask('readwrite', (store) => store.delete(key)).catch(orNothing);
    },
  };
}

/** Moves a draft that a closed tab left to this tab, in one transaction: of two tabs, one gets it. */
async function adopt<Draft>(own: Key): Promise<Draft | undefined> {
  const [person, account, kind] = own;
  // Of keys that begin alike, an array is behind every text (https://www.w3.org/TR/IndexedDB/#key-construct).
  const alike = IDBKeyRange.bound([person, account, kind], [person, account, kind, []]);
  const keys = (await ask('readonly', (store) => store.getAllKeys(alike))) as Key[];
  for (const key of keys) {
    if (await isOpen(key[3])) continue;
    return ask<Draft | undefined>('readwrite', (store) => {
      const reading = store.get(key) as IDBRequest<Draft | undefined>;
      reading.onsuccess = () => {
        if (reading.result === undefined) return;
        store.put(reading.result, own);
        store.delete(key);
      };
      return reading;
    });
  }
  return undefined;
}

/** Deletes the drafts of everybody else who has used this browser. */
export function keepOnlyDraftsOf(person: string): Promise<unknown> {
  return ask('readwrite', (store) => {
    store.delete(IDBKeyRange.upperBound([person], true));
    return store.delete(IDBKeyRange.lowerBound([person, []]));
  }).catch(orNothing);
}

/** Set at sign-out: what the page does until it is gone, such as the end of an upload, is not kept. */
let isOver = false;

export function dropAllDrafts(): Promise<unknown> {
  isOver = true;
  return ask('readwrite', (store) => store.clear()).catch(orNothing);
}

/** This person's drafts of a kind, in the account of the page's address. */
export function useDrafts<Draft>(kind: string): Drafts<Draft> {
  const { accountId } = useAccount();
  const { data: session } = useQuery(sessionQuery);
  const person = session?.person.id ?? '';
  return useMemo(() => draftsOf<Draft>(person, accountId, kind), [person, accountId, kind]);
}
