import { useDeferredValue } from 'react';

/**
 * The response of a query, for a large part of a screen. React renders a query's response in one go, which takes a
 * phone a quarter of a second; a deferred one is rendered in slices, between which the page responds to touch. Removals
 * apply immediately.
 */
export function useInSlices<Answer>(answer: Answer): Answer {
  const rendered = useDeferredValue(answer);
  return answer === undefined || answer === null ? answer : rendered;
}
