import { RemovalPolicy } from 'aws-cdk-lib';
import {
  AccessLogField,
  AccessLogFormat,
  AwsIntegration,
  type CfnRestApi,
  EndpointType,
  LogGroupLogDestination,
  RestApi,
  SecurityPolicy,
} from 'aws-cdk-lib/aws-apigateway';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { ServiceFunction } from './function.ts';
import { createLogGroup } from './log-group.ts';
import type { Settings } from './settings-schema.ts';

interface GatewayOptions {
  /** Suffix of the gateway's name, after `malote-<stage>`. */
  suffix?: string;
  stageName: string;
  binaryMediaTypes: string[];
  /** Requests per second, and burst. */
  rate: number;
  burst: number;
  traced: boolean;
  /** Whether it answers on a custom domain alone. Origins of CloudFront are reached by the gateway's own host. */
  onlyByDomain?: boolean;
  /** Sets the account's role for API Gateway logs. It stays when the stack is deleted, because other APIs may use it. */
  ownsLogRole?: true;
}

/** Fields of the access log: the request and its outcome, with the path's template; no query, address, key or user agent. */
const accessLogFormat = AccessLogFormat.custom(
  JSON.stringify({
    request_id: AccessLogField.contextRequestId(),
    time: AccessLogField.contextRequestTimeEpoch(),
    method: AccessLogField.contextHttpMethod(),
    resource: AccessLogField.contextResourcePath(),
    status: AccessLogField.contextStatus(),
    bytes: AccessLogField.contextResponseLength(),
    latency_ms: AccessLogField.contextResponseLatency(),
    integration_latency_ms: AccessLogField.contextIntegrationLatency(),
    gateway_error: AccessLogField.contextErrorResponseType(),
  }),
);

/** A gateway with one stage, its limits and its access log. */
export function createGateway(scope: Construct, settings: Settings, options: GatewayOptions): RestApi {
  const { suffix = '', stageName, binaryMediaTypes, rate, burst, traced, onlyByDomain = false, ownsLogRole } = options;
  const gateway = new RestApi(scope, 'Gateway', {
    restApiName: `malote-${settings.stage}${suffix}`,
    endpointTypes: [EndpointType.REGIONAL],
    binaryMediaTypes,
    // Two hosts for one API are two to watch, and rules that a network has for one do not hold for the other
    // (https://docs.aws.amazon.com/apigateway/latest/developerguide/rest-api-disable-default-endpoint.html).
    disableExecuteApiEndpoint: onlyByDomain,
    ...(ownsLogRole
      ? { cloudWatchRole: true, cloudWatchRoleRemovalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE }
      : { cloudWatchRole: false }),
    deployOptions: {
      stageName,
      throttlingRateLimit: rate,
      throttlingBurstLimit: burst,
      metricsEnabled: true,
      tracingEnabled: traced,
      accessLogFormat,
      accessLogDestination: new LogGroupLogDestination(
        createLogGroup(scope, 'AccessLog', settings, settings.accessLogRetentionDays),
      ),
    },
  });
  // Its own host would otherwise accept TLS 1.0. `STRICT` also refuses a `Host` other than the name that TLS was asked for
  // (https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-security-policies.html).
  const own = gateway.node.defaultChild as CfnRestApi;
  own.securityPolicy = SecurityPolicy.TLS13_1_2_PQ_2025_09;
  own.endpointAccessMode = 'STRICT';
  // Drops the construct's own output; the stack has outputs with readable names.
  gateway.node.tryRemoveChild('Endpoint');
  return gateway;
}

/** Lets a gateway of another stack call a function for a method and path, by the permission that `calls` needs. */
export function allowCall(
  gateway: RestApi,
  { live }: ServiceFunction,
  { method, path, stageName }: { method: string; path: string; stageName: string },
): void {
  live.addPermission('Gateway', {
    principal: new ServicePrincipal('apigateway.amazonaws.com'),
    // By the stage's name: the stage itself waits for the methods, and they wait for the function's stack.
    sourceArn: gateway.arnForExecuteApi(method, path.replace(/\{\w+\}/g, '*'), stageName),
  });
}

/**
 * Calls a function in another stack, without creating the permission: that is in the function's stack, but the CDK's own
 * integration would create it here.
 */
export function calls({ live }: ServiceFunction): AwsIntegration {
  return new AwsIntegration({
    proxy: true,
    service: 'lambda',
    path: `2015-03-31/functions/${live.functionArn}/invocations`,
  });
}
