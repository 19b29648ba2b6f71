import { setTimeout as wait } from 'node:timers/promises';
import type { AwsError } from './aws-error.ts';
import type { AwsRequest, AwsResponse } from './service.ts';

/** A call that a function makes to a service. */
export interface FunctionCall {
  /** Name of the function. */
  functionName: string;
  /** Signing name of the service. */
  service: string;
  /** Operation of the API; for S3 the method. */
  operation: string;
  /** Everything that the function sends. */
  request: AwsRequest;
}

/**
 * A fault of one call. With `effect: false` the call does nothing; with `true` it is performed, but its response is
 * lost.
 */
export type Fault =
  /** The service returns this error. */
  | { kind: 'error'; error: AwsError; effect: boolean }
  /** The connection ends without a response. */
  | { kind: 'disconnected'; effect: boolean }
  /** The connection stays open without a response. */
  | { kind: 'hung'; effect: boolean }
  /** The response comes later, in milliseconds of real time. */
  | { kind: 'slow'; milliseconds: number }
  /** The execution environment of the calling function ends. */
  | { kind: 'killed'; effect: boolean };

/** Decides what goes wrong with a call, before it takes effect; undefined lets it pass. */
export type Interference = (call: FunctionCall) => Fault | undefined;

/** The connection of a request ends without a response. */
export class Disconnected extends Error {}

/** Carries out a fault. @throws AwsError · Disconnected */
export async function carryOutFault(
  fault: Fault,
  {
    serve,
    track,
    kill,
  }: { serve: () => Promise<AwsResponse>; track: (work: Promise<void>) => Promise<void>; kill: () => void },
): Promise<AwsResponse> {
  if (fault.kind === 'slow') {
    await track(wait(fault.milliseconds));
    return serve();
  }
  // If the service rejects the call, that response is lost too.
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
