import { resolveStackTrace } from '../../infra/source-maps.ts';

/** Logs lines in order; stack traces of bundles show files and lines of the sources. */
export function sourceLog(log: (line: string) => void): (line: string) => void {
  const known = new Map<string, string>();
  let earlier = Promise.resolve();
  return (line) => {
    earlier = earlier.then(async () => log((await resolveStackTrace(line, { known })).trace));
  };
}
