import { setTimeout as sleep } from 'node:timers/promises';

/** What the caller asks of the function: an error of this name, patience, or an answer; otherwise it gives its event back. */
export interface Order {
  throws?: string;
  sleepMs?: number;
  answer?: unknown;
}

/** Called by a state machine with the order itself, by a gateway with the order as the request's body. */
export async function handler(event: Order & { httpMethod?: string; body?: string | null }): Promise<unknown> {
  const order = event.httpMethod ? (JSON.parse(event.body ?? '{}') as Order) : event;
  if (order.sleepMs) await sleep(order.sleepMs);
  if (order.throws) throw Object.assign(new Error('as the caller asked'), { name: order.throws });
  if ('answer' in order) return order.answer;
  return event.httpMethod ? { statusCode: 200, body: JSON.stringify(event) } : event;
}
