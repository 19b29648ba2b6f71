import { randomUUID } from 'node:crypto';
import type { Role } from '../../lib/core/domain/people.ts';
import { Browser } from './browser.ts';
import { useService } from './service.ts';

let count = 0;

/** Test files share a process, but not this module. */
const ofFile = randomUUID().slice(0, 8);

/** An address that no other test uses. */
export const newEmail = () => `pessoa-${ofFile}-${(count += 1)}@exemplo.com.br`;

/** A signed-in person with a role in the account. */
export async function signedIn(accountId: string, role: Role, email = newEmail()): Promise<Browser> {
  const { control } = useService();
  await control.post(`/accounts/${accountId}/people`, { email, role });
  const browser = newBrowser();
  const at = await browser.signIn(email);
  if (at !== '/') throw new Error(`signed in to ${at}`);
  return browser;
}

export const newBrowser = () => new Browser(new URL(useService().baseUrl).origin);
