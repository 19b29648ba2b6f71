import { randomUUID } from 'node:crypto';
import { readBody, type Route, send } from './endpoint.ts';
import type { Cloud, CreatedResource, ResourceContext, ResourceType } from './service.ts';

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/crpg-ref-responses.html: 4,096 bytes. */
const LONGEST_ANSWER_BYTES = 4096;

const PATH = '/_cloudformation/answers/';

/** A type that the template's own functions implement. */
export const isCustom = (type: string) => type.startsWith('Custom::') || type === CUSTOM_RESOURCE;
export const CUSTOM_RESOURCE = 'AWS::CloudFormation::CustomResource';

interface Answer {
  Status: 'SUCCESS' | 'FAILED';
  Reason?: string;
  PhysicalResourceId: string;
  Data?: Record<string, unknown>;
}

/**
 * Resources that a function of the template makes: CloudFormation calls the function of `ServiceToken`, which answers with a
 * PUT at a URL (https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/crpg-ref-requesttypes-create.html).
 */
export class CustomResources {
  readonly resourceTypes: Readonly<Record<string, ResourceType>> = {
    [CUSTOM_RESOURCE]: {
      honors: 'all',
      ignores: {},
      create: (properties, context) => this.#create(properties as { ServiceToken: string }, context),
    },
  };
  readonly #cloud: Cloud;
  /** By the last part of the URL. */
  readonly #answers = new Map<string, string>();

  constructor(cloud: Cloud) {
    this.#cloud = cloud;
  }

  readonly route: Route = (request, response) => {
    const [, id] = (request.url ?? '').split(PATH);
    if (!id || request.method !== 'PUT') return false;
    void readBody(request, LONGEST_ANSWER_BYTES).then((body) => {
      if (body) this.#answers.set(id, body.toString());
      send(response, { status: body ? 200 : 400 });
    });
    return true;
  };

  /** @throws Error with the function's reason, or saying that it gave no answer */
  async #create(
    { ServiceToken, ...properties }: { ServiceToken: string },
    { logicalId }: ResourceContext,
  ): Promise<CreatedResource> {
    const { region, accountId, endpoint } = this.#cloud;
    const RequestId = randomUUID();
    const { failed, payload } = await this.#cloud.invokeFunction(ServiceToken, {
      RequestType: 'Create',
      RequestId,
      ResponseURL: endpoint + PATH + RequestId,
      StackId: `arn:aws:cloudformation:${region}:${accountId}:stack/local/local`,
      LogicalResourceId: logicalId,
      // As CloudFormation does, which passes every value as a text.
      ResourceProperties: asTexts({ ServiceToken, ...properties }),
    });
    const answer = this.#answers.get(RequestId);
    this.#answers.delete(RequestId);
    if (answer === undefined) throw new Error(failed ? JSON.stringify(payload) : 'its function gave no answer');
    const { Status, Reason, PhysicalResourceId: ref, Data: attributes = {} } = JSON.parse(answer) as Answer;
    if (Status !== 'SUCCESS') throw new Error(Reason);
    return { ref, attributes };
  }
}

function asTexts(properties: object): unknown {
  return JSON.parse(JSON.stringify(properties), (_, value: unknown) =>
    typeof value === 'number' || typeof value === 'boolean' ? String(value) : value,
  );
}
