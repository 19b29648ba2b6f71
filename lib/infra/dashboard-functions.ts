import { NestedStack } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { FilterPattern } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { securityEvents } from '../core/domain/security-events.ts';
import type { Alarms } from './alarms.ts';
import {
  type DashboardBindings,
  type DashboardEndpoint,
  dashboardEndpoints,
  ofAccount,
} from './dashboard-endpoints.ts';
import { ServiceFunction } from './function.ts';
import { allowCall } from './gateway.ts';
import { eachMinute } from './rollout.ts';
import type { SignIn } from './sign-in.ts';

export interface DashboardFunctionsProps extends DashboardBindings {
  gateway: RestApi;
  stageName: string;
  signIn: SignIn;
}

const parts = {
  Mailings: 'letters and verifications',
  Accounts: 'accounts',
  People: 'people and their sessions',
};
type Part = keyof typeof parts;

/** The part of the dashboard whose functions are in one stack, by the first word of a path within an account; others are `Accounts`. */
const partOfWord: Readonly<Record<string, Part>> = {
  letters: 'Mailings',
  'mail-merges': 'Mailings',
  verifications: 'Mailings',
  erasures: 'Mailings',
  home: 'Mailings',
  search: 'Mailings',
  people: 'People',
};
const WITHIN_ACCOUNT = ofAccount('/');

function partOf({ path }: DashboardEndpoint): Part {
  if (!path.startsWith(WITHIN_ACCOUNT)) return 'People';
  return partOfWord[path.slice(WITHIN_ACCOUNT.length).split('/')[0]!] ?? 'Accounts';
}

/**
 * Creates the functions that only the dashboard has, in one nested stack for each part of it (docs/decisions/stacks.md).
 * @returns them by the name of their folder
 */
export function createDashboardFunctions(
  scope: Construct,
  props: DashboardFunctionsProps,
): ReadonlyMap<string, ServiceFunction> {
  const stacks = Object.fromEntries(
    Object.entries(parts).map(([part, about]) => [
      part,
      new PartOfDashboard(scope, `${part}Functions`, { ...props, about }),
    ]),
  ) as Record<Part, PartOfDashboard>;
  const all = new Map<string, ServiceFunction>();
  for (const endpoint of dashboardEndpoints) {
    const fn = stacks[partOf(endpoint)].serve(endpoint);
    if (fn) all.set(endpoint.function, fn);
  }
  raiseSecurityAlarm(props.platform.alarms, all.get('sign-in-finish')!);
  return all;
}

class PartOfDashboard extends NestedStack {
  readonly #props: DashboardFunctionsProps;

  constructor(scope: Construct, id: string, { about, ...props }: DashboardFunctionsProps & { about: string }) {
    super(scope, id, { description: `Malote ${props.platform.settings.stage}: functions of the dashboard, ${about}` });
    this.#props = props;
  }

  /** @returns undefined if the function is the API's */
  serve(endpoint: DashboardEndpoint): ServiceFunction | undefined {
    const { function: name, method, path, renders, signsIn, redirects, bind } = endpoint;
    if (!bind) return undefined;
    const { platform, gateway, stageName, signIn } = this.#props;
    const fn = new ServiceFunction(this, {
      name,
      kind: renders ? 'rendering' : 'api',
      platform,
      failures: gateway.metricServerError(eachMinute),
    });
    bind(fn, this.#props);
    if (signsIn) signIn.bind(fn);
    if (!redirects) fn.bindValue('DOCS_URL', platform.settings.docsUrl);
    allowCall(gateway, fn, { method, path, stageName });
    return fn;
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
