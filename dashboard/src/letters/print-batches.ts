import { useQuery } from '@tanstack/react-query';
import { serviceTime } from '../api/request.ts';
import { brasiliaInstant } from '../language/formats.ts';
import { sessionQuery } from '../session/session.tsx';
import { batchAfter, restOn } from './print-batch-times.ts';

/** A letter with this day is received then (rule LTR-9). */
const CHARGE_TIME = '06:00';

/**
 * When mailings go to the print house, in epoch milliseconds; undefined where that is not known, such as for a batch
 * whose time has come.
 */
export function usePrintBatches() {
  const schedule = useQuery(sessionQuery).data?.print_schedule;
  const ahead = (received: number) => {
    const batch = schedule ? batchAfter(received, schedule) : undefined;
    return batch !== undefined && batch > serviceTime() ? batch : undefined;
  };
  return {
    /** Of a mailing that is created now, or was received at an instant. */
    of: (received?: string | null) => ahead(received ? Date.parse(received) : serviceTime()),
    /** Of a letter with a send date. */
    ofDay: (date: string) => ahead(brasiliaInstant(date, CHARGE_TIME)),
    /** Why nothing goes there on a day, if so. */
    restOn: (date: string) => (schedule ? restOn(date, schedule) : undefined),
  };
}
