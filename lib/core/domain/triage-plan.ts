import type { CarrierProfile, TriageRow } from '../schemas/carrier-profile.ts';

/** The carrier's plan of sorting, made ready to look up postal codes. */
export interface TriagePlan {
  version: string;
  /** The row of a postal code of eight digits; undefined if the plan does not know it. */
  rowOf(postalCode: string): TriageRow | undefined;
}

/** The rows of a plan do not overlap (`profileFaults`), so that at most one holds a postal code. */
export function readTriagePlan({ version, rows }: CarrierProfile['triage_plan']): TriagePlan {
  const ascending = [...rows].sort((a, b) => (a.first < b.first ? -1 : 1));
  return {
    version,
    rowOf: (postalCode) => {
      let low = 0;
      let high = ascending.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (ascending[middle]!.first <= postalCode) low = middle + 1;
        else high = middle;
      }
      const row = ascending[low - 1];
      return row && postalCode <= row.last ? row : undefined;
    },
  };
}

/** What stands on the label of a tray: the delivery centre, or the sorting centre where the plan names none. */
export const trayLabel = ({ cdd, ctc }: TriageRow): string => cdd || ctc;
