import { Session } from 'node:inspector/promises';

/** A stretch of code that ran, and how often, in steps of a power of two. */
type Reached = string;

interface Range {
  startOffset: number;
  endOffset: number;
  count: number;
}

/**
 * What V8 ran since the last question, block by block
 * (https://v8.dev/blog/javascript-code-coverage#precise-coverage-(function-and-block)).
 */
export async function openCoverage(isOurs: (url: string) => boolean) {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  return {
    take: async (): Promise<Reached[]> => {
      const { result } = await session.post('Profiler.takePreciseCoverage');
      return result
        .filter(({ url }) => isOurs(url))
        .flatMap(({ scriptId, functions }) =>
          functions.flatMap(({ ranges }) =>
            (ranges as Range[])
              .filter(({ count }) => count > 0)
              .map(
                ({ startOffset, endOffset, count }) => `${scriptId}:${startOffset}-${endOffset}*${Math.clz32(count)}`,
              ),
          ),
        );
    },
    close: () => session.disconnect(),
  };
}

export type Coverage = Awaited<ReturnType<typeof openCoverage>>;
