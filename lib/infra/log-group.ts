import { RemovalPolicy } from 'aws-cdk-lib';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Settings } from './settings.ts';

/** A log that ends after its retention; where data is protected, it outlives the stack that wrote it. */
export function createLogGroup(scope: Construct, id: string, settings: Settings, retention: number): LogGroup {
  return new LogGroup(scope, id, {
    retention,
    removalPolicy: settings.dataProtected ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  });
}
