import { mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { currentRelease } from '../../../lib/adapters/postal-codes/directory.ts';
import { STREET_INDEX } from '../../../lib/adapters/postal-codes/street-index.ts';
import { openSignInAttempts } from '../../../lib/adapters/sign-in/attempts.ts';
import { environmentNames } from '../../../lib/core/environment.ts';
import { builtStreetIndex } from '../../../lib/infra/street-index.ts';

/**
 * Each function fails once, because AWS refuses every call, with an error that quotes a person. Its log must say so: with
 * the ids of the message and of its object, or of the request, and without the person (rule PRIV-4).
 */

const PERSON = 'Ana Souza';
const FUNCTIONS = resolve(import.meta.dirname, '../../../functions');
const MESSAGE = 'msg_1';

let aws: Server;
beforeAll(async () => {
  aws = createServer(({ headers }, response) => {
    const message = `${PERSON} is not valid`;
    response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' });
    const isS3 = headers.authorization?.includes('/s3/') ?? false;
    const inXml = `<Error><Code>ValidationException</Code><Message>${message}</Message></Error>`;
    response.end(isS3 ? inXml : JSON.stringify({ __type: 'ValidationException', message, Message: message }));
  });
  await new Promise<void>((listening) => aws.listen(0, '127.0.0.1', listening));
  const root = mkdtempSync(join(tmpdir(), 'workers-'));
  symlinkSync(currentRelease(resolve(import.meta.dirname, '../../../data/postal-codes')), join(root, 'postal-codes'));
  symlinkSync(await builtStreetIndex(), join(root, STREET_INDEX));
  Object.assign(process.env, {
    ...Object.fromEntries(environmentNames.map((name) => [name, `arn:aws:x:sa-east-1:1:x:${name.toLowerCase()}`])),
    ...Object.fromEntries(environmentNames.filter((name) => name.endsWith('_BUCKET')).map((name) => [name, 'bucket'])),
    ...{ PRINT_CUTOFF_MINUTES: '0', PRODUCTION_DEADLINE_HOURS: '1', LAMBDA_TASK_ROOT: root },
    GUARDED_TABLE: 'table',
    GUARDED_KEYS: JSON.stringify({ evidence: 'key' }),
    PROBED_HOSTS: JSON.stringify({ api: `http://127.0.0.1:${(aws.address() as AddressInfo).port}` }),
    LINK_KEY: JSON.stringify({ accessKeyId: 'x', secretAccessKey: 'x' }),
    ...{ AWS_REGION: 'sa-east-1', AWS_ACCESS_KEY_ID: 'x', AWS_SECRET_ACCESS_KEY: 'x' },
    AWS_ENDPOINT_URL: `http://127.0.0.1:${(aws.address() as AddressInfo).port}`,
  });
});
afterAll(() => {
  aws.close();
  aws.closeAllConnections();
});

const context = { getRemainingTimeInMillis: () => 600_000, awsRequestId: 'req' };
const queued = (...bodies: object[]) => ({
  Records: bodies.map((body) => ({
    messageId: MESSAGE,
    body: JSON.stringify({ ...body, name: PERSON }),
    attributes: { ApproximateReceiveCount: '2', SentTimestamp: '0', MessageGroupId: 'acc_1' },
    eventSource: 'aws:sqs',
  })),
});
const LETTER = 'ltr_01m8dt1qx2ay6h6trs3sys7yrf';
const ids = { account_id: 'acc_1', event_id: 'evt_01m8dt1qx2ay6h6trs3sys7yrf', object_id: LETTER };
const ofBus = (type: string) => queued({ detail: { ...ids, type } });
const ofAccount = queued({ account_id: 'acc_1' });
const line = { request_id: 'req_1', account_id: 'acc_1', operation: 'letters-get', duration_ms: 1, status: 200 };
const logLines = {
  messageType: 'DATA_MESSAGE',
  logEvents: [{ message: JSON.stringify({ ...line, timestamp: '2026-11-05T12:00:00Z', api_key_id: 'key_1' }) }],
};
const image = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).map(([name, S]) => [name, { S }]));
const streamed = {
  Records: [
    {
      eventID: 'stream_1',
      dynamodb: {
        SequenceNumber: '1',
        NewImage: image({ ...ids, SK: ids.event_id, type: 'letter.posted', body: PERSON }),
      },
    },
  ],
};

