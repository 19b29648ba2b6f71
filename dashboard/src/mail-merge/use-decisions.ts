import { useState } from 'react';
import type { Setup } from './setup.ts';

interface Decisions {
  /** The setup they are about; another one asks again. */
  setup: Setup;
  /** Markers whose blank cells may leave gaps in letters. */
  accepted: readonly string[];
  /** Rows with problems get no letter. */
  leftOut: boolean;
}

/** What a person decides about the rows of one setup. */
export function useDecisions(setup: Setup) {
  const none: Decisions = { setup, accepted: [], leftOut: false };
  const [stored, setStored] = useState(none);
  const { leftOut } = stored.setup === setup ? stored : none;
  const { cells, matches } = stored.setup;
  // A correction of a row does not take back what was said about blank cells.
  const { accepted } = cells === setup.cells && matches === setup.matches ? stored : none;
  return {
    accepted,
    leftOut,
    accept: (target: string, isAccepted: boolean) =>
      setStored({
        setup,
        leftOut,
        accepted: isAccepted ? [...accepted, target] : accepted.filter((other) => other !== target),
      }),
    leaveOut: (next: boolean) => setStored({ setup, accepted, leftOut: next }),
  };
}
