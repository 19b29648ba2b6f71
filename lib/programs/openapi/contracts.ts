import type { ObjectSchema } from '../../core/schemas/json-schema.ts';
import { type Endpoint, endpoints } from '../../infra/endpoints.ts';
import { operationOf } from './operations.ts';
import { requireDescribed } from './shown.ts';

/** An endpoint with the schemas that its handler validates with. */
export interface Contract extends Pick<Endpoint, 'method' | 'path' | 'function'> {
  /** Schema of the query string or the JSON body; undefined for an endpoint with neither. */
  request: ObjectSchema | undefined;
  /** Schema of the body as multipart/form-data, if the endpoint accepts that too. */
  form: ObjectSchema | undefined;
}

/** Every deployed endpoint, in the order of the endpoint table. */
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
