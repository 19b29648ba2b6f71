import { CfnGatewayResponse, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { Settings } from './settings.ts';

interface GatewayError {
  status: number;
  type: string;
  code: string;
  message: string;
  retryAfter?: number;
}

const tooLarge: GatewayError = {
  status: 413,
  type: 'invalid_request_error',
  code: 'request_too_large',
  message: 'O corpo da requisição passa de 4,5 MB.',
};
const notFound: GatewayError = {
  status: 404,
  type: 'not_found_error',
  code: 'endpoint_not_found',
  message: 'Este endereço ou método não existe na API.',
};
const wrongType: GatewayError = {
  status: 400,
  type: 'invalid_request_error',
  code: 'unsupported_content_type',
  message: 'O Content-Type enviado não é aceito neste endereço.',
};
const throttled: GatewayError = {
  status: 429,
  type: 'rate_limit_error',
  code: 'rate_limit_exceeded',
  message: 'Muitas requisições por segundo. Aguarde e tente de novo.',
  retryAfter: 1,
};
const unavailable: GatewayError = {
  status: 503,
  type: 'api_error',
  code: 'service_unavailable',
  message: 'O serviço está temporariamente indisponível. Tente de novo com a mesma Idempotency-Key.',
  retryAfter: 5,
};
const unreadable: GatewayError = {
  status: 400,
  type: 'invalid_request_error',
  code: 'invalid_json',
  message: 'A requisição não pôde ser lida.',
};
const internal: GatewayError = {
  status: 500,
  type: 'api_error',
  code: 'internal_error',
  message: 'Erro inesperado no serviço. Tente de novo com a mesma Idempotency-Key.',
};

/**
 * What the gateway answers by itself, in the envelope of the service (facts on API Gateway REST; spec, Errors). Statuses
 * it chooses for everything else (DEFAULT_4XX) are requests that it could not read.
 */
const responses: Record<string, GatewayError> = {
  REQUEST_TOO_LARGE: tooLarge,
  MISSING_AUTHENTICATION_TOKEN: notFound,
  RESOURCE_NOT_FOUND: notFound,
  UNSUPPORTED_MEDIA_TYPE: wrongType,
  THROTTLED: throttled,
  QUOTA_EXCEEDED: throttled,
  INTEGRATION_TIMEOUT: unavailable,
  INTEGRATION_FAILURE: unavailable,
  DEFAULT_4XX: unreadable,
  DEFAULT_5XX: internal,
};

/**
 * Gateway responses only substitute variables: no choice of language, so Portuguese, and no joining of texts in headers,
 * so `Request-Id` is the bare id while the body's has the prefix.
 */
export function addGatewayResponses(api: RestApi, { docsUrl }: Settings): void {
  for (const [responseType, error] of Object.entries(responses)) {
    new CfnGatewayResponse(api, `Response${responseType}`, {
      restApiId: api.restApiId,
      responseType,
      statusCode: String(error.status),
      responseParameters: headersOf(error),
      responseTemplates: { 'application/json': bodyOf(error, docsUrl) },
    });
  }
}

function headersOf({ retryAfter }: GatewayError): Record<string, string> {
  const headers: Record<string, string> = {
    'Content-Type': `'application/json; charset=utf-8'`,
    'Request-Id': 'context.requestId',
    // No account is known here: a full allowance, as for every answer before the key is read.
    'RateLimit-Limit': `'50'`,
    'RateLimit-Remaining': `'50'`,
    'RateLimit-Reset': `'1'`,
    ...(retryAfter ? { 'Retry-After': `'${retryAfter}'` } : {}),
  };
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [`gatewayresponse.header.${name}`, value]));
}

function bodyOf({ type, code, message }: GatewayError, docsUrl: string): string {
  const error = {
    type,
    code,
    message,
    request_id: 'req_$context.requestId',
    doc_url: `${docsUrl}/${code}`,
    details: null,
  };
  return JSON.stringify({ error });
}
