import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import type { CloudFormationCustomResourceEvent } from 'aws-lambda';
import { customResource } from '../../lib/adapters/pages/custom-resource.ts';
import { openBuiltFiles } from '../../lib/adapters/pages/page-files.ts';
import { publishPages, withdrawPages } from '../../lib/operations/pages/publish-pages.ts';

/** A bucket that notes the order of its changes. */
function bucketWith(...paths: string[]) {
  const files = new Set(paths);
  const changes: string[] = [];
  return {
    files,
    changes,
    paths: () => Promise.resolve([...files]),
    put: (path: string) => {
      files.add(path);
      changes.push(path);
      return Promise.resolve();
    },
    remove: (path: string) => {
      files.delete(path);
      return Promise.resolve();
    },
  };
}

const built = (...paths: string[]) => ({
  paths: () => Promise.resolve(paths),
  read: (path: string) => Promise.resolve(Buffer.from(path)),
});

describe('published pages', () => {
  test('come after the files that they name', async () => {
    const bucket = bucketWith();
    await publishPages(built('index.html', 'assets/index-5OVRv8Fv.js', 'favicon.svg'), bucket);
    expect(bucket.changes).toEqual(['assets/index-5OVRv8Fv.js', 'index.html', 'favicon.svg']);
  });

  test('leave what open pages load later, and nothing else that is not built any more', async () => {
    const old = ['assets/index-0ldHash1.js', '_astro/page.0ldHash1.css', 'gone/index.html', 'assets/pdfjs/gone.bcmap'];
    const bucket = bucketWith(...old);
    await publishPages(built('index.html'), bucket);
    expect([...bucket.files]).toEqual(['assets/index-0ldHash1.js', '_astro/page.0ldHash1.css', 'index.html']);
  });

  test('stay if a deployment has none', async () => {
    const bucket = bucketWith('index.html');
    await publishPages(openBuiltFiles('/nowhere/pages'), bucket);
    expect([...bucket.files]).toEqual(['index.html']);
  });

  test('are all gone when they are withdrawn', async () => {
    const bucket = bucketWith('index.html', 'assets/index-0ldHash1.js');
    await withdrawPages(bucket);
    expect([...bucket.files]).toEqual([]);
  });
});

describe('the answer to CloudFormation', () => {
  /** Calls the handler, and returns what it answered. */
  async function answerTo(RequestType: string, failure?: Error, status = 200) {
    const calls: string[] = [];
    const answers: unknown[] = [];
    const server = createServer((request, response) => {
      request.on('data', (body: Buffer) => answers.push(JSON.parse(body.toString())));
      request.on('end', () => response.writeHead(status).end());
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const act = (name: string) => () => {
      calls.push(name);
      return failure ? Promise.reject(failure) : Promise.resolve();
    };
    const handler = customResource({
      logger: { error: () => undefined },
      physicalId: 'bucket',
      provide: act('provide'),
      remove: act('remove'),
    });
    const ids = { StackId: 'stack', RequestId: 'request', LogicalResourceId: 'Files' };
    const ResponseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    try {
      await handler({ ...ids, RequestType, ResponseURL } as unknown as CloudFormationCustomResourceEvent);
    } finally {
      server.close();
    }
    return { calls, answer: answers[0], ids };
  }

  test.each([
    ['Create', 'provide'],
    ['Update', 'provide'],
    ['Delete', 'remove'],
  ])('to %s is given after %s', async (type, call) => {
    const { calls, answer, ids } = await answerTo(type);
    expect(calls).toEqual([call]);
    expect(answer).toEqual({ ...ids, Status: 'SUCCESS', PhysicalResourceId: 'bucket' });
  });

  test('names the kind of a failure, and not its message', async () => {
    const { answer } = await answerTo('Create', new TypeError('malote_live_secret'));
    expect(answer).toMatchObject({ Status: 'FAILED', Reason: expect.stringContaining('TypeError') });
    expect(JSON.stringify(answer)).not.toContain('malote_live_secret');
  });

  test('fails the call if CloudFormation refuses it', async () => {
    await expect(answerTo('Create', undefined, 403)).rejects.toThrow('CloudFormation refused the answer with 403');
  });
});
