/** How often the number of a letter was looked up: nothing of who did it (rule GEN-5). */
export interface AuthenticityLookUps {
  total: number;
  /** By the day in Brasília, `YYYY-MM-DD`. */
  days: Readonly<Record<string, number>>;
}

/** Days with look-ups that are kept: later ones count in the total alone. 400 take 8 KB. */
export const MOST_LOOK_UP_DAYS = 400;
