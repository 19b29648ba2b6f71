import { resolveStackTrace } from '../../infra/source-maps.ts';

/** Logs lines in their order, stack traces of bundles with the files and lines of their sources. */
export function sourceLog(log: (line: string) => void): (line: string) => void {
  let earlier = Promise.resolve();
  return (line) => {
    const resolving = resolveStackTrace(line);
    earlier = earlier.then(async () => log((await resolving).trace));
  };
}
