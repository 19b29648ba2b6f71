import type { Balance, BalanceTransaction, Letter, List, ServiceEvent, Verification } from '../api/objects.ts';
import { RequestFailed } from '../api/request.ts';

/** The content of `.local/service.json`. */
export interface ServiceDescription {
  base_url: string;
  api_key: string;
  sandbox_api_key: string;
  dashboard_url: string;
}

export interface BenchAccount {
  id: string;
  legal_name: string;
  trade_name: string | null;
  cnpj: string;
  plan: string;
  suspended: boolean;
}

/** A delivery to the built-in receiver. */
export interface Delivery {
  received_at: string;
  received_at_machine: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  verified: boolean;
}

export interface Mail {
  id: string;
  sent_at: string;
  from: string;
  to: string[];
  subject: string;
  text: string;
}

export interface ReportLine {
  id: string;
  status: 'printed' | 'posted' | 'failed';
  tracking_code?: string;
  failure_reason?: string;
}

export interface ReportResult {
  id: string | null;
  result: 'applied' | 'already_applied' | 'refused';
  reason?: string;
}

const CONTROL = '/_local';

async function ask<Answer>(method: string, url: string, body?: string, key?: string): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: {
      'accept-language': document.documentElement.lang,
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    },
    ...(body === undefined ? {} : { body }),
  }).catch(() => {
    throw new RequestFailed(0, { message: '', code: 'no_answer' });
  });
  const answer = (await response.json()) as Answer & { error?: { message: string } };
  if (!response.ok) throw new RequestFailed(response.status, { message: '', ...answer.error });
  return answer;
}

/** The control surface of the local service (README). */
export const control = {
  service: () => ask<ServiceDescription>('GET', `${CONTROL}/service`),
  accounts: async () => (await ask<{ data: BenchAccount[] }>('GET', `${CONTROL}/accounts`)).data,
  clock: () => ask<{ now: string }>('GET', `${CONTROL}/clock`),
  advance: (to: { advance_seconds: number } | { advance_to: string }) =>
    ask<{ now: string }>('POST', `${CONTROL}/clock`, JSON.stringify(to)),
  formBatches: async () =>
    (await ask<{ batches: { id: string; mailings: unknown[] }[] }>('POST', `${CONTROL}/production/batches`)).batches,
  /** Sends report lines of the print house, dated with the service's current time. */
  report: async (lines: readonly ReportLine[]) => {
    const { now: at } = await control.clock();
    const text = lines.map((line) => JSON.stringify({ ...line, at })).join('\n');
    return (await ask<{ results: ReportResult[] }>('POST', `${CONTROL}/production/reports`, text)).results;
  },
  printFile: (id: string) => `${CONTROL}/production/files/${id}`,
  credit: (accountId: string, amount: number) =>
    ask('POST', `${CONTROL}/accounts/${accountId}/credits`, JSON.stringify({ amount })),
  changePlan: (accountId: string, plan: string) =>
    ask('POST', `${CONTROL}/accounts/${accountId}/plan`, JSON.stringify({ plan })),
  suspend: (accountId: string, suspended: boolean) =>
    ask('POST', `${CONTROL}/accounts/${accountId}/${suspended ? 'suspend' : 'reinstate'}`),
  audit: async () => (await ask<{ differences: unknown[] }>('GET', `${CONTROL}/ledger/audit`)).differences,
  inbox: async () => (await ask<{ data: Delivery[] }>('GET', `${CONTROL}/inbox`)).data,
  clearInbox: () => ask('DELETE', `${CONTROL}/inbox`),
  mails: async () => (await ask<{ data: Mail[] }>('GET', `${CONTROL}/mails`)).data,
  issueKey: async (accountId: string, mode: 'live' | 'test') =>
    (await ask<{ api_key: string }>('POST', `${CONTROL}/accounts/${accountId}/keys`, JSON.stringify({ mode }))).api_key,
};

const LIMIT = 50;

/** The public API, as the customer with this key sees it. */
export function customerApi({ base_url }: ServiceDescription, key: string) {
  const list = <Item>(path: string) => ask<List<Item>>('GET', `${base_url}${path}?limit=${LIMIT}`, undefined, key);
  return {
    letters: () => list<Letter>('/letters'),
    verifications: () => list<Verification>('/verifications'),
    balance: () => ask<Balance>('GET', `${base_url}/balance`, undefined, key),
    transactions: () => list<BalanceTransaction>('/balance/transactions'),
    events: () => list<ServiceEvent>('/events'),
  };
}

export type CustomerApi = ReturnType<typeof customerApi>;
