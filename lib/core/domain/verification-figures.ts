import { type VerificationStatus, verificationStatuses } from './verification-statuses.ts';

/** Maximum verifications of one period: only their keys are read, 2 MB of them. */
export const MOST_COUNTED = 10_000;

/** What was found of a period's verifications; one that moves during the read may be found in two statuses. */
export interface Found {
  inStatus: readonly (readonly [VerificationStatus, string])[];
  confirmed: readonly { id: string; days: number }[];
}

/** Statuses in which nothing has left the print house. */
const NOT_SENT: readonly VerificationStatus[] = ['received', 'in_production', 'canceled'];

/** The figures of a period (rule VER-20). */
export function figuresOf({ inStatus, confirmed }: Found) {
  const latest = latestStatuses(inStatus);
  const by_status = Object.fromEntries(verificationStatuses.map((status) => [status, 0])) as Record<
    VerificationStatus,
    number
  >;
  for (const status of latest.values()) by_status[status]++;
  return {
    created: latest.size,
    sent: latest.size - NOT_SENT.reduce((sum, status) => sum + by_status[status], 0),
    confirmed: by_status.verified,
    by_status,
    days_to_confirm: daysOf(confirmed.filter(({ id }) => latest.get(id) === 'verified')),
  };
}

function latestStatuses(found: Found['inStatus']): ReadonlyMap<string, VerificationStatus> {
  const latest = new Map<string, VerificationStatus>();
  for (const [status, id] of found) {
    const known = latest.get(id);
    if (!known || verificationStatuses.indexOf(status) > verificationStatuses.indexOf(known)) latest.set(id, status);
  }
  return latest;
}

/** Of two middle days the median is the smaller one: always a day with a confirmation. */
function daysOf(confirmed: Found['confirmed']) {
  const days = confirmed.map((one) => one.days).sort((one, other) => one - other);
  const counts = new Map<number, number>();
  for (const day of days) counts.set(day, (counts.get(day) ?? 0) + 1);
  return {
    median: days[Math.floor((days.length - 1) / 2)] ?? null,
    counts: [...counts].map(([day, count]) => ({ days: day, count })),
  };
}
