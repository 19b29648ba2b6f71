import { setTimeout as sleep } from 'node:timers/promises';

/**
 * What the caller asks for: an error with this name, a delay, or this response; otherwise the function returns its
 * event.
 */
export interface Order {
  throws?: string;
  sleepMs?: number;
  answer?: unknown;
}

/** A state machine passes the order itself, a gateway passes it as the request body. */
export async function handler(event: Order & { httpMethod?: string; body?: string | null }): Promise<unknown> {
  const order = event.httpMethod ? (JSON.parse(event.body ?? '{}') as Order) : event;
  if (order.sleepMs) await sleep(order.sleepMs);
  if (order.throws) throw Object.assign(new Error('as the caller asked'), { name: order.throws });
  if ('answer' in order) return order.answer;
  return event.httpMethod ? { statusCode: 200, body: JSON.stringify(event) } : event;
}
