import { readEnvironment } from '../../lib/environment.ts';
import { endpointNotFoundHandler } from '../../lib/http/api-handler.ts';

const env = readEnvironment('DOCS_URL');

/** Every path and method that no other function has. */
export const handler = endpointNotFoundHandler({ operation: 'endpoint-not-found', docsUrl: env.DOCS_URL });
