import type { ObjectSchema } from '../../core/schemas/json-schema.ts';
import { type Endpoint, endpoints } from '../../infra/endpoints.ts';
import { operationOf } from './operations.ts';
import { requireDescribed } from './shown.ts';

/** An endpoint with the schemas that its handler validates with. */
export interface Contract extends Pick<Endpoint, 'method' | 'path' | 'function'> {
  /** Of the query string, or of the body in JSON; none for an endpoint that takes neither. */
  request: ObjectSchema | undefined;
  /** Of the body as multipart/form-data, where the endpoint takes that too. */
  form: ObjectSchema | undefined;
}

/** Every endpoint that is deployed, in the order of its table. */
export const contracts: readonly Contract[] = endpoints.map(({ method, path, function: name }) => {
  const { request, form } = operationOf(name);
  return {
    method,
    path,
    function: name,
    request: request && requireDescribed(request),
    form: form && requireDescribed(form),
  };
});
