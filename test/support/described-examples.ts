import { createId } from '../../lib/core/domain/ids.ts';
import { DELIVERY_PREFIX } from '../../lib/core/domain/webhooks.ts';
import { describedEndpoints, description } from '../modules/openapi/description.ts';
import type { Example } from './every-endpoint.ts';

/** An id of each kind, of objects that do not exist. */
const pathValues: Readonly<Record<string, string>> = {
  letter_id: createId('letter', 0, (size) => new Uint8Array(size)),
  verification_id: createId('verification', 0, (size) => new Uint8Array(size)),
  endpoint_id: createId('webhook_endpoint', 0, (size) => new Uint8Array(size)),
  delivery_id: `${DELIVERY_PREFIX}${'0'.repeat(52)}`,
  postal_code: '01001000',
};

/** One request for each endpoint of the description, with the first body it shows. */
export const describedExamples: Example[] = describedEndpoints.map(({ method, path, operation }) => {
  const shown = Object.values(operation.requestBody?.content['application/json']?.examples ?? {})[0];
  return {
    method: method as Example['method'],
    path: path.replace(/\{(\w+)\}/g, (_, name: string) => pathValues[name]!),
    body: operation.requestBody && exampleOf(shown),
  };
});

function exampleOf(shown: { $ref?: string; value?: unknown } | undefined): unknown {
  const name = shown?.$ref?.split('/').at(-1);
  return name === undefined ? shown?.value : description.components.examples[name]!.value;
}
