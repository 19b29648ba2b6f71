import { endpointNotFoundHandler } from '../../lib/adapters/http/api-handler.ts';
import { readEnvironment } from '../../lib/core/environment.ts';

const env = readEnvironment('DOCS_URL');

/** Every path and method that no other function has. */
export const handler = endpointNotFoundHandler({ operation: 'endpoint-not-found', docsUrl: env.DOCS_URL });
