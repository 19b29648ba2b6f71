import type { Page } from 'playwright-core';
import { LOCAL_PASSWORD } from '../../../lib/programs/local-service/sign-in/users.ts';

/** Signs in with the local provider's form, like a person, and ends at the list of letters. */
export async function signIn(page: Page, dashboardUrl: string, email: string): Promise<void> {
  // The first visit builds the page.
  page.setDefaultTimeout(60_000);
  await page.goto(dashboardUrl);
  await page.getByRole('link', { name: 'Entrar no painel' }).click();
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(LOCAL_PASSWORD);
  await page.locator('button').click();
  await page.getByRole('heading', { level: 1, name: 'Início' }).waitFor();
  await goTo(page, 'Cartas');
  await page.getByRole('heading', { level: 1, name: 'Cartas' }).waitFor();
}

/** Opens a screen by its name in the navigation, which a phone hides behind a button. */
export async function goTo(page: Page, screen: string): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu' });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('navigation').getByRole('link', { name: screen, exact: true }).click();
}
