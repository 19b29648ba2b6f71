import { control, type ServiceDescription } from './bench-api.ts';
import { type Desk, deskName } from './place.ts';

const KEPT_AS = 'malote.workbench.key';

/**
 * An API key of the desk. The service's description contains those of the first account; for another account one is
 * issued once per browser tab.
 */
export async function keyOf(desk: Desk, firstAccountId: string, service: ServiceDescription): Promise<string> {
  if (desk.accountId === firstAccountId) return desk.mode === 'test' ? service.sandbox_api_key : service.api_key;
  const name = `${KEPT_AS}.${deskName(desk)}`;
  const kept = sessionStorage.getItem(name);
  if (kept !== null) return kept;
  const key = await control.issueKey(desk.accountId, desk.mode);
  sessionStorage.setItem(name, key);
  return key;
}
