import { beforeAll, beforeEach } from '@jest/globals';
import { Control } from './api.ts';
import { CheckedClient } from './checked-client.ts';
import { type SharedService, sharedService } from './shared-service.ts';

/** The service that the contract tests share. Its clock is never advanced. */
export interface Service extends Omit<SharedService, 'controlUrl'> {
  control: Control;
}

/** `test/outside/aws/run.ts` names the service of a deployed stack. */
const { baseUrl, controlUrl, awsEndpoint, outputs } = process.env.SERVICE_BASE_URL
  ? serviceInEnvironment()
  : await sharedService();

export function useService(): Service {
  return { baseUrl, control: new Control(controlUrl), awsEndpoint, outputs };
}

function serviceInEnvironment(): SharedService {
  return {
    baseUrl: setting('SERVICE_BASE_URL'),
    controlUrl: setting('SERVICE_CONTROL_URL'),
    awsEndpoint: setting('SERVICE_AWS_ENDPOINT'),
    outputs: JSON.parse(setting('SERVICE_OUTPUTS')) as Record<string, string>,
  };
}

/** An account of the service with its own client. */
export interface Customer {
  id: string;
  api: CheckedClient;
}

/** Opens an account with R$ 1.000,00, unless `fields` differ. */
export async function openCustomer(fields: Record<string, unknown> = {}): Promise<Customer> {
  const { baseUrl, control } = useService();
  const { id, api } = await control.openAccount(baseUrl, fields);
  return { id, api: new CheckedClient(baseUrl, api.key) };
}

/** A new account for each test of a file: no test sees another's objects or uses up its rate limit. */
export function useCustomer(fields?: Record<string, unknown>): () => Customer {
  let customer: Customer;
  beforeEach(async () => {
    customer = await openCustomer(fields);
  });
  return () => customer;
}

/** One account for all tests of a describe, which make fewer requests than the limit per second. */
export function useOneCustomer(fields?: Record<string, unknown>): () => Customer {
  let customer: Customer;
  beforeAll(async () => {
    customer = await openCustomer(fields);
  });
  return () => customer;
}

function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set beside SERVICE_BASE_URL`);
  return value;
}
