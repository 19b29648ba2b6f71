import { settleAll } from '../../core/settle-all.ts';

export interface SafeguardDeps {
  /** Whether the table can be restored to any second. */
  recoveryState: () => Promise<string>;
  keyState: (keyId: string) => Promise<string>;
  reportMissing: (safeguard: string, state: string) => void;
}

/** What a safeguard that is on says of itself. */
const ON = { recovery: 'ENABLED', key: 'Enabled' } as const;

/**
 * Looks at what nobody notices until it is needed: the recovery of the table, and the keys without which codes, secrets
 * and evidence are lost, while their deletion can still be undone.
 * @param keys their ids by what they are for
 * @returns how many are missing
 */
export async function checkSafeguards(deps: SafeguardDeps, keys: Readonly<Record<string, string>>): Promise<number> {
  const states = await settleAll([
    deps.recoveryState().then((state) => ['table_recovery', state, ON.recovery] as const),
    ...Object.entries(keys).map(async ([name, id]) => [name, await deps.keyState(id), ON.key] as const),
  ]);
  const missing = states.filter(([, state, on]) => state !== on);
  for (const [safeguard, state] of missing) deps.reportMissing(safeguard, state);
  return missing.length;
}