/** What calls each worker, and what its log must name. */
const failures: Readonly<Record<string, readonly [event: object, names: readonly string[]][]>> = {
  'apply-print-report': [
    [queued({ detail: { object: { key: 'inbox/1.jsonl', 'version-id': '1' } } }), [MESSAGE, 'inbox/1.jsonl']],
  ],
  'audit-ledger': [
    [ofAccount, [MESSAGE, 'acc_1']],
    [{}, []],
  ],
  'charge-scheduled-letters': [
    [queued({ account_id: 'acc_1', letter_id: LETTER, task_token: 't' }), [MESSAGE, LETTER]],
  ],
  'check-sessions': [[{}, []]],
  'deliver-webhooks': [
    [queued({ ...ids, endpoint_id: 'whe_1', attempt: 1, due: 0, lane: 'fast' }), [MESSAGE, ids.event_id, 'whe_1']],
  ],
  'end-sessions-after-reset': [
    [
      {
        triggerSource: 'PostConfirmation_ConfirmForgotPassword',
        region: 'sa-east-1',
        userPoolId: 'pool',
        request: { userAttributes: { sub: 'subject', name: PERSON } },
      },
      [],
    ],
  ],
  'erase-mailings': [[ofBus('erasure.ordered'), [MESSAGE, LETTER]]],
  'expire-verifications': [
    [queued({ account_id: 'acc_1', verification_id: 'ver_1', task_token: 't' }), [MESSAGE, 'ver_1']],
  ],
  'fan-out-webhooks': [[ofBus('letter.posted'), [MESSAGE, LETTER]]],
  'follow-lifecycle': [[ofBus('letter.posted'), [MESSAGE, LETTER]]],
  'form-print-batch': [
    [queued({ cutoff: 0, afterKill: false }), [MESSAGE]],
    [{}, []],
  ],
  'note-requests': [[{ awslogs: { data: gzipSync(JSON.stringify(logLines)).toString('base64') } }, []]],
  // CloudFormation takes no answer either: the answer to a request, with the reason, is a line of its own.
  'check-safeguards': [[{}, []]],
  'probe-hosts': [[{}, ['api']]],
  'publish-pages': [
    [
      {
        RequestType: 'Delete',
        StackId: 'stack',
        RequestId: 'req_1',
        LogicalResourceId: 'Pages',
        get ResponseURL() {
          return process.env.AWS_ENDPOINT_URL;
        },
      },
      [],
    ],
  ],
  'reconcile-lifecycles': [
    [ofAccount, [MESSAGE, 'acc_1']],
    [{}, []],
  ],
  'reconcile-reports': [[{}, []]],
  'relay-events': [
    [streamed, ['stream_1']],
    [{}, []],
  ],
  'remove-stray-files': [
    [ofAccount, [MESSAGE, 'acc_1']],
    [{}, []],
  ],
  'send-mail-merges': [
    [ofBus('mail_merge.started'), [MESSAGE, LETTER]],
    [queued({ account_id: 'acc_1', mail_merge_id: 'mrg_1', first: 1, last: 1 }), [MESSAGE, 'mrg_1']],
    [{}, []],
  ],
  'send-mails': [[ofBus('balance.low'), [MESSAGE, 'acc_1']]],
  'simulate-print-house': [[{}, []]],
  'sweep-deliveries': [[{}, []]],
};

test('every worker is tried', () => {
  expect(Object.keys(failures).sort()).toEqual(readdirSync(join(FUNCTIONS, 'workers')).sort());
});

