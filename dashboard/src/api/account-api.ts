import type {
  Account,
  AccountChanges,
  Activity,
  ActivityFilters,
  ApiKey,
  ApiKeyChanges,
  ApiKeyOrder,
  ApiRequest,
  ApiRequestFilters,
  Balance,
  BalanceTransaction,
  DeliveryFilters,
  EventFilters,
  FiguresFilters,
  Home,
  Letter,
  LetterChanges,
  LetterFilters,
  LetterLookUps,
  LetterOrder,
  List,
  Logo,
  MailMerge,
  MailMergeOrder,
  MailMergeRow,
  NewMailMerge,
  Person,
  PersonOrder,
  Pix,
  PostalCode,
  PostalCodeSearch,
  Quote,
  Role,
  Search,
  ServiceEvent,
  TransactionFilters,
  Upload,
  Verification,
  VerificationAttempt,
  VerificationFigures,
  VerificationFilters,
  VerificationOrder,
  VerificationQuote,
  WebhookDelivery,
  WebhookDeliveryWithBody,
  WebhookEndpoint,
  WebhookSending,
  WebhookTest,
  WithSecret,
} from './objects.ts';
import { download, type FileType, request } from './request.ts';

/** The requests about one account (docs/dashboard-api.md). */
export function accountApi(accountId: string) {
  const asks = asksOf(accountId);
  return {
    ...ofAccount(asks),
    ...ofLetters(asks),
    ...ofMailMerges(asks),
    ...ofVerifications(asks),
    ...ofMoney(asks),
    ...ofDevelopers(asks),
    ...ofPeople(asks),
  };
}

type Asks = ReturnType<typeof asksOf>;

function asksOf(accountId: string) {
  const below = (path: string) => `/accounts/${encodeURIComponent(accountId)}${path}`;
  return {
    below,
    get: <Answer>(path: string, query?: object, signal?: AbortSignal) =>
      request<Answer>('GET', below(path), { query: query as Record<string, string>, signal }),
    post: <Answer>(path: string, body?: unknown, idempotencyKey?: string) =>
      request<Answer>('POST', below(path), { body, idempotencyKey }),
  };
}

function ofAccount({ below, get, post }: Asks) {
  return {
    home: () => get<Home>('/home'),
    search: (text: string, signal?: AbortSignal) => get<Search>('/search', { text }, signal),
    account: () => get<Account>('/account'),
    changeAccount: (changes: AccountChanges) => request<Account>('PATCH', below('/account'), { body: changes }),
    logo: () => get<Logo>('/account/logo'),
    setLogo: (content: string) => post<Logo>('/account/logo', { content }),
    removeLogo: () => request<unknown>('DELETE', below('/account/logo')),
  };
}

function ofLetters({ below, get, post }: Asks) {
  return {
    letters: (filters: LetterFilters) => get<List<Letter>>('/letters', filters),
    letter: (id: string) => get<Letter>(`/letters/${encodeURIComponent(id)}`),
    lookUps: (id: string) => get<LetterLookUps>(`/letters/${encodeURIComponent(id)}/look-ups`),
    createLetter: (order: LetterOrder, key: string) => post<Letter>('/letters', order, key),
    quoteLetter: (order: LetterOrder, signal?: AbortSignal) =>
      request<Quote>('POST', below('/letters/quote'), { body: order, signal }),
    letterDocument: (id: string) =>
      get<{ filename: string | null; content: string | null }>(`/letters/${encodeURIComponent(id)}/document`),
    sendLetterNow: (id: string, key: string) => post<Letter>(`/letters/${id}/send-now`, undefined, key),
    cancelLetter: (id: string, key: string) => post<Letter>(`/letters/${id}/cancel`, undefined, key),
    editLetter: (id: string, changes: LetterChanges) =>
      request<Letter>('PATCH', below(`/letters/${id}`), { body: changes }),

    createUpload: (filename: string, size: number) => post<Upload>('/uploads', { filename, size }),
    postalCode: (digits: string) => get<PostalCode>(`/postal-codes/${digits}`),
    postalCodes: ({ neighborhood, ...place }: Record<'state' | 'city' | 'street' | 'neighborhood', string>) =>
      get<PostalCodeSearch>('/postal-codes', { ...place, neighborhood: neighborhood || undefined }),
  };
}

function ofMailMerges({ get, post }: Asks) {
  return {
    mailMerges: () => get<List<MailMerge>>('/mail-merges'),
    mailMerge: (id: string) => get<MailMerge>(`/mail-merges/${encodeURIComponent(id)}`),
    mailMergeRows: (id: string, cursor: string | undefined) =>
      get<List<MailMergeRow>>(`/mail-merges/${encodeURIComponent(id)}/rows`, { cursor }),
    createMailMerge: (order: MailMergeOrder, key: string) => post<NewMailMerge>('/mail-merges', order, key),
    sendMailMerge: (id: string, key: string) => post<MailMerge>(`/mail-merges/${id}/send`, undefined, key),
    cancelMailMerge: (id: string, key: string) => post<MailMerge>(`/mail-merges/${id}/cancel`, undefined, key),
  };
}

