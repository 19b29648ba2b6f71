import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { GetObjectCommand, NoSuchKey, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { LOCAL_SECRET_ACCESS_KEY } from '@malote/local-cloud/aws-signature.ts';
import { loadAssembly, nestedTemplatesIn, type Template } from '@malote/local-cloud/template.ts';
import type { PageSet } from '../../../lib/infra/published-pages.ts';
import { synthesize } from '../../../lib/infra/synth.ts';
import { type LocalService, startLocalService } from '../../../lib/programs/local-service/local-service.ts';
import { samplePages, SYNTHESIS_MS } from './synthesized.ts';

/** Deploys the stack with its pages to the local cloud, and opens them where CloudFormation put them. */

const folder = mkdtempSync(join(tmpdir(), 'malote-pages-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** @returns the directory of the assembly */
function assemblyWith(pages: string, outdir: string): Promise<string> {
  const builtPages = (set: PageSet) => Promise.resolve(join(pages, set));
  return synthesize({ outdir: join(folder, outdir), validation: false, builtPages });
}

type Resources = Record<string, { Type: string; Properties?: Record<string, unknown> }>;

/** Resources of the stacks nested in the assembly, by type. */
function nestedOf(directory: string, type: string): Record<string, unknown>[] {
  const assembly = loadAssembly(directory);
  const stacks = Object.values(assembly.template.Resources as Resources).filter(
    ({ Type }) => Type === 'AWS::CloudFormation::Stack',
  );
  const templates: Template[] = stacks.map(({ Properties }) => {
    const [file] = /[0-9a-f]{64}\.json/.exec(JSON.stringify(Properties!.TemplateURL))!;
    return nestedTemplatesIn(assembly)(`/${file}`);
  });
  return templates
    .flatMap(({ Resources }) => Object.values(Resources as Resources))
    .flatMap(({ Type, Properties = {} }) => (Type === type ? [Properties] : []));
}

const hashesOf = (directory: string) => nestedOf(directory, 'Custom::PublishedPages').map(({ Hash }) => Hash);

describe('a deployment', () => {
  let directory: string;
  let service: LocalService;
  let s3: S3Client;
  beforeAll(async () => {
    directory = await assemblyWith(samplePages, 'first');
    service = await startLocalService({ assembly: directory, port: 0, log: () => undefined });
    const { endpoint, region } = service.cloud;
    s3 = new S3Client({
      endpoint,
      region,
      credentials: { accessKeyId: 'reader', secretAccessKey: LOCAL_SECRET_ACCESS_KEY },
    });
  }, SYNTHESIS_MS);
  afterAll(async () => {
    s3.destroy();
    await service.stop();
  });

  /** Opens a path as the distribution does: its function maps the path to a file of the bucket. */
  async function open(Bucket: string, paths: RegExp, uri: string) {
    const functions = nestedOf(directory, 'AWS::CloudFront::Function').map(({ FunctionCode }) => String(FunctionCode));
    const code = functions.find((each) => paths.test(each))!;
    const request = runInNewContext(`${code}; handler(event)`, { event: { request: { uri, headers: {} } } }) as {
      uri: string;
    };
    const { Body, ContentType, CacheControl } = await s3.send(
      new GetObjectCommand({ Bucket, Key: request.uri.slice(1) }),
    );
    return { text: await Body!.transformToString(), type: ContentType, cached: CacheControl };
  }
  const dashboard = (uri: string) => open(service.cloud.outputs.DashboardBucket!, /'\/index\.html'/, uri);
  const docs = (uri: string) => open(service.cloud.outputs.DocsBucket!, /replace\(/, uri);
  const sample = (path: string) => readFileSync(join(samplePages, path), 'utf8');

  test('puts the dashboard where people open it, and each screen is its page', async () => {
    const page = sample('dashboard/index.html');
    const opened = { text: page, type: 'text/html; charset=utf-8', cached: 'no-cache' };
    expect(await dashboard('/')).toEqual(opened);
    expect(await dashboard('/letters')).toEqual(opened);
    const [, script] = /src="([^"]+)"/.exec(page)!;
    expect(await dashboard(script!)).toEqual({
      text: sample(`dashboard${script}`),
      type: 'text/javascript; charset=utf-8',
      cached: 'max-age=31536000, immutable',
    });
    // Nothing in its name changes with its contents.
    expect(await dashboard('/assets/licenses.md')).toMatchObject({ cached: 'no-cache' });
    await expect(dashboard('/assets/missing.js')).rejects.toThrow(NoSuchKey);
  });

  test('puts the documentation where people open it', async () => {
    expect(await docs('/')).toMatchObject({ text: sample('docs/index.html'), cached: 'no-cache' });
    expect(await docs('/_astro/common.B1a2C3d4.css')).toMatchObject({
      type: 'text/css; charset=utf-8',
      cached: 'max-age=31536000, immutable',
    });
  });

  test("leads from the dashboard's gateway to a page to sign in", async () => {
    const start = await fetch(`${service.description.dashboard_url}api/sign-in?return_to=/letters`, {
      redirect: 'manual',
    });
    expect(start.status).toBe(302);
    const page = await fetch(start.headers.get('location')!);
    expect(page.status).toBe(200);
    expect(await page.text()).toMatch(/<form[^]*type="password"/);
  });
});

describe('the next deployment', () => {
  test(
    'uploads nothing if no page has changed, and only what has changed otherwise',
    async () => {
      const [dashboard, docs] = hashesOf(await assemblyWith(samplePages, 'same'));
      expect(hashesOf(await assemblyWith(samplePages, 'same-again'))).toEqual([dashboard, docs]);
      const changed = join(folder, 'changed');
      cpSync(samplePages, changed, { recursive: true });
      writeFileSync(join(changed, 'docs/index.html'), '<!doctype html>\n');
      const [otherDashboard, otherDocs] = hashesOf(await assemblyWith(changed, 'other'));
      expect(otherDashboard).toBe(dashboard);
      expect(otherDocs).not.toBe(docs);
    },
    3 * SYNTHESIS_MS,
  );
});
