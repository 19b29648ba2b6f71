import { NestedStack } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';
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
  }
}
