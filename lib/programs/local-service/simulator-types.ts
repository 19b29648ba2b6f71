/** What can happen to requests of the API: two errors that did nothing, a lost response, and a late one. */
export interface RequestedFault {
  fault: 'rate_limit_exceeded' | 'service_unavailable' | 'cut' | 'slow';
  /** How many requests it hits. */
  requests: number;
  /** Of the requests that it hits; default: any. */
  method?: string;
  /** Below the API's base URL, e.g. `/letters`; default: any. */
  path?: string;
  /** By how much `slow` delays a response. */
  milliseconds?: number;
}

/** A webhook as the built-in receiver got it. */
export interface ReceivedWebhook {
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
  headers: Record<string, string>;
  /** Whether its signature is right. */
  verified: boolean;
}

/** A running simulator, with an account that has R$ 10.000,00. */
export interface Simulator {
  /** Base URL of the API. */
  baseUrl: string;
  /** A key of the account; its letters wait for the print house, whose part you play. */
  apiKey: string;
  /** A key of its sandbox: letters are posted automatically within minutes of the clock. */
  sandboxApiKey: string;
  dashboardUrl: string;
  clock: {
    now: () => Promise<Date>;
    /** Advances the clock; all that becomes due meanwhile has happened when it returns. */
    advance: (time: { seconds: number } | { to: Date }) => Promise<Date>;
  };
  production: {
    /** Hands everything that waits to the print house. @returns the ids of the batches */
    formBatches: () => Promise<string[]>;
    /** What the print house reports, e.g. `{ id: 'ltr_…', status: 'posted', at: '…' }`; the result of each line. */
    report: (...lines: object[]) => Promise<object[]>;
    /** The PDF that is printed; that of a verification shows its code. */
    file: (mailingId: string) => Promise<Uint8Array>;
  };
  inbox: {
    /** Webhooks that the built-in receiver got, oldest first. */
    list: () => Promise<ReceivedWebhook[]>;
    clear: () => Promise<void>;
  };
  accounts: {
    /** Adds money, in centavos. */
    credit: (accountId: string, amount: number) => Promise<void>;
    suspend: (accountId: string) => Promise<void>;
    reinstate: (accountId: string) => Promise<void>;
    list: () => Promise<{ id: string; balance: number }[]>;
  };
  faults: {
    /** Lets the next requests that fit fail, lose their response, or wait. */
    add: (fault: RequestedFault) => Promise<void>;
    clear: () => Promise<void>;
  };
  /** Ends it; its data is gone. */
  stop: () => Promise<void>;
}

export interface StartOptions {
  /** Default: any free one. */
  port?: number;
  /** Milliseconds until it gives up. Default: two minutes. */
  timeout?: number;
}
