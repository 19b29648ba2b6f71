import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { describe, expect, test } from '@jest/globals';
import { useService } from '../../support/service.ts';
import { account, wholeMinistack } from './targets.ts';

/**
 * What CloudFormation made shows the dashboard that the deployment published. On AWS a browser's way is taken, through the
 * distribution; MiniStack's distributions do not serve a bucket, so there the bucket is read.
 */
const target = process.env.FIDELITY_TARGET ?? '';
const [describeThere, where] = [account.name, wholeMinistack.name].includes(target)
  ? [describe, '']
  : [describe.skip, ' (elsewhere no dashboard is deployed)'];

interface Page {
  text: string;
  cached: string | null | undefined;
}

describeThere(`the dashboard${where}`, () => {
  const { outputs } = useService();
  const isAws = target === account.name;

  const open = async (path: string): Promise<Page> => {
    if (isAws) {
      const answer = await fetch(outputs.DashboardOrigin! + path);
      expect(answer.status).toBe(200);
      return { text: await answer.text(), cached: answer.headers.get('cache-control') };
    }
    const file = { Bucket: outputs.DashboardBucket, Key: path === '/' ? 'index.html' : path.slice(1) };
    const { Body, CacheControl } = await new S3Client({ forcePathStyle: true }).send(new GetObjectCommand(file));
    return { text: await Body!.transformToString(), cached: CacheControl };
  };

  test('opens, with the files that its page names', async () => {
    const page = await open('/');
    expect(page.cached).toBe('no-cache');
    const [, script] = /<script[^>]* src="([^"]+)"/.exec(page.text)!;
    const { text, cached } = await open(script!);
    expect(text.length).toBeGreaterThan(10_000);
    expect(cached).toBe('max-age=31536000, immutable');
  });

  const [testThere, why] = isAws ? [test, ''] : [test.skip, ' (test/outside/aws/sign-in.deployed.ts there)'];
  testThere(`leads to a page to sign in${why}`, async () => {
    const page = await fetch(`${outputs.DashboardOrigin}/api/sign-in?return_to=/letters`);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(new URL(page.url).origin).not.toBe(outputs.DashboardOrigin);
  });
});
