import { NestedStack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Settings } from './settings-schema.ts';

/**
 * The functions that queues and schedules call, in a stack of their own, because a stack holds 500 resources. Their queues,
 * schedules and executions stay in the outer stack: a resource that moves to another stack is made anew, and these hold work
 * (docs/decisions/stacks.md).
 */
export class Workers extends NestedStack {
  constructor(scope: Construct, id: string, { stage }: Settings) {
    super(scope, id, { description: `Malote ${stage}: the functions that queues and schedules call` });
  }
}
