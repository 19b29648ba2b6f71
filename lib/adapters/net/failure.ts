/** An error's class and stack, without its message, because libraries quote the offending data there. */
export type Failure = {
  name: string;
  frames: string[];
  cause?: Failure;
};

export function describeFailure(error: unknown): Failure {
  if (!(error instanceof Error)) return { name: typeof error, frames: [] };
  // The stack begins with the message, and a line of it may look like a frame.
  const trace = (error.stack ?? '').replace(error.message, '');
  const frames = trace.split('\n').filter((line) => /^\s+at /.test(line));
  return {
    name: error.name,
    frames: frames.map((frame) => frame.trim()),
    ...(error.cause !== undefined && { cause: describeFailure(error.cause) }),
  };
}
