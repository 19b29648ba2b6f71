import { useState } from 'react';
import type { Setup } from './setup.ts';

interface Decisions {
  /** The setup they are about; another one asks again. */
  setup: Setup;
  /** Columns whose blank cells may leave gaps in letters. */
  accepted: readonly string[];
  /** Rows with problems get no letter. */
  leftOut: boolean;
}

/** What a person decides about the rows of one setup. */
export function useDecisions(setup: Setup) {
  const none: Decisions = { setup, accepted: [], leftOut: false };
  const [stored, setStored] = useState(none);
  const { accepted, leftOut } = stored.setup === setup ? stored : none;
  return {
    accepted,
    leftOut,
    accept: (column: string, isAccepted: boolean) =>
      setStored({
        setup,
        leftOut,
        accepted: isAccepted ? [...accepted, column] : accepted.filter((other) => other !== column),
      }),
    leaveOut: (next: boolean) => setStored({ setup, accepted, leftOut: next }),
  };
}
