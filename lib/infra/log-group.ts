import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { removalOf } from './removal.ts';
import type { Settings } from './settings-schema.ts';

/** A log group with a retention time. In stages that protect data it outlives the stack. */
export function createLogGroup(scope: Construct, id: string, settings: Settings, retention: number): LogGroup {
  return new LogGroup(scope, id, {
    retention,
    removalPolicy: removalOf(settings),
  });
}
