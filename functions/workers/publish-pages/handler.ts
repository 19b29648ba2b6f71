import { join } from 'node:path';
import { Logger } from '@aws-lambda-powertools/logger';
import { customResource } from '../../../lib/adapters/pages/custom-resource.ts';
import { openBuiltFiles, openPublishedFiles } from '../../../lib/adapters/pages/page-files.ts';
import { readEnvironment } from '../../../lib/core/environment.ts';
import { publishPages, withdrawPages } from '../../../lib/operations/pages/publish-pages.ts';

const env = readEnvironment('PAGES_BUCKET', 'LAMBDA_TASK_ROOT');
const published = openPublishedFiles(env.PAGES_BUCKET);

/** Called by CloudFormation when a deployment changes the pages, which are beside this code, or removes them. */
export const handler = customResource({
  logger: new Logger({ serviceName: 'publish-pages' }),
  physicalId: env.PAGES_BUCKET,
  provide: () => publishPages(openBuiltFiles(join(env.LAMBDA_TASK_ROOT, 'pages')), published),
  remove: () => withdrawPages(published),
});
