import type { DurableMap } from '@malote/local-cloud/journal.ts';
import { FileJournal } from '@malote/local-cloud/journal.ts';

/** Secrets of the keys of the first account. */
export interface FirstKeys {
  api_key: string;
  sandbox_api_key: string;
}

/** The facts that a local service needs to continue with its data. */
interface Installed {
  keys: FirstKeys;
  /** Stored in URLs in the data. */
  port: number;
}

export interface DataFolder {
  readonly journal: FileJournal;
  /** Undefined in a new folder. */
  readonly installed: Installed | undefined;
  /** Marks the data as complete, so that it is kept. */
  install(installed: Installed): void;
}

/** The one key of the map. */
const FIRST = 'first';

/**
 * Opens the folder of `--data`. Removes the leftovers of a first start that was killed before its account was created.
 * @throws Error if another process has the folder open, or another version wrote it
 */
export async function openDataFolder(folder: string): Promise<DataFolder> {
  const journal = await FileJournal.open(folder);
  const map: DurableMap<Installed> = journal.map('installed');
  const installed = map.restore().get(FIRST);
  if (installed || journal.isEmpty) return { journal, installed, install: (value) => map.put(FIRST, value) };
  journal.discard();
  return openDataFolder(folder);
}
