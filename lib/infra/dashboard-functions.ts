import { NestedStack } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { FilterPattern } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { securityEvents } from '../core/domain/security-events.ts';
import type { Alarms } from './alarms.ts';
import { type DashboardBindings, dashboardEndpoints } from './dashboard-endpoints.ts';
import { ServiceFunction } from './function.ts';
import { allowCall } from './gateway.ts';
import { eachMinute } from './rollout.ts';
import type { SignIn } from './sign-in.ts';

export interface DashboardFunctionsProps extends DashboardBindings {
  gateway: RestApi;
  stageName: string;
  signIn: SignIn;
}

/**
 * The functions that only the dashboard has, in a stack of their own for the same reason as those of the API
 * (docs/decisions/lambda-per-endpoint.md).
 */
export class DashboardFunctions extends NestedStack {
  /** By the name of their folder. */
  readonly all: ReadonlyMap<string, ServiceFunction>;

  constructor(scope: Construct, id: string, props: DashboardFunctionsProps) {
    const { platform, gateway, stageName, signIn } = props;
    super(scope, id, { description: `Malote ${platform.settings.stage}: the functions of the dashboard` });
    const all = new Map<string, ServiceFunction>();
    for (const { function: name, method, path, renders, signsIn, redirects, bind } of dashboardEndpoints) {
      if (!bind) continue;
      const fn = new ServiceFunction(this, {
        name,
        kind: renders ? 'rendering' : 'api',
        platform,
        failures: gateway.metricServerError(eachMinute),
      });
      bind(fn, props);
      if (signsIn) signIn.bind(fn);
      if (!redirects) fn.bindValue('DOCS_URL', platform.settings.docsUrl);
      allowCall(gateway, fn, { method, path, stageName });
      all.set(name, fn);
    }
    this.all = all;
    raiseSecurityAlarm(platform.alarms, all.get('sign-in-finish')!);
  }
}

/** Somebody guesses at the sign-in of many people, or people cannot come in (rule PRIV-6). */
function raiseSecurityAlarm(alarms: Alarms, signIn: ServiceFunction): void {
  const refused = FilterPattern.all(
    FilterPattern.stringValue('$.security_event', '=', 'sign_in'),
    FilterPattern.stringValue('$.outcome', '!=', 'done'),
  );
  alarms.raise('SignInsRefused', {
    urgency: 'ticket',
    metric: signIn.countFromLog('SignInsRefused', refused),
    threshold: securityEvents.sign_in.alarm,
    impact:
      'Many sign-ins end in vain: somebody tries passwords, or people cannot come in. Look at the lines "security" of sign-in-finish, which have outcome and network address, and in the log of the sign-in provider, which has the e-mail addresses that were tried.',
  });
}
