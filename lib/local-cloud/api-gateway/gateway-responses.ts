import type { AwsResponse } from '../service.ts';

/**
 * Responses of API Gateway itself: types, default statuses and templates.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html
 */

export interface GatewayResponseProperties {
  ResponseType: string;
  StatusCode?: string;
  /** `gatewayresponse.header.<name>` → `'text'`, `context.<variable>` or `method.request.header.<name>`. */
  ResponseParameters?: Record<string, string>;
  ResponseTemplates?: Record<string, string>;
}

interface GatewayError {
  status: number;
  message: string;
}

/** The gateway responses that occur locally, with the status and message of AWS. */
const gatewayErrors = {
  API_CONFIGURATION_ERROR: { status: 500, message: 'Internal server error' },
  INTEGRATION_FAILURE: { status: 502, message: 'Internal server error' },
  INTEGRATION_TIMEOUT: { status: 504, message: 'Endpoint request timed out' },
  MISSING_AUTHENTICATION_TOKEN: { status: 403, message: 'Missing Authentication Token' },
  /** Its name is not documented, and it cannot have a custom response. */
  LAMBDA_REFUSED: { status: 500, message: 'Internal server error' },
  REQUEST_TOO_LARGE: { status: 413, message: 'Request Too Long' },
  THROTTLED: { status: 429, message: 'Too Many Requests' },
} as const satisfies Record<string, GatewayError>;

export type GatewayErrorType = keyof typeof gatewayErrors;

/** Variables a template may name, by their path after `$context.`. */
export type GatewayContext = Readonly<Record<string, string | number | undefined>>;

const DEFAULT_TEMPLATE = '{"message":$context.error.messageString}';
const HEADER_PARAMETER = /^gatewayresponse\.header\.(.+)$/;
const HEADER_VALUE = /^(?:'(?<text>.*)'|context\.(?<variable>[\w.]+)|method\.request\.header\.(?<header>[\w-]+))$/;

/** The gateway responses of one API. */
export class GatewayResponses {
  readonly #byType = new Map<string, GatewayResponseProperties>();

  /** @throws Error for a header that is neither a fixed text nor one variable: API Gateway cannot join them either. */
  add(properties: GatewayResponseProperties): void {
    for (const [parameter, value] of Object.entries(properties.ResponseParameters ?? {})) {
      if (!HEADER_PARAMETER.test(parameter)) throw new Error(`response parameter ${parameter} is not known`);
      if (!HEADER_VALUE.test(value)) throw new Error(`the value of ${parameter} is not known: ${value}`);
    }
    this.#byType.set(properties.ResponseType, properties);
  }

  /** `requestHeaders` by names in lower case. */
  answer(
    type: GatewayErrorType,
    context: GatewayContext,
    requestHeaders: Readonly<Record<string, string>>,
  ): AwsResponse {
    const { status, message } = gatewayErrors[type];
    const family = status < 500 ? 'DEFAULT_4XX' : 'DEFAULT_5XX';
    const { StatusCode, ResponseParameters, ResponseTemplates } = this.#byType.get(type) ??
      this.#byType.get(family) ?? { ResponseType: type };
    const variables: GatewayContext = {
      ...context,
      'error.message': message,
      'error.messageString': JSON.stringify(message),
      'error.responseType': type,
    };
    const [[contentType, template] = ['application/json', DEFAULT_TEMPLATE]] = Object.entries(ResponseTemplates ?? {});
    return {
      status: StatusCode ? Number(StatusCode) : status,
      headers: {
        'Content-Type': contentType,
        ...customHeaders(ResponseParameters ?? {}, variables, requestHeaders),
      },
      body: template.replace(/\$context\.(\w+(?:\.\w+)*)/g, (_, name: string) => String(variables[name] ?? '')),
    };
  }
}

function customHeaders(
  parameters: Record<string, string>,
  variables: GatewayContext,
  requestHeaders: Readonly<Record<string, string>>,
): Record<string, string> {
  const headers = Object.entries(parameters).map(([parameter, value]) => {
    const { text, variable, header } = HEADER_VALUE.exec(value)!.groups!;
    const resolved = text ?? (variable ? variables[variable] : requestHeaders[header!.toLowerCase()]);
    return [HEADER_PARAMETER.exec(parameter)![1]!, String(resolved ?? '')] as const;
  });
  return Object.fromEntries(headers.filter(([, value]) => value !== ''));
}
