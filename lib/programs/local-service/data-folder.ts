import type { DurableMap } from '@malote/local-cloud/journal.ts';
import { FileJournal } from '@malote/local-cloud/journal.ts';

/** Secrets of the keys of the first account. */
export interface FirstKeys {
  api_key: string;
  sandbox_api_key: string;
}

/** What a local service must know of itself to go on with its data. */
interface Installed {
  keys: FirstKeys;
  /** The addresses in the data name it. */
  port: number;
}

export interface DataFolder {
  readonly journal: FileJournal;
  /** Undefined in a new folder. */
  readonly installed: Installed | undefined;
  /** From now on the data is whole, and kept. */
  install(installed: Installed): void;
}

/** The one key of the map. */
const FIRST = 'first';

/**
 * Opens the folder of `--data`. What a first start left that was killed before its account stood is nobody's, and goes.
 * @throws Error when another process has the folder, or another version wrote it
 */
export async function openDataFolder(folder: string): Promise<DataFolder> {
  const journal = await FileJournal.open(folder);
  const map: DurableMap<Installed> = journal.map('installed');
  const installed = map.restore().get(FIRST);
  if (installed || journal.isEmpty) return { journal, installed, install: (value) => map.put(FIRST, value) };
  journal.discard();
  return openDataFolder(folder);
}
