import { UserPoolOperation } from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import { ServiceFunction } from './function.ts';
import type { Platform } from './platform.ts';
import { Recurring } from './recurring.ts';
import type { SignIn } from './sign-in.ts';

export interface SessionEndsProps {
  platform: Platform;
  signIn: SignIn;
  /** Of the dashboard. */
  origin: string;
}

/**
 * Ends sessions of the dashboard with the right to sign in (rule DASH-8): at once for a password that is reset at the
 * user pool, which tells; within minutes for whatever else the provider decides, which is asked.
 */
export class SessionEnds extends Construct {
  constructor(scope: Construct, id: string, { platform, signIn, origin }: SessionEndsProps) {
    super(scope, id);
    // Before all functions that know the pool's client: each function waits for the one before (`Rollouts.inTurn`).
    if (signIn.pool) {
      const afterReset = new ServiceFunction(this, { name: 'end-sessions-after-reset', kind: 'worker', platform });
      signIn.pool.addTrigger(UserPoolOperation.POST_CONFIRMATION, afterReset.bindTable('endedSessions').live);
    }
    const checker = new ServiceFunction(this, { name: 'check-sessions', kind: 'worker', platform })
      .bindTable('sessions')
      .bindValue('DASHBOARD_URL', origin);
    signIn.bind(checker);
    new Recurring(this, 'Check', {
      platform,
      target: checker,
      schedule: 'rate(1 minute)',
      impact:
        'Sessions of the dashboard are not compared with the provider of sign-in: who was disabled there works on. Find the cause in the log of check-sessions; `people sign-out` ends the sessions of one person.',
    });
  }
}
