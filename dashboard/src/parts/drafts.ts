/** Drafts exist only in this browser, one of each kind per account, until they are sent or discarded. */
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

export interface Drafts<Draft> {
  read: () => Promise<Draft | undefined>;
  keep: (draft: Draft) => Promise<unknown>;
  drop: () => Promise<unknown>;
}

/** A browser that stores nothing, as in some private windows, has no drafts: the form still works. */
export function draftsOf<Draft>(accountId: string, kind: string): Drafts<Draft> {
  const key = `${accountId}/${kind}`;
  const orNothing = () => undefined;
  return {
    read: () => ask('readonly', (store) => store.get(key) as IDBRequest<Draft | undefined>).catch(orNothing),
    keep: (draft) => ask('readwrite', (store) => store.put(draft, key)).catch(orNothing),
    drop: () => ask('readwrite', (store) => store.delete(key)).catch(orNothing),
  };
}
