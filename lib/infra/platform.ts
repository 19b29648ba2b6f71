import type { Alarms } from './alarms.ts';
import type { FunctionBundle } from './bundle.ts';
import type { Rollouts } from './rollout.ts';
import type { Settings } from './settings-schema.ts';
import type { Storage } from './storage.ts';
import type { Workers } from './workers.ts';

/** Resources that every part of the service uses. */
export interface Platform {
  settings: Settings;
  bundles: ReadonlyMap<string, FunctionBundle>;
  storage: Storage;
  alarms: Alarms;
  rollouts: Rollouts;
  workers: Workers;
  /** Signs links for customers: `<access key id>:<secret>`. */
  linkKey: string;
  /** Base of the links printed on verification letters, without a trailing slash. */
  confirmationPageBase: string;
}
