import type { ApiResult } from '../../lib/adapters/http/exchange.ts';
import { readOptional } from '../../lib/core/environment.ts';
import { noPage } from '../../lib/core/security-headers.ts';

const addresses = readOptional('WEBHOOK_ADDRESSES')?.split(',') ?? [];

const headers = {
  ...noPage,
  'Content-Type': 'application/json',
  'Cache-Control': 'public, max-age=300',
  'Access-Control-Allow-Origin': '*',
};

/** Publishes the addresses that webhooks come from (rule HOOK-11). */
export async function handler(): Promise<ApiResult> {
  return { statusCode: 200, headers, body: JSON.stringify({ object: 'webhook_addresses', ipv4: addresses }) };
}
