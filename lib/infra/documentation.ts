import { NestedStack } from 'aws-cdk-lib';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { createPagesBucket, createPagesDistribution } from './built-pages.ts';
import { documentationPolicy } from './documentation-policy.ts';
import { PublishedPages, type Publishers } from './published-pages.ts';
import { answersSecurityTxt } from './security-txt.ts';
import type { Settings } from './settings-schema.ts';

/**
 * The documentation for customers: a bucket for the files that `npm run site` builds, and CloudFront in front of it. A nested
 * stack, because a stack holds 500 resources; nothing outside refers to it.
 */
export class Documentation extends NestedStack {
  /** Scheme and host, without a trailing slash. */
  readonly origin: string;
  readonly pages: Bucket;
  readonly distribution: Distribution;

  constructor(scope: Construct, id: string, settings: Settings, publishers: Publishers) {
    super(scope, id, { description: `Malote ${settings.stage}: the documentation for customers` });
    this.pages = createPagesBucket(this, 'Docs');
    const publisher = publishers.get('docs');
    if (publisher) new PublishedPages(this, 'PublishedDocs', { settings, bucket: this.pages, publisher });
    this.distribution = createPagesDistribution(this, 'Docs', {
      pages: this.pages,
      names: 'docs',
      comments: {
        distribution: `Malote ${settings.stage}: documentation`,
        headers: `Malote ${settings.stage}: headers of the documentation`,
      },
      policy: documentationPolicy,
      origin: settings.docsOrigin,
      certificateArn: settings.docsCertificateArn,
      paths: {
        id: 'DocsPaths',
        comment: 'A path without an extension is the page in the folder of that name',
        code: pagePaths(answersSecurityTxt(settings.securityContact)),
      },
      // S3 returns 403 for a missing file if the reader may not list the bucket:
      // https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html
      errorResponses: [{ httpStatus: 403, responseHttpStatus: 404, responsePagePath: '/404.html' }],
    });
    this.origin = settings.docsOrigin || `https://${this.distribution.distributionDomainName}`;
  }
}

/** A default root object applies only to the root, not to folders (`erros/api_key_missing`). */
const pagePaths = (first: string) => `function handler(event) {
  ${first}
  var request = event.request;
  if (!/\\.[a-z0-9]+$/i.test(request.uri)) request.uri = request.uri.replace(/\\/?$/, '/index.html');
  return request;
}`;
