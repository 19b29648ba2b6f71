import { AwsError } from './aws-error.ts';
import { signerOf } from './endpoint.ts';
import type { AwsRequest, AwsResponse, AwsService, Cloud, ResourceType } from './service.ts';

/**
 * Only `GetCallerIdentity`, which everybody may call
 * (https://docs.aws.amazon.com/STS/latest/APIReference/API_GetCallerIdentity.html), in the query protocol. Credentials
 * that no role was given are those of a user who is named like their access key.
 */
export class StsService implements AwsService {
  readonly name = 'sts';
  readonly resourceTypes: Readonly<Record<string, ResourceType>> = {};
  readonly #cloud: Pick<Cloud, 'accountId'>;

  constructor(cloud: Pick<Cloud, 'accountId'>) {
    this.#cloud = cloud;
  }

  handle(request: AwsRequest): Promise<AwsResponse> {
    const action = new URLSearchParams(request.body.toString()).get('Action');
    if (action !== 'GetCallerIdentity' || request.principal)
      throw new AwsError('InvalidAction', `The local cloud does not know the operation sts:${action} of a function`);
    const { accountId } = this.#cloud;
    const user = signerOf(request).accessKeyId!;
    const result = `<Arn>arn:aws:iam::${accountId}:user/${user}</Arn><UserId>${user}</UserId><Account>${accountId}</Account>`;
    const body = `<GetCallerIdentityResponse><GetCallerIdentityResult>${result}</GetCallerIdentityResult></GetCallerIdentityResponse>`;
    return Promise.resolve({ status: 200, headers: { 'Content-Type': 'text/xml' }, body });
  }

  refuse({ code, message, status }: AwsError): AwsResponse {
    const body = `<ErrorResponse><Error><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`;
    return { status, headers: { 'Content-Type': 'text/xml' }, body };
  }
}
