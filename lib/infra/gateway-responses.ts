import { ResponseType, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import { errorReply, problemMessage } from '../adapters/http/error-reply.ts';
import type { ErrorResource } from '../adapters/http/error-schema.ts';
import type { Exchange } from '../adapters/http/exchange.ts';
import { RATE_LIMIT } from '../core/domain/accounts.ts';
import { mayHaveTakenEffect, Problem } from '../core/domain/problems.ts';
import type { Settings } from './settings-schema.ts';

/**
 * The API's error for each error of the gateway itself. DEFAULT_4XX and DEFAULT_5XX cover the rest: a malformed
 * request, a failure of the gateway. Of a function that died, or whose response does not come, the gateway cannot know
 * what it did.
 */
const problemOf: Record<string, Problem> = {
  REQUEST_TOO_LARGE: new Problem('request_too_large'),
  MISSING_AUTHENTICATION_TOKEN: new Problem('endpoint_not_found'),
  RESOURCE_NOT_FOUND: new Problem('endpoint_not_found'),
  UNSUPPORTED_MEDIA_TYPE: new Problem('unsupported_content_type'),
  // The limit of all accounts together; the account itself is within its own limit.
  THROTTLED: new Problem('service_unavailable'),
  // From the request gate; without this row its 403 would be DEFAULT_4XX.
  WAF_FILTERED: new Problem('rate_limit_exceeded'),
  QUOTA_EXCEEDED: new Problem('rate_limit_exceeded'),
  INTEGRATION_TIMEOUT: mayHaveTakenEffect('service_unavailable'),
  INTEGRATION_FAILURE: mayHaveTakenEffect('service_unavailable'),
  DEFAULT_4XX: new Problem('invalid_json'),
  DEFAULT_5XX: mayHaveTakenEffect('internal_error'),
};

/**
 * Gives these responses the error envelope and the headers of the service. The gateway substitutes single variables and
 * runs no template language, so it cannot choose by `Accept-Language`: the message is in both languages
 * (https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-swagger-extensions-gateway-responses.responseTemplates.html).
 * A header is one variable or one text, so `Request-Id` is the bare id; the id in the body has the prefix
 * (https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-swagger-extensions-gateway-responses.gatewayResponse.html).
 */
export function addGatewayResponses(api: RestApi, { docsUrl }: Settings): void {
  for (const [responseType, problem] of Object.entries(problemOf)) {
    // The account is not known here: the full limit is shown, as in every response before the API key is read.
    const rateRemaining = problem.code === 'rate_limit_exceeded' ? 0 : RATE_LIMIT;
    const exchange = { locale: 'pt-BR', requestId: 'req_$context.requestId', rateRemaining } as Exchange;
    const { statusCode, headers, body } = errorReply(exchange, problem, docsUrl);
    const { error } = JSON.parse(body) as ErrorResource;
    const message = `${error.message} / ${problemMessage(problem, 'en')}`;
    // A text stands in quotes and can hold none, so the Content-Security-Policy is left out.
    const texts = Object.entries(headers ?? {})
      .filter(([, value]) => !String(value).includes("'"))
      .map(([name, value]) => [name, `'${value}'`] as const);
    api.addGatewayResponse(`Response${responseType}`, {
      type: ResponseType.of(responseType),
      statusCode: String(statusCode),
      responseHeaders: { ...Object.fromEntries(texts), 'Request-Id': 'context.requestId' },
      templates: { 'application/json': JSON.stringify({ error: { ...error, message } }) },
    });
  }
}
