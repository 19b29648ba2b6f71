/** An instant as the API shows it: ISO 8601 in UTC, whole seconds (rule REQ-14). */
export function timestamp(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 19)}Z`;
}

/** The same, or null if nothing has happened. */
export function timestampOrNull(instant: number | undefined | null): string | null {
  return instant === undefined || instant === null ? null : timestamp(instant);
}
