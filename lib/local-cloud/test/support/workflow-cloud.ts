import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AwsError } from '../../aws-error.ts';
import { Clock } from '../../clock.ts';
import { readJsonResponse } from '../../endpoint.ts';
import type { Quotas } from '../../quotas.ts';
import type { AwsService, Cloud, DeliveryOptions, InvocationResult } from '../../service.ts';

interface Delivery {
  arn: string;
  input: unknown;
  options: DeliveryOptions | undefined;
  at: number;
}

type Operation = (input: Record<string, unknown>) => unknown;

const REGION = 'sa-east-1';
const ACCOUNT_ID = '000000000000';

/** The cloud around one service under test: functions and other services are plain functions, deliveries are recorded. */
export class WorkflowCloud implements Cloud {
  readonly clock = new Clock('still');
  readonly region = REGION;
  readonly accountId = ACCOUNT_ID;
  /** Throttles if a test sets it. */
  quotas?: Quotas;
  readonly deliveries: Delivery[] = [];
  readonly lines: string[] = [];
  readonly #functions = new Map<string, (payload: unknown) => unknown>();
  readonly #operations = new Map<string, Operation>();
  readonly #services = new Map<string, AwsService>();
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  get endpoint(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Client options with which an unchanged SDK client reaches the services. */
  get clientOptions() {
    return { endpoint: this.endpoint, region: REGION, credentials: { accessKeyId: 'local', secretAccessKey: 'local' } };
  }

  register(service: AwsService): void {
    this.#services.set(service.name, service);
  }

  /** Serves the registered services to SDK clients. */
  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  /** A function that throws fails the invocation, with the error's name as errorType. */
  defineFunction(name: string, handler: (payload: never) => unknown): string {
    const arn = `arn:aws:lambda:${REGION}:${ACCOUNT_ID}:function:${name}`;
    this.#functions.set(arn, handler as (payload: unknown) => unknown);
    return arn;
  }

  defineOperation(service: string, operation: string, answer: (input: never) => unknown): void {
    this.#operations.set(`${service}:${operation}`, answer as Operation);
  }

  async invokeFunction(functionArn: string, payload: unknown): Promise<InvocationResult> {
    const handler = this.#functions.get(functionArn);
    if (!handler) throw new AwsError('ResourceNotFoundException', `Function not found: ${functionArn}`, 404);
    try {
      return { payload: await handler(structuredClone(payload)), failed: false };
    } catch (error) {
      const { name, message } = error as Error;
      return { payload: { errorType: name, errorMessage: message }, failed: true };
    }
  }

  async deliver(arn: string, input: unknown, options?: DeliveryOptions): Promise<void> {
    this.deliveries.push({ arn, input, options, at: this.clock.now() });
  }

  async call(service: string, operation: string, input: Record<string, unknown>): Promise<unknown> {
    const answer = this.#operations.get(`${service}:${operation}`);
    if (answer) return answer(input);
    const body = Buffer.from(JSON.stringify(input));
    const url = new URL('http://127.0.0.1');
    const response = await this.#services
      .get(service)!
      .handle({ service, operation, method: 'POST', url, headers: {}, body });
    return readJsonResponse(response.status, String(response.body));
  }

  log(message: string): void {
    this.lines.push(message);
  }

  /** Advances the clock and runs everything that becomes due. */
  advance(duration: { days?: number; hours?: number; minutes?: number; seconds?: number }): Promise<void> {
    const { days = 0, hours = 0, minutes = 0, seconds = 0 } = duration;
    return this.clock.advanceTo(this.clock.now() + (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000);
  }

  async stop(): Promise<void> {
    this.clock.stop();
    if (!this.#server.listening) return;
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const target = String(request.headers['x-amz-target']);
    const service = /Credential=[^/]+\/[^/]+\/[^/]+\/([^/]+)\//.exec(String(request.headers.authorization))![1]!;
    const answer = await this.#services.get(service)!.handle({
      service,
      operation: target.split('.').at(-1),
      method: String(request.method),
      url: new URL(String(request.url), this.endpoint),
      headers: request.headers as Record<string, string>,
      body: Buffer.concat(chunks),
    });
    response.writeHead(answer.status, answer.headers).end(answer.body);
  }
}