/** Everything that is printed while it runs. */
async function printedBy(run: () => Promise<unknown>): Promise<string[]> {
  const printed: string[] = [];
  const keep = (chunk: unknown) => {
    printed.push(String(chunk));
    return true;
  };
  const spies = [
    jest.spyOn(process.stdout, 'write').mockImplementation(keep),
    jest.spyOn(process.stderr, 'write').mockImplementation(keep),
    ...(['log', 'info', 'warn', 'error', 'debug'] as const).map((name) =>
      jest.spyOn(console, name).mockImplementation((...all: unknown[]) => void keep(all.join(' '))),
    ),
  ];
  try {
    // Lambda logs an error that a function throws: its class, its message and its stack.
    await run().catch((error: Error) => keep(`${error.name} ${error.message} ${error.stack}`));
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return printed.flatMap((text) => text.split('\n')).filter(Boolean);
}

/** What the log names of functions that call somebody else before AWS. */
const elsewhere: Readonly<Record<string, string>> = {
  'sign-in-finish': 'openid-client',
  'probe-hosts': '"status":400',
};

describe.each(Object.entries(failures))('%s', (worker, cases) => {
  test.each(cases.map(([event, names]) => ({ event, names })))('writes its failure %#', async ({ event, names }) => {
    type Handler = (event: object, context: object) => Promise<unknown>;
    const { handler } = (await import(`../../../functions/workers/${worker}/handler.ts`)) as { handler: Handler };
    const printed = await printedBy(async () => handler(structuredClone(event), context));
    const errors = printed.filter((text) => /"level":"(ERROR|WARN)"/.test(text));
    expect(errors).not.toEqual([]);
    for (const name of names) expect(errors.join('\n')).toContain(name);
    expect(errors.join('\n')).toContain(elsewhere[worker] ?? 'ValidationException');
    expect(printed.join('\n')).not.toContain(PERSON);
  });
});

/** Functions that answer without AWS, so a refusal of AWS is no failure of theirs. */
const withoutAws = ['endpoint-not-found', 'sign-in-start', 'webhook-addresses'];

/** A request that passes every check before the first call of AWS. */
const requestOf = (name: string) => ({
  httpMethod: 'POST',
  path: '/',
  resource: /^(confirmation-page|sign-in)/.test(name) ? '/' : '/letters',
  headers: { authorization: 'Bearer malote_x', cookie: cookies(), origin: 'http://localhost', 'user-agent': PERSON },
  multiValueQueryStringParameters: { state: ['abc'] },
  queryStringParameters: { state: 'abc', token: 'x'.repeat(43) },
  pathParameters: { account_id: 'acc_bcdfgh', page_token: 'khgd-fctx-jdfp', letter_id: LETTER },
  stageVariables: { origin: 'http://localhost', sessionIdleMinutes: '720', sessionLongestHours: '168' },
  requestContext: { requestId: 'gateway_1', requestTimeEpoch: Date.now(), identity: { sourceIp: '203.0.113.7' } },
  body: name.startsWith('confirmation-page')
    ? new URLSearchParams({ code: '123456', number: 'khgd-fctx-jdfp', token: 'x'.repeat(43), name: PERSON }).toString()
    : JSON.stringify({ name: PERSON }),
  isBase64Encoded: false,
});

/** Cookies of a session, and of a sign-in in progress. */
function cookies(): string {
  const expires_at = Date.now() + 600_000;
  const attempt = { state: 'abc', nonce: 'n', code_verifier: 'v', return_to: '/', replaces: null, expires_at };
  const sealed = openSignInAttempts(process.env.OPENID_CLIENT_SECRET!).seal(attempt);
  return `malote_session=abc; malote_sign_in_abc=${sealed}`;
}

const ofRequests = readdirSync(FUNCTIONS).filter((name) => name !== 'workers' && !withoutAws.includes(name));

describe.each(ofRequests)('%s', (name) => {
  test('writes its failure', async () => {
    type Handler = (event: object, context: object) => Promise<{ statusCode: number }>;
    const { handler } = (await import(`../../../functions/${name}/handler.ts`)) as { handler: Handler };
    // One that throws is answered by the gateway.
    let status = 500;
    const printed = await printedBy(async () => {
      ({ statusCode: status } = await handler(requestOf(name), context));
    });
    const errors = printed.filter((text) => /"level":"ERROR"/.test(text));
    expect([status >= 500 || status === 302, errors.length > 0]).toEqual([true, true]);
    expect(errors.join('\n')).toMatch(/"(?:gateway_)?request_id":"/);
    expect(errors.join('\n')).toContain(elsewhere[name] ?? 'ValidationException');
    expect(printed.join('\n')).not.toContain(PERSON);
  });
});
