import type { BalanceTransaction, LetterStatus, ServiceEvent, VerificationStatus } from './objects.ts';

/** The query parameters of the screens with lists. Absent ones filter nothing. */
export interface ListSearch {
  cursor?: string | undefined;
  from?: string | undefined;
  until?: string | undefined;
}

export interface LetterSearch extends ListSearch {
  status?: LetterStatus | undefined;
  reference?: string | undefined;
  recipient?: string | undefined;
  tracking_code?: string | undefined;
}

export interface VerificationSearch extends ListSearch {
  status?: VerificationStatus | undefined;
  reference?: string | undefined;
  recipient?: string | undefined;
}

export interface StatementSearch extends ListSearch {
  type?: BalanceTransaction['type'] | undefined;
}

export interface RequestSearch extends ListSearch {
  outcome?: '2xx' | '4xx' | '5xx' | undefined;
  operation?: string | undefined;
  key?: string | undefined;
}

export interface EventSearch extends ListSearch {
  type?: ServiceEvent['type'] | undefined;
  object?: string | undefined;
}
