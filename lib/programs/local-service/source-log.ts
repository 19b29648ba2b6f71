import { resolveStackTrace } from '../../infra/source-maps.ts';

/** Logs lines in their order, stack traces of bundles with the files and lines of their sources. */
export function sourceLog(log: (line: string) => void): (line: string) => void {
  const known = new Map<string, string>();
  let earlier = Promise.resolve();
  return (line) => {
    earlier = earlier.then(async () => log((await resolveStackTrace(line, { known })).trace));
  };
}
