import { NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, type LinkProps, useNavigate, useSearch } from '@tanstack/react-router';
import { operations } from 'virtual:operations';
import type { ApiKey, ApiRequest } from '../api/objects.ts';
import { periodQuery } from '../api/queries.ts';
import type { RequestSearch } from '../api/search.ts';
import { useLanguage } from '../language/language.tsx';
import { Page, Sheet } from '../parts/page.tsx';
import parts from '../parts/parts.module.css';
import { PeriodFilter } from '../parts/period.tsx';
import { Filter, Pager, Rows } from '../parts/rows.tsx';
import { SearchBox } from '../parts/search-box.tsx';
import { Empty, Ready } from '../parts/states.tsx';
import { LIST_LIVE_MS } from '../parts/use-live.ts';
import { useAccount } from '../session/session.tsx';
import { Forbidden } from './forbidden.tsx';
import { KeyName, RequestMark } from './request-parts.tsx';

const PAGE_SIZE = 25;
const outcomes = ['2xx', '4xx', '5xx'] as const;

export function RequestsPage() {
  const { t } = useLanguage();
  const { may } = useAccount();
  return may('develop') ? <Requests /> : <Forbidden title={t.nav.requests} />;
}

function Requests() {
  const { t } = useLanguage();
  const { accountId, api } = useAccount();
  const search = useSearch({ from: '/$accountId/developers/requests' });
  const { outcome, operation, cursor } = search;
  const filters = {
    limit: PAGE_SIZE,
    outcome,
    operation,
    api_key_id: search.key,
    cursor,
    ...periodQuery(search),
  };
  const requests = useQuery({
    refetchInterval: LIST_LIVE_MS,
    queryKey: [accountId, 'requests', filters],
    queryFn: () => api.requests(filters),
    placeholderData: keepPreviousData,
  });
  const keys = useQuery({ queryKey: [accountId, 'api-keys'], queryFn: api.apiKeys });
  const link = (next: RequestSearch) =>
    ({ to: '/$accountId/developers/requests', params: { accountId }, search: next }) as const;
  const filtered = Object.keys(search).length > 0;
  return (
    <Page title={t.nav.requests} lead={t.requests.lead}>
      <div className={parts.tools}>
        <IdSearch />
        <Filter
          label={t.requests.outcome}
          values={outcomes}
          names={t.requests.outcomes}
          chosen={outcome}
          link={(chosen) => link({ ...search, outcome: chosen, cursor: undefined })}
        />
      </div>
      <Narrowing search={search} keys={keys.data?.data} link={link} />
      <Sheet flush={Boolean(requests.data?.data.length)}>
        <Ready query={requests}>
          {({ data, next_cursor }) => (
            <>
              {data.length === 0 ? (
                <Empty
                  icon="terminal"
                  title={
                    next_cursor !== null
                      ? t.requests.notYetTitle
                      : filtered
                        ? t.lists.nothingTitle
                        : t.requests.emptyTitle
                  }
                  action={filtered && <Link {...link({})}>{t.lists.clear}</Link>}
                >
                  {next_cursor !== null ? t.requests.notYet : filtered ? undefined : t.requests.empty}
                </Empty>
              ) : (
                <Found items={data} keys={keys.data?.data} />
              )}
              <Pager cursor={cursor} next={next_cursor} link={(to) => link({ ...search, cursor: to })} />
            </>
          )}
        </Ready>
      </Sheet>
    </Page>
  );
}

interface NarrowingProps {
  search: RequestSearch;
  keys: readonly ApiKey[] | undefined;
  /** The same list with another search. */
  link: (search: RequestSearch) => LinkProps;
}

function Narrowing({ search, keys = [], link }: NarrowingProps) {
  const { t } = useLanguage();
  const navigate = useNavigate();
  const choose = (part: RequestSearch) => void navigate(link({ ...search, ...part, cursor: undefined }));
  return (
    <div className={parts.narrowing}>
      <NativeSelect
        label={t.requests.operation}
        value={search.operation ?? ''}
        onChange={({ currentTarget: { value } }) => choose({ operation: value || undefined })}
        data={[
          { value: '', label: t.lists.all },
          ...Object.entries(operations).map(([value, label]) => ({ value, label })),
        ]}
      />
      <NativeSelect
        label={t.requests.key}
        value={search.key ?? ''}
        onChange={({ currentTarget: { value } }) => choose({ key: value || undefined })}
        data={[{ value: '', label: t.lists.all }, ...keys.map(({ id, name }) => ({ value: id, label: name ?? id }))]}
      />
      <PeriodFilter search={search} link={(period) => link({ ...search, ...period, cursor: undefined })} />
    </div>
  );
}

function Found({ items, keys }: { items: readonly ApiRequest[]; keys: readonly ApiKey[] | undefined }) {
  const { t, format } = useLanguage();
  const { accountId } = useAccount();
  return (
    <Rows<ApiRequest>
      caption={t.nav.requests}
      items={items}
      id={({ id }) => id}
      columns={[
        {
          label: t.requests.request,
          long: true,
          whole: true,
          cell: ({ id, method, path }) => (
            <>
              <Link to="/$accountId/developers/requests/$requestId" params={{ accountId, requestId: id }}>
                {method} {path}
              </Link>
              <small>{id}</small>
            </>
          ),
        },
        {
          label: t.requests.answer,
          long: true,
          cell: ({ status, error_code }) => (
            <>
              <RequestMark status={status} />
              {error_code && <small>{error_code}</small>}
            </>
          ),
        },
        {
          label: t.requests.key,
          long: true,
          cell: ({ api_key_id, mode }) => (
            <>
              <KeyName id={api_key_id} keys={keys} />
              {mode === 'test' && <small>{t.apiKeys.modes.test}</small>}
            </>
          ),
        },
        {
          label: t.requests.duration,
          align: 'right',
          wideOnly: true,
          cell: ({ duration_ms }) => t.requests.milliseconds(format.number(duration_ms)),
        },
        {
          label: t.money.when,
          cell: ({ created_at }) => <time dateTime={created_at}>{format.exactInstant(created_at)}</time>,
        },
      ]}
    />
  );
}

/** Opens a request by the id that its response contained. */
function IdSearch() {
  const { t } = useLanguage();
  const { accountId } = useAccount();
  const navigate = useNavigate();
  const look = (requestId: string) => {
    if (requestId !== '')
      void navigate({ to: '/$accountId/developers/requests/$requestId', params: { accountId, requestId } });
  };
  return <SearchBox label={t.requests.search} look={look} />;
}
