import { setTimeout as wait } from 'node:timers/promises';
import type { AwsError, AwsResponse } from './service.ts';

/** A call that a function makes to a service. */
export interface FunctionCall {
  /** Name of the function. */
  functionName: string;
  /** Signing name of the service. */
  service: string;
  /** Operation of the API; for S3 the method. */
  operation: string;
}

/**
 * A fault of one call. With `effect: false` the call does nothing; with `true` it is performed, but its answer is lost.
 */
export type Fault =
  /** The service answers with this error. */
  | { kind: 'error'; error: AwsError; effect: boolean }
  /** The connection ends without an answer. */
  | { kind: 'disconnected'; effect: boolean }
  /** No answer ever comes. */
  | { kind: 'hung'; effect: boolean }
  /** The answer comes later, in milliseconds of real time. */
  | { kind: 'slow'; milliseconds: number }
  /** The execution environment of the calling function ends. */
  | { kind: 'killed'; effect: boolean };

/** Decides what goes wrong with a call; undefined lets it pass. */
export type Interference = (call: FunctionCall) => Fault | undefined;

/** The connection of a request ends without an answer. */
export class Disconnected extends Error {}

/** Carries out a fault. @throws AwsError · Disconnected */
export async function undergo(
  fault: Fault,
  { serve, kill }: { serve: () => Promise<AwsResponse>; kill: () => void },
): Promise<AwsResponse> {
  if (fault.kind === 'slow') {
    await wait(fault.milliseconds);
    return serve();
  }
  // If the service refuses the call, that answer is lost too.
  if (fault.effect) await serve().catch(() => undefined);
  switch (fault.kind) {
    case 'error':
      throw fault.error;
    case 'hung':
      return new Promise<never>(() => undefined);
    case 'killed':
      kill();
      throw new Disconnected();
    case 'disconnected':
      throw new Disconnected();
  }
}
