const KEPT_AS = 'malote.account';

/** The account that `/` opens on this device. */
export function rememberAccount(id: string): void {
  localStorage.setItem(KEPT_AS, id);
}

export function lastAccount(): string | null {
  return localStorage.getItem(KEPT_AS);
}
