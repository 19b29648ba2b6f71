import { createHash } from 'node:crypto';

/**
 * How many invocations of each function a chain of requests has, by the hash of its ARN. AWS counts them in the field
 * `Lineage` of the tracing header (https://docs.aws.amazon.com/xray/latest/devguide/xray-concepts.html#xray-concepts-tracingheader),
 * which the SDKs, SQS and Lambda pass on.
 */
export type Lineage = ReadonlyMap<string, number>;

/**
 * The chain that an invocation belongs to. AWS does not say how it counts a batch of several chains; here the longest
 * one counts, of each function.
 */
export function lineageOf(headers: readonly (string | undefined)[]): Lineage {
  const lineage = new Map<string, number>();
  for (const header of headers) {
    const [, text] = /(?:^|;)Lineage=([^;]+)/.exec(header ?? '') ?? [];
    for (const [, hash, count] of (text ?? '').matchAll(/([0-9a-f]{8}):(\d+)/g))
      lineage.set(hash!, Math.max(lineage.get(hash!) ?? 0, Number(count)));
  }
  return lineage;
}

/** The chain with one more invocation of the function. */
export function lengthened(lineage: Lineage, functionArn: string): Lineage {
  const hash = hashOf(functionArn);
  return new Map([...lineage, [hash, (lineage.get(hash) ?? 0) + 1]]);
}

/** Invocations of the function in the chain. */
export const countOf = (lineage: Lineage, functionArn: string): number => lineage.get(hashOf(functionArn)) ?? 0;

const hashOf = (functionArn: string): string => createHash('sha256').update(functionArn).digest('hex').slice(0, 8);

/**
 * The tracing header of an invocation, derived from its request id, a UUID:
 * `Root=1-<8 hex digits>-<24>;Parent=<16>;Sampled=0;Lineage=<8>:<count>|…`
 */
export function traceHeaderOf(requestId: string, lineage: Lineage): string {
  const digits = requestId.replaceAll('-', '');
  const counts = Array.from(lineage, ([hash, count]) => `${hash}:${count}`).join('|');
  return `Root=1-${digits.slice(0, 8)}-${digits.slice(8)};Parent=${digits.slice(0, 16)};Sampled=0;Lineage=${counts}`;
}
