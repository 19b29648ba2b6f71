import { type JsonOperations, respondInJson } from './json-protocol.ts';
import type { AwsRequest, AwsResponse, AwsService, ResourceType } from './service.ts';

/** One metric as published. */
export interface MetricDatum {
  MetricName: string;
  Value?: number;
  Unit?: string;
  Dimensions?: { Name: string; Value: string }[];
}

interface PutMetricDataInput {
  Namespace: string;
  MetricData: MetricDatum[];
}

/** The newest metrics are kept, up to this number. */
const MOST_KEPT = 10_000;

/** Keeps published metrics for inspection. Alarms do not run locally. */
export class CloudWatchService implements AwsService {
  readonly name = 'monitoring';
  readonly resourceTypes: Readonly<Record<string, ResourceType>> = {};
  readonly published: (MetricDatum & { Namespace: string })[] = [];
  readonly #operations: JsonOperations = {
    PutMetricData: ({ Namespace, MetricData }: PutMetricDataInput) => {
      this.published.push(...MetricData.map((datum) => ({ Namespace, ...datum })));
      this.published.splice(0, this.published.length - MOST_KEPT);
      return {};
    },
  };

  handle(request: AwsRequest): Promise<AwsResponse> {
    return respondInJson(request, {
      version: '1.0',
      operations: this.#operations,
      // PutMetricData has no resources
      // (https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazoncloudwatch.html).
      needs: (operation, { Namespace }: PutMetricDataInput) => [
        {
          action: `cloudwatch:${operation}`,
          resource: '*',
          context: (key) => (key === 'cloudwatch:namespace' ? [Namespace] : undefined),
        },
      ],
    });
  }
}