function ofVerifications({ below, get, post }: Asks) {
  return {
    verifications: (filters: VerificationFilters) => get<List<Verification>>('/verifications', filters),
    verification: (id: string) => get<Verification>(`/verifications/${encodeURIComponent(id)}`),
    verificationFigures: (period: FiguresFilters) => get<VerificationFigures>('/verifications/figures', period),
    attempts: (id: string) => get<List<VerificationAttempt>>(`/verifications/${encodeURIComponent(id)}/attempts`),
    evidence: (of: 'letters' | 'verifications', id: string, type: FileType) =>
      download(below(`/${of}/${encodeURIComponent(id)}/evidence`), type),
    createVerification: (order: VerificationOrder, key: string) => post<Verification>('/verifications', order, key),
    quoteVerification: (order: VerificationOrder, signal?: AbortSignal) =>
      request<VerificationQuote>('POST', below('/verifications/quote'), { body: order, signal }),
    cancelVerification: (id: string, key: string) => post<Verification>(`/verifications/${id}/cancel`, undefined, key),
  };
}

function ofMoney({ below, get }: Asks) {
  return {
    balance: () => get<Balance>('/balance'),
    pix: (amount: number | null) => get<Pix>('/balance/pix', amount === null ? {} : { amount }),
    warnBelow: (limit: number | null) =>
      request<unknown>('PATCH', below('/balance/warning'), { body: { below: limit } }),
    transactions: (filters: TransactionFilters) => get<List<BalanceTransaction>>('/balance/transactions', filters),
    events: (filters: EventFilters) => get<List<ServiceEvent>>('/events', filters),
  };
}

function ofDevelopers({ below, get, post }: Asks) {
  return {
    apiKeys: () => get<List<ApiKey>>('/api-keys'),
    createApiKey: (order: ApiKeyOrder, key: string) => post<WithSecret<ApiKey>>('/api-keys', order, key),
    editApiKey: (id: string, changes: ApiKeyChanges) =>
      request<ApiKey>('PATCH', below(`/api-keys/${id}`), { body: changes }),
    revokeApiKey: (id: string) => request<ApiKey>('DELETE', below(`/api-keys/${id}`)),

    requests: (filters: ApiRequestFilters) => get<List<ApiRequest>>('/requests', filters),
    request: (id: string) => get<ApiRequest>(`/requests/${encodeURIComponent(id)}`),

    webhookEndpoints: () => get<List<WebhookEndpoint>>('/webhook-endpoints'),
    webhookEndpoint: (id: string) => get<WebhookEndpoint>(`/webhook-endpoints/${encodeURIComponent(id)}`),
    createWebhookEndpoint: (endpoint: Pick<WebhookEndpoint, 'url' | 'events'>, key: string) =>
      post<WithSecret<WebhookEndpoint>>('/webhook-endpoints', endpoint, key),
    changeWebhookEndpoint: (id: string, changes: Partial<Pick<WebhookEndpoint, 'url' | 'events' | 'state'>>) =>
      request<WebhookEndpoint>('PATCH', below(`/webhook-endpoints/${id}`), { body: changes }),
    removeWebhookEndpoint: (id: string) => request<unknown>('DELETE', below(`/webhook-endpoints/${id}`)),
    rotateSecret: (id: string, overlapHours: number, key: string) =>
      post<WithSecret<WebhookEndpoint>>(`/webhook-endpoints/${id}/rotate-secret`, { overlap_hours: overlapHours }, key),
    testWebhook: (id: string) => post<WebhookTest>(`/webhook-endpoints/${id}/test`),
    sendDeliveryAgain: (id: string, key: string) =>
      post<WebhookDelivery>(`/webhook-deliveries/${id}/send-again`, undefined, key),
    sendFailedAgain: (id: string, since: string, key: string) =>
      post<WebhookSending>(`/webhook-endpoints/${id}/send-failed`, { since }, key),
    webhookDelivery: (id: string) => get<WebhookDeliveryWithBody>(`/webhook-deliveries/${encodeURIComponent(id)}`),
    webhookDeliveries: (filters: DeliveryFilters) => get<List<WebhookDelivery>>('/webhook-deliveries', filters),
  };
}

function ofPeople({ below, get, post }: Asks) {
  return {
    people: () => get<List<Person>>('/people'),
    invite: (person: PersonOrder, key: string) => post<Person>('/people', person, key),
    inviteAgain: (id: string, key: string) => post<Person>(`/people/${id}/invite`, undefined, key),
    changeRole: (id: string, role: Role, revoke: readonly string[]) =>
      request<Person>('PATCH', below(`/people/${id}`), { body: { role, ...(revoke.length > 0 && { revoke }) } }),
    removePerson: (id: string, revoke: readonly string[]) =>
      request<unknown>('DELETE', below(`/people/${id}`), { query: { revoke: revoke.join(',') } }),
    activity: (filters: ActivityFilters) => get<List<Activity>>('/activity', filters),

    erase: (mailingId: string, key: string) => post<unknown>('/erasures', { mailing_id: mailingId }, key),
  };
}
