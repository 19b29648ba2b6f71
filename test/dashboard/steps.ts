import type { Page } from 'playwright-core';
import { LOCAL_PASSWORD } from '../../lib/programs/local-service/sign-in/users.ts';

/** Signs in with the local provider's form, as a person does, up to the list of letters. */
export async function signIn(page: Page, dashboardUrl: string, email: string): Promise<void> {
  // The first visit builds the page.
  page.setDefaultTimeout(60_000);
  await page.goto(dashboardUrl);
  await page.getByRole('link', { name: 'Entrar no painel' }).click();
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(LOCAL_PASSWORD);
  await page.locator('button').click();
  await page.getByRole('heading', { level: 1, name: 'Cartas' }).waitFor();
}
