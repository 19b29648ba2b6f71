import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { LOCAL_SECRET_ACCESS_KEY } from '@malote/local-cloud/aws-signature.ts';
import { useService } from '../../support/service.ts';
import { operator } from './support/operator.ts';

/** CloudFormation as for a deployed stage; the rest of AWS is the local cloud. */
const { awsEndpoint, outputs } = useService();
let cloudFormation: Server;
let environment: Record<string, string>;

beforeAll(async () => {
  cloudFormation = createServer((_request, response) => response.end(describedStack('dev')));
  await new Promise<void>((listening) => cloudFormation.listen(0, '127.0.0.1', listening));
  environment = {
    AWS_REGION: 'sa-east-1',
    AWS_ACCESS_KEY_ID: 'operator',
    AWS_SECRET_ACCESS_KEY: LOCAL_SECRET_ACCESS_KEY,
    AWS_ENDPOINT_URL: awsEndpoint,
    AWS_ENDPOINT_URL_CLOUDFORMATION: `http://127.0.0.1:${(cloudFormation.address() as AddressInfo).port}`,
  };
});

afterAll(() => new Promise((closed) => cloudFormation.close(closed)));

describe('operator --stage', () => {
  test('finds the service by the outputs of its stack', async () => {
    const { exit, data } = await operator(['accounts', 'list', '--stage', 'dev', '--json'], environment);
    expect(exit).toBe(0);
    expect(data.length).toBeGreaterThan(0);
  });

  test('rejects a stack of another stage', async () => {
    const { exit, messages } = await operator(['accounts', 'list', '--stage', 'prod'], environment);
    expect({ exit, messages }).toEqual({
      exit: 1,
      messages: 'The stack Malote in sa-east-1 is stage dev, not prod.\n',
    });
  });

  test('says how to sign in when there are no credentials', async () => {
    const { AWS_ACCESS_KEY_ID: _, AWS_SECRET_ACCESS_KEY: __, ...rest } = environment;
    const nobody = { AWS_EC2_METADATA_DISABLED: 'true', AWS_CONFIG_FILE: '/dev/null' };
    const { exit, messages } = await operator(['accounts', 'list', '--stage', 'dev'], {
      ...rest,
      ...nobody,
      AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
    });
    expect(exit).toBe(3);
    expect(messages).toContain('Set AWS_PROFILE, or sign in again');
  });

  test('asks for a region when there is none', async () => {
    const { AWS_REGION: _, ...rest } = environment;
    const { exit, messages } = await operator(['accounts', 'list', '--stage', 'dev'], {
      ...rest,
      AWS_CONFIG_FILE: '/dev/null',
    });
    // As without credentials: nothing was judged, so it is no negative result.
    expect(exit).toBe(3);
    expect(messages).toContain('Set AWS_REGION');
  });
});

describe('operator', () => {
  test('requires a service to be chosen', async () => {
    for (const choice of [[], ['--local', '--stage', 'dev']]) {
      const { exit, messages } = await operator(['accounts', 'list', ...choice], environment);
      expect(exit).toBe(2);
      expect(messages).toContain('Choose the service: --local or --stage <name>.');
    }
  });

  test('says when no local service runs', async () => {
    const gone = { MALOTE_CONTROL_URL: 'http://127.0.0.1:9/_local' };
    const { exit, messages } = await operator(['accounts', 'list', '--local'], gone);
    expect(exit).toBe(3);
    expect(messages).toContain('Start one with npm start.');
  });

  test('reports an unreachable AWS with its own exit code', async () => {
    const gone = { ...environment, AWS_ENDPOINT_URL: 'http://127.0.0.1:9', AWS_MAX_ATTEMPTS: '1' };
    const { exit, messages } = await operator(['accounts', 'list', '--stage', 'dev'], gone);
    expect(exit).toBe(3);
    expect(messages).toContain('AWS could not be reached: connect ECONNREFUSED');
  });

  test('ignores a reader that closes the pipe', async () => {
    const child = spawn(process.execPath, ['bin/operator.ts', 'help'], { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.destroy();
    const [messages, [exit]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect({ exit, messages }).toEqual({ exit: 0, messages: '' });
  });

  test('ends at Ctrl-C, and says whether something may have been done', async () => {
    const silent = createServer();
    await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
    const { port } = silent.address() as AddressInfo;
    const line = ['keys', 'revoke', 'acc_1', 'key_1', '--yes', '--local'];
    const child = spawn(process.execPath, ['bin/operator.ts', ...line], {
      env: { ...process.env, MALOTE_CONTROL_URL: `http://127.0.0.1:${port}` },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    await once(silent, 'request');
    child.kill('SIGINT');
    const [messages, [exit]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    silent.closeAllConnections();
    silent.close();
    expect({ exit, messages }).toEqual({
      exit: 130,
      messages: 'Interrupted. Repeat it: a revoked key stays revoked.\n',
    });
  });

  test('explains itself: without words, by topic, by command, and after a mistake', async () => {
    expect(await operator([], {})).toMatchObject({
      exit: 0,
      output: expect.stringContaining('operator help <command>'),
    });
    expect((await operator(['help', 'keys'], {})).output).toContain('keys revoke <account> <key>');
    const help = await operator(['help', 'accounts', 'create'], {});
    expect(help.output).toContain('--cnpj <cnpj>');
    expect((await operator(['accounts', 'create', '--help'], {})).output).toBe(help.output);
    const slip = await operator(['accounts', 'creat'], {});
    expect(slip.exit).toBe(2);
    expect(slip.messages).toContain('There is no command "accounts creat".');
    expect(slip.messages).toContain('accounts create');
  });
});

function describedStack(stage: string): string {
  const members = Object.entries(outputs).map(
    ([key, value]) => `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
  );
  return `<DescribeStacksResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><DescribeStacksResult><Stacks><member>
    <StackName>Malote</StackName><CreationTime>2026-11-20T00:00:00Z</CreationTime><StackStatus>CREATE_COMPLETE</StackStatus>
    <Tags><member><Key>stage</Key><Value>${stage}</Value></member></Tags><Outputs>${members.join('')}</Outputs>
    </member></Stacks></DescribeStacksResult></DescribeStacksResponse>`;
}
