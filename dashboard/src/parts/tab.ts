/** Stays when a tab is reloaded or restored; a duplicate of a tab starts with a copy. */
const KEPT_AS = 'malote.tab';

/** A page that is reloaded waits this long for itself to be gone; a duplicate waits in vain. */
const PATIENCE_MS = 1_000;

const lockOf = (id: string) => `malote.tab/${id}`;

let own: Promise<string> | undefined;

/** An id that no other open tab has: each tab holds a lock of its own until it is closed. */
export function tabId(): Promise<string> {
  return (own ??= claim());
}

async function claim(): Promise<string> {
  const kept = sessionStorage.getItem(KEPT_AS);
  if (kept !== null && (await hold(kept))) return kept;
  const id = crypto.randomUUID();
  sessionStorage.setItem(KEPT_AS, id);
  await hold(id);
  return id;
}

function hold(id: string): Promise<boolean> {
  return new Promise((resolve) => {
    const untilClosed = () => {
      resolve(true);
      return new Promise<never>(() => undefined);
    };
    const options = { signal: AbortSignal.timeout(PATIENCE_MS) };
    navigator.locks.request(lockOf(id), options, untilClosed).catch(() => resolve(false));
  });
}

/** Whether a tab of this browser has the id. */
export async function isOpen(id: string): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === lockOf(id));
}
