/**
 * The tracing header of an invocation, derived from its request id, a UUID:
 * `Root=1-<8 hex digits>-<24>;Parent=<16>;Sampled=0`
 * (https://docs.aws.amazon.com/xray/latest/devguide/xray-concepts.html#xray-concepts-tracingheader).
 */
export function traceHeaderOf(requestId: string): string {
  const digits = requestId.replaceAll('-', '');
  return `Root=1-${digits.slice(0, 8)}-${digits.slice(8)};Parent=${digits.slice(0, 16)};Sampled=0`;
}
