import { AwsError } from './aws-error.ts';
import type { AwsRequest, AwsResponse, Need } from './service.ts';

/** Operations by name. A thrown AwsError becomes the response. */
export type JsonOperations = Readonly<Record<string, (input: never, request: AwsRequest) => unknown>>;

/** The permissions that a caller of an operation needs. */
export type Needs = (operation: string, input: never) => readonly Need[];

interface JsonService {
  version: '1.0' | '1.1';
  operations: JsonOperations;
  needs: Needs;
}

/**
 * Handles a request of the AWS JSON protocol: the body is one JSON object, the operation is in `X-Amz-Target`, and
 * an error is named by `__type`.
 */
export async function respondInJson(
  request: AwsRequest,
  { version, operations, needs }: JsonService,
): Promise<AwsResponse> {
  const respond = (status: number, body: unknown): AwsResponse => ({
    status,
    headers: { 'content-type': `application/x-amz-json-${version}` },
    body: JSON.stringify(body ?? {}),
  });
  try {
    const serve = findOperation(request, operations);
    const input = parseBody(request.body);
    request.principal?.require(needs(request.operation!, input));
    return respond(200, await serve(input, request));
  } catch (error) {
    if (!(error instanceof AwsError)) throw error;
    return respond(error.status, { __type: error.code, message: error.message, ...error.fields });
  }
}

function findOperation({ service, operation }: AwsRequest, operations: JsonOperations) {
  if (operation !== undefined && Object.hasOwn(operations, operation)) return operations[operation]!;
  throw new AwsError(
    'UnknownOperationException',
    `The local cloud does not know the operation ${service}:${String(operation)}`,
  );
}

/** Operations declare the members that they read, and check what the client sends. */
function parseBody(body: Buffer): never {
  if (body.length === 0) return {} as never;
  try {
    return JSON.parse(body.toString('utf8')) as never;
  } catch {
    throw new AwsError('SerializationException', 'The request body is not JSON');
  }
}
