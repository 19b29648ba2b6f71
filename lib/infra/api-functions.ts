import { NestedStack } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';
import { type Bindings, endpoints, fallbackFunction } from './endpoints.ts';
import { ServiceFunction } from './function.ts';
import { allowCall } from './gateway.ts';
import { RequestNotes } from './request-notes.ts';
import { eachMinute } from './rollout.ts';
import type { FunctionKind } from './settings.ts';

/** Any method, in a permission. */
const ANY = '*';

export interface ApiFunctionsProps extends Bindings {
  gateway: RestApi;
  stageName: string;
}

/**
 * The functions of the API, each with its role, its log and the gateway's permission to call it: five resources each, in a
 * separate stack, because a stack holds 500. The routes stay with the gateway (docs/decisions/lambda-per-endpoint.md).
 */
export class ApiFunctions extends NestedStack {
  /** By the name of their folder. */
  readonly all: ReadonlyMap<string, ServiceFunction>;
  /** Handles every path and method that has no endpoint. */
  readonly fallback: ServiceFunction;

  readonly #props: ApiFunctionsProps;

  constructor(scope: Construct, id: string, props: ApiFunctionsProps) {
    super(scope, id, { description: `Malote ${props.platform.settings.stage}: the functions of the API` });
    this.#props = props;
    const all = new Map<string, ServiceFunction>();
    for (const { function: name, method, path, renders, bind } of endpoints) {
      const fn = this.#create(name, renders ? 'rendering' : 'api', { method, path });
      bind(fn, props);
      all.set(name, fn);
    }
    this.all = all;
    const { platform } = props;
    if (platform.settings.dashboard) new RequestNotes(this, 'RequestNotes', { platform, functions: all.values() });
    this.fallback = this.#create(fallbackFunction, 'api', { method: ANY, path: '/*' });
    this.fallback.bindValue('SECURITY_CONTACT', platform.settings.securityContact);
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
