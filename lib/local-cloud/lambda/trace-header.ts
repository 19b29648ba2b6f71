/**
 * The tracing header of an invocation, made of its request id, a UUID, so that a call that carries it tells its invocation:
 * `Root=1-<8 hex digits>-<24>;Parent=<16>;Sampled=0`
 * (https://docs.aws.amazon.com/xray/latest/devguide/xray-concepts.html#xray-concepts-tracingheader).
 */
export function traceHeaderOf(requestId: string): string {
  const digits = requestId.replaceAll('-', '');
  return `Root=1-${digits.slice(0, 8)}-${digits.slice(8)};Parent=${digits.slice(0, 16)};Sampled=0`;
}

/** The request id of a tracing header; undefined when the header is not of an invocation. */
export function requestIdOf(traceHeader: string | undefined): string | undefined {
  const root = /^Root=1-([0-9a-f]{8})-([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12});/.exec(traceHeader ?? '');
  return root?.slice(1).join('-');
}
