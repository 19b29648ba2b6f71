import { RemovalPolicy } from 'aws-cdk-lib';
import {
  AccessLogField,
  AccessLogFormat,
  EndpointType,
  LogGroupLogDestination,
  RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';
import { createLogGroup } from './log-group.ts';
import type { Settings } from './settings.ts';

interface GatewayOptions {
  /** Ends the gateway's name, which begins `malote-<stage>`. */
  suffix?: string;
  stageName: string;
  binaryMediaTypes: string[];
  /** Requests a second, and at once. */
  rate: number;
  burst: number;
  traced: boolean;
  /** Sets the account's role for API Gateway's logs; it stays when the stack goes, since other APIs may use it. */
  ownsLogRole?: true;
}

/** What was asked and how it went; the path as the template, no query, address, key or user agent. */
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
  const { suffix = '', stageName, binaryMediaTypes, rate, burst, traced, ownsLogRole } = options;
  const gateway = new RestApi(scope, 'Gateway', {
    restApiName: `malote-${settings.stage}${suffix}`,
    endpointTypes: [EndpointType.REGIONAL],
    binaryMediaTypes,
    ...(ownsLogRole
      ? { cloudWatchRole: true, cloudWatchRoleRemovalPolicy: RemovalPolicy.RETAIN }
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
  // Its own output; the stack has those that are named for people.
  gateway.node.tryRemoveChild('Endpoint');
  return gateway;
}
