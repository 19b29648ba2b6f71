import { join } from 'node:path';
import { CustomResource, Duration } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function, LoggingFormat, Runtime, Tracing } from 'aws-cdk-lib/aws-lambda';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { EnvironmentName } from '../core/environment.ts';
import type { FunctionBundle } from './bundle.ts';
import { hashesOfFiles, placeFiles } from './companions.ts';
import { sha256OfParts } from './files.ts';
import { createLogGroup } from './log-group.ts';
import { functionSettings } from './settings.ts';
import type { Settings } from './settings-schema.ts';

/** Pages that a deployment publishes, by the settings that switch them. */
export const pageSets = ['dashboard', 'docs'] as const;
export type PageSet = (typeof pageSets)[number];

/** The function that publishes pages, with the pages that it publishes. */
export type Publishers = ReadonlyMap<PageSet, FunctionBundle>;

/**
 * Places the built pages beside the code of their publisher.
 * @param folder of the built pages; without one, the publisher leaves what is published
 * @param outdir of the assembly, which receives `pages/<set>/`: what it publishes must not change after it
 */
export async function bundlePublisher(
  set: PageSet,
  { code, folder, outdir }: { code: FunctionBundle; folder: string | undefined; outdir: string },
): Promise<FunctionBundle> {
  const directory = join(outdir, 'pages', set);
  const sources = { '': code.directory, ...(folder !== undefined && { pages: folder }) };
  const files = await placeFiles(directory, sources, { hashOf: hashesOfFiles() });
  return { directory, hash: sha256OfParts(code.hash, files), inputs: code.inputs };
}

export interface PublishedPagesProps {
  settings: Settings;
  bucket: IBucket;
  publisher: FunctionBundle;
}

/**
 * The files in a bucket of pages. CloudFormation calls the function that puts them there if the property `Hash` has changed, and
 * so never for a deployment without other pages (docs/decisions/published-pages.md).
 */
export class PublishedPages extends Construct {
  readonly bucket: IBucket;

  constructor(scope: Construct, id: string, { settings, bucket, publisher }: PublishedPagesProps) {
    super(scope, id);
    this.bucket = bucket;
    const name = 'publish-pages';
    const { memory, timeout } = functionSettings(name, 'worker');
    const logGroup = createLogGroup(this, 'Logs', settings, settings.logRetentionDays);
    const fn = new Function(this, 'Publisher', {
      description: `${settings.stage} ${name}`,
      code: Code.fromAsset(publisher.directory, { assetHash: publisher.hash }),
      handler: 'handler.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: memory,
      timeout: Duration.seconds(timeout),
      tracing: Tracing.ACTIVE,
      loggingFormat: LoggingFormat.JSON,
      logGroup,
      role: new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') }),
      environment: {
        POWERTOOLS_SERVICE_NAME: name,
        ['PAGES_BUCKET' satisfies EnvironmentName]: bucket.bucketName,
      },
    });
    const allow = (actions: string[], resource: string) =>
      fn.addToRolePolicy(new PolicyStatement({ actions, resources: [resource] }));
    allow(['logs:CreateLogStream', 'logs:PutLogEvents'], logGroup.logGroupArn);
    allow(['s3:PutObject', 's3:DeleteObject'], bucket.arnForObjects('*'));
    allow(['s3:ListBucket'], bucket.bucketArn);
    new CustomResource(this, 'Files', {
      resourceType: 'Custom::PublishedPages',
      serviceToken: fn.functionArn,
      // Without it CloudFormation waits an hour for a function that cannot answer.
      serviceTimeout: Duration.seconds(timeout + 60),
      properties: { Hash: publisher.hash },
    });
  }
}
