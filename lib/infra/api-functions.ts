import { NestedStack } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';
import { type Bindings, type Endpoint, endpoints, fallbackFunction } from './endpoints.ts';
import { ServiceFunction } from './function.ts';
import { allowCall } from './gateway.ts';
import { eachMinute } from './rollout.ts';
import type { FunctionKind } from './settings.ts';

/** Any method, in a permission. */
const ANY = '*';

/** The parts of the API whose functions are in one stack, by the first word of a path; all others are `Account`. */
const parts: Readonly<Record<string, string>> = {
  letters: 'Letters',
  'letter-batches': 'Letters',
  uploads: 'Letters',
  'postal-codes': 'Letters',
  addresses: 'Letters',
  verifications: 'Verifications',
};
const OTHERS = 'Account';

export interface ApiFunctionsProps extends Bindings {
  gateway: RestApi;
  stageName: string;
}

/** All functions of the API. */
export interface ApiFunctions {
  /** By the name of their folder. */
  all: ReadonlyMap<string, ServiceFunction>;
  /** Handles every path and method that has no endpoint. */
  fallback: ServiceFunction;
  stacks: readonly NestedStack[];
}

/** Creates the functions of the API, in one nested stack for each part of it (docs/decisions/stacks.md). */
export function createApiFunctions(scope: Construct, props: ApiFunctionsProps): ApiFunctions {
  const stacks = new Map<string, PartOfApi>();
  const stackOf = (part: string) => {
    const stack = stacks.get(part) ?? new PartOfApi(scope, `${part}Functions`, { ...props, part });
    stacks.set(part, stack);
    return stack;
  };
  const all = new Map(
    endpoints.map((endpoint) => [
      endpoint.function,
      stackOf(parts[endpoint.path.split('/')[1]!] ?? OTHERS).serve(endpoint),
    ]),
  );
  const fallback = stackOf(OTHERS).serveEverythingElse();
  return { all, fallback, stacks: [...stacks.values()] };
}

/** Functions of the API, each with its role, its log and the gateway's permission to call it. The routes stay with the gateway. */
class PartOfApi extends NestedStack {
  readonly #props: ApiFunctionsProps;

  constructor(scope: Construct, id: string, { part, ...props }: ApiFunctionsProps & { part: string }) {
    super(scope, id, { description: `Malote ${props.platform.settings.stage}: functions of the API, ${part}` });
    this.#props = props;
  }

  serve({ function: name, method, path, renders, bind }: Endpoint): ServiceFunction {
    const fn = this.#create(name, renders ? 'rendering' : 'api', { method, path });
    bind(fn, this.#props);
    return fn;
  }

  serveEverythingElse(): ServiceFunction {
    const fn = this.#create(fallbackFunction, 'api', { method: ANY, path: '/*' });
    return fn.bindValue('SECURITY_CONTACT', this.#props.platform.settings.securityContact);
  }

  #create(name: string, kind: FunctionKind, { method, path }: { method: string; path: string }): ServiceFunction {
    const { platform, gateway, stageName } = this.#props;
    const failures = gateway.metricServerError({
      ...eachMinute,
      dimensionsMap: { ApiName: gateway.restApiName, Stage: stageName, Method: method, Resource: path },
    });
    const fn = new ServiceFunction(this, { name, kind, platform, ...(method !== ANY && { failures }) });
    fn.bindValue('DOCS_URL', platform.settings.docsUrl);
    allowCall(gateway, fn, { method, path, stageName });
    return fn;
  }
}
