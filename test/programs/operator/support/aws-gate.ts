import { createServer, type IncomingMessage, request as forward, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { RequestContext } from '@malote/local-cloud/iam/conditions.ts';

/** A permission that a call needs. */
export interface Permission {
  action: string;
  /** ARN. */
  resource: string;
  /** What conditions ask for; `dynamodb:LeadingKeys` of an item operation. */
  context?: RequestContext;
}

const PLACE = 'sa-east-1:000000000000';

/**
 * A proxy in front of a local service's AWS: it sees the permissions that every call needs, and may reject or delay it.
 */
export interface AwsGate {
  /** A value for `MALOTE_CONTROL_URL`: a service whose AWS is this gate. */
  controlUrl: string;
  /** Permissions of the calls let through so far. */
  used: Permission[];
  /** Calls that need a permission for which it returns false are rejected. */
  allows: (permission: Permission) => boolean;
  /** The responses of calls that need a permission for which it returns true are lost, after the calls took effect. */
  loses: (permission: Permission) => boolean;
  /** Lets a call through once it is fulfilled. */
  before: (permissions: readonly Permission[]) => Promise<void>;
  close(): Promise<void>;
}

/** @param controlUrl of the service behind the gate */
export async function openAwsGate(controlUrl: string): Promise<AwsGate> {
  const describeStack = async (): Promise<any> => (await fetch(`${controlUrl}/stack`)).json();
  const behind: string = (await describeStack()).aws.endpoint;
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const gate: AwsGate = {
    controlUrl: endpoint,
    used: [],
    allows: () => true,
    loses: () => false,
    before: async () => undefined,
    close: () => closed(server),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url === '/stack') {
      const stack = await describeStack();
      response.end(JSON.stringify({ ...stack, aws: { ...stack.aws, endpoint } }));
      return;
    }
    const body = await buffer(request);
    const needed = permissionsOf(request, body.toString());
    const refused = needed.find((permission) => !gate.allows(permission));
    if (refused) {
      refuse(response, serviceOf(request), refused);
      return;
    }
    gate.used.push(...needed);
    await gate.before(needed);
    const { method, url, headers } = request;
    const passed = forward(new URL(url!, behind), { method, headers, agent: false }, (answered) => {
      if (needed.some((permission) => gate.loses(permission))) {
        answered.resume().once('end', () => response.destroy());
        return;
      }
      // S3 reveals that an object is missing only to callers who may list the bucket; others are denied.
      const missing = needed.find(({ action }) => action === 's3:GetObject');
      if (missing && answered.statusCode === 404)
        gate.used.push({ action: 's3:ListBucket', resource: bucketOf(missing.resource) });
      response.writeHead(answered.statusCode!, answered.headers);
      answered.pipe(response);
    });
    passed.on('error', () => response.destroy());
    passed.end(body);
  }
  return gate;
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((done) => server.close(() => done()));
}

/** In the format of a JSON service, or of S3. */
function refuse(response: ServerResponse, service: string, { action, resource }: Permission): void {
  const message = `User: operator is not authorized to perform: ${action} on resource: ${resource}`;
  response.statusCode = service === 's3' ? 403 : 400;
  response.end(
    service === 's3'
      ? `<Error><Code>AccessDenied</Code><Message>${message}</Message></Error>`
      : JSON.stringify({ __type: 'AccessDeniedException', message }),
  );
}

/** The service a call was signed for, from its header or its link. */
function serviceOf({ headers, url }: IncomingMessage): string {
  const query = new URL(url!, 'http://gate').searchParams;
  const credential = query.get('X-Amz-Credential') ?? /Credential=([^,]+)/.exec(headers.authorization ?? '')?.[1];
  return credential?.split('/').at(-2) ?? 'none';
}

/** @see https://docs.aws.amazon.com/service-authorization/latest/reference/reference_policies_actions-resources-contextkeys.html */
function permissionsOf(request: IncomingMessage, body: string): Permission[] {
  const url = new URL(request.url!, 'http://gate');
  const operation = String(request.headers['x-amz-target']).split('.').at(-1)!;
  const permissions: Record<string, () => Permission[]> = {
    dynamodb: () => dynamoDb(operation, JSON.parse(body)),
    kms: () => [{ action: `kms:${operation}`, resource: `arn:aws:kms:${PLACE}:key/${JSON.parse(body).KeyId}` }],
    lambda: () => [{ action: 'lambda:InvokeFunction', resource: decodeURIComponent(url.pathname.split('/')[3]!) }],
    logs: () => {
      const { logGroupName, logStreamName } = JSON.parse(body);
      const stream = operation === 'CreateLogStream' ? '*' : `log-stream:${logStreamName}`;
      return [{ action: `logs:${operation}`, resource: `arn:aws:logs:${PLACE}:log-group:${logGroupName}:${stream}` }];
    },
    // GetCallerIdentity needs no permission (https://docs.aws.amazon.com/STS/latest/APIReference/API_GetCallerIdentity.html).
    sts: () => [],
    s3: () => [s3(request.method!, url)],
    states: () => {
      const { executionArn, stateMachineArn } = JSON.parse(body);
      return [{ action: `states:${operation}`, resource: executionArn ?? stateMachineArn }];
    },
  };
  const known = permissions[serviceOf(request)];
  if (!known) throw new Error(`${request.method} ${url.pathname}: nobody knows what this call needs`);
  return known();
}

const writes = { Put: 'PutItem', Update: 'UpdateItem', Delete: 'DeleteItem', ConditionCheck: 'ConditionCheckItem' };

function dynamoDb(operation: string, call: any): Permission[] {
  const on = (table: string, action: string, item?: any): Permission => ({
    action: `dynamodb:${action}`,
    resource: tableArn(table),
    context: (key) => (item && key === 'dynamodb:leadingkeys' ? [(item.Key ?? item.Item).PK.S] : undefined),
  });
  if (operation === 'TransactWriteItems')
    return call.TransactItems.flatMap((item: any) =>
      Object.entries(writes).flatMap(([kind, action]) =>
        item[kind] ? [on(item[kind].TableName, action, item[kind])] : [],
      ),
    );
  if (operation === 'BatchGetItem') return Object.keys(call.RequestItems).map((table) => on(table, operation));
  const item = call.Key || call.Item ? call : undefined;
  return [on(call.IndexName ? `${call.TableName}/index/${call.IndexName}` : call.TableName, operation, item)];
}

const tableArn = (name: string) => `arn:aws:dynamodb:${PLACE}:table/${name}`;

function s3(method: string, { pathname, searchParams }: URL): Permission {
  const resource = `arn:aws:s3:::${decodeURIComponent(pathname.slice(1)).replace(/\/$/, '')}`;
  if (searchParams.has('versions')) return { action: 's3:ListBucketVersions', resource };
  if (searchParams.has('list-type')) return { action: 's3:ListBucket', resource };
  const version = searchParams.has('versionId') ? 'Version' : '';
  const actions: Record<string, string> = { GET: 'GetObject', HEAD: 'GetObject', PUT: 'PutObject' };
  return { action: `s3:${actions[method] ?? 'DeleteObject'}${version}`, resource };
}

const bucketOf = (objectArn: string) => objectArn.slice(0, objectArn.indexOf('/'));
