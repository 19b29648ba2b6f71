import { join } from 'node:path';
import { LOCAL_SECRET_ACCESS_KEY } from '@malote/local-cloud/aws-signature.ts';
import type { ApiFunction } from '../../lib/adapters/http/api-handler.ts';
import type { EnvironmentName } from '../../lib/core/environment.ts';
import { buildFunctions } from '../../lib/infra/bundle.ts';

/** Stack outputs that API functions read as environment variables. */
const fromOutputs: Partial<Record<EnvironmentName, string>> = {
  TABLE_NAME: 'TableName',
  DOCUMENTS_BUCKET: 'DocumentsBucket',
  UPLOADS_BUCKET: 'UploadsBucket',
  VERIFICATION_FILES_BUCKET: 'VerificationFilesBucket',
  VERIFICATION_CODES_KEY_ID: 'VerificationCodesKeyId',
  CONFIRMATION_PAGE_BASE: 'ConfirmationPageBase',
};

/**
 * API functions as deployed, loaded into this process. They read their environment when they are loaded, except for
 * their folder: the last one's remains, so load last what reads fonts and PDFs.
 * @param endpoint the AWS endpoint they call
 */
export function openFunctions(endpoint: string, outputs: Record<string, string>) {
  return {
    load: async (functionName: string): Promise<ApiFunction> => {
      const { directory } = (await buildFunctions()).get(functionName)!;
      Object.assign(process.env, {
        ...Object.fromEntries(Object.entries(fromOutputs).map(([name, output]) => [name, outputs[output]!])),
        AWS_ENDPOINT_URL: endpoint,
        AWS_REGION: 'sa-east-1',
        AWS_ACCESS_KEY_ID: 'test',
        AWS_SECRET_ACCESS_KEY: LOCAL_SECRET_ACCESS_KEY,
        LINK_KEY: `test:${LOCAL_SECRET_ACCESS_KEY}`,
        DOCS_URL: 'https://docs.example/errors',
        POWERTOOLS_LOG_LEVEL: 'ERROR',
        LAMBDA_TASK_ROOT: directory,
      } satisfies Record<string, string>);
      return ((await import(join(directory, 'handler.mjs'))) as { handler: ApiFunction }).handler;
    },
  };
}
