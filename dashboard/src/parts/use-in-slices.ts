import { useDeferredValue } from 'react';

/**
 * The answer of a query, for a part that is large. React renders a query's answer in one go, which takes a phone a
 * quarter of a second; what is deferred it renders in slices, between which the page answers the finger. Removals apply
 * immediately.
 */
export function useInSlices<Answer>(answer: Answer): Answer {
  const rendered = useDeferredValue(answer);
  return answer === undefined || answer === null ? answer : rendered;
}
