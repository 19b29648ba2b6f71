import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { Account, BalanceTransaction } from '../api/objects.ts';
import { accountQuery, balanceQuery, pixQuery, statementQuery } from '../api/queries.ts';
import { serviceTime } from '../api/request.ts';
import { loaded } from '../api/script.ts';
import type { StatementSearch } from '../api/search.ts';
import { useLanguage } from '../language/language.tsx';
import { Icon } from '../parts/icons.tsx';
import { ObjectLink } from '../parts/mailing.tsx';
import { Page, Sheet } from '../parts/page.tsx';
import parts from '../parts/parts.module.css';
import { PeriodFilter } from '../parts/period.tsx';
import { Filter, Pager, Rows } from '../parts/rows.tsx';
import { Empty, Loading, Ready } from '../parts/states.tsx';
import { useInSlices } from '../parts/use-in-slices.ts';
import { LIST_LIVE_MS } from '../parts/use-live.ts';
import { useAccount } from '../session/session.tsx';
import { LowBalance } from './low-balance.tsx';
import style from './money.module.css';
import { Pay } from './pay.tsx';
import { paidQuery, usePeopleBehind } from './people-behind.ts';
import { prices } from './price-table.ts';

const StatementTotals = lazy(() => loaded(import('./statement-totals.tsx')));

const types: readonly BalanceTransaction['type'][] = [
  'top_up',
  'letter',
  'letter_batch',
  'verification',
  'refund',
  'credit',
  'adjustment',
];

export function BalancePage() {
  const { t, format } = useLanguage();
  const { accountId } = useAccount();
  const search = useSearch({ from: '/$accountId/balance' });
  const balance = useQuery(balanceQuery(accountId));
  const account = useQuery(accountQuery(accountId));
  const pix = useQuery(pixQuery(accountId, null));
  const statement = useQuery({ ...statementQuery(accountId, search), refetchInterval: LIST_LIVE_MS });
  const rows = useInSlices(statement.data);
  // Loaded together, so that the layout does not shift.
  const loads = useInSlices(account.isPending || pix.isPending || balance.isPending);
  const link = (next: StatementSearch) => ({ to: '/$accountId/balance', params: { accountId }, search: next }) as const;
  const filtered = Object.keys(search).length > 0;

  if (loads) {
    return (
      <Page title={t.nav.balance}>
        <Loading />
      </Page>
    );
  }

  return (
    <Page title={t.nav.balance}>
      {account.data && <Letterhead account={account.data} search={search} />}
      <div className={style.top}>
        <Sheet title={t.money.balance}>
          <Ready query={balance} rows={2}>
            {({ amount }) => <p className={style.amount}>{format.money(amount)}</p>}
          </Ready>
        </Sheet>
        <Prices />
      </div>
      <Pay />
      {account.data && <LowBalance account={account.data} />}
      <div className={parts.tools}>
        <PeriodFilter search={search} link={(period) => link({ ...search, ...period, cursor: undefined })} />
      </div>
      <Totals search={search} />
      <Filter
        label={t.money.byType}
        all={t.lists.everything}
        values={types}
        names={t.money.types}
        chosen={search.type}
        link={(type) => link({ ...search, type, cursor: undefined })}
      />
      <div className={style.listed}>
        <Sheet title={t.money.statement} flush>
          <Ready query={{ ...statement, data: rows }}>
            {({ data, next_cursor }) =>
              data.length === 0 ? (
                <Empty
                  icon="wallet"
                  title={filtered ? t.lists.nothingTitle : t.money.emptyTitle}
                  action={filtered && <Link {...link({})}>{t.lists.clear}</Link>}
                >
                  {filtered ? undefined : t.money.empty}
                </Empty>
              ) : (
                <>
                  <Transactions items={data} />
                  <Pager cursor={search.cursor} next={next_cursor} link={(cursor) => link({ ...search, cursor })} />
                </>
              )
            }
          </Ready>
        </Sheet>
      </div>
    </Page>
  );
}

/** Whose statement it is and of which days, on paper. */
function Letterhead({ account, search }: { account: Account; search: StatementSearch }) {
  const { t, format } = useLanguage();
  const day = (date: string | undefined) => date && format.calendar(date);
  return (
    <div className={style.letterhead}>
      <b>{account.legal_name}</b>
      <span>CNPJ {account.cnpj}</span>
      <span>{t.money.period(day(search.from), day(search.until))}</span>
      {search.type && <span>{t.money.onlyOf(t.money.types[search.type])}</span>}
      <span>{t.money.printedOn(format.instant(new Date(serviceTime()).toISOString()))}</span>
    </div>
  );
}

/** The parts that read the whole statement load once somebody wants them. */
function Totals({ search }: { search: StatementSearch }) {
  const { t } = useLanguage();
  const [wanted, setWanted] = useState(false);
  if (wanted) {
    return (
      <Suspense fallback={<Loading />}>
        <StatementTotals search={search} />
      </Suspense>
    );
  }
  return (
    <div className={parts.actions}>
      <Button variant="default" leftSection={<Icon name="download" size={18} />} onClick={() => setWanted(true)}>
        {t.money.export}
      </Button>
    </div>
  );
}

/** What moved the money, for whom and by whom. */
function Movement({ transaction, person }: { transaction: BalanceTransaction; person: string | undefined }) {
  const { t } = useLanguage();
  const { accountId } = useAccount();
  const { type, source_id, description } = transaction;
  return (
    <>
      <b>{t.money.types[type] ?? type}</b>
      {description && <small>{description}</small>}
      {source_id && <PaidFor id={source_id} />}
      {person !== undefined && (
        <small>{type === 'refund' ? t.money.canceledBy(person) : t.money.orderedBy(person)}</small>
      )}
      {source_id && (
        <small>
          <ObjectLink accountId={accountId} id={source_id} />
        </small>
      )}
    </>
  );
}

/** Whom a movement paid a mailing to. */
function PaidFor({ id }: { id: string }) {
  const { accountId } = useAccount();
  const { data } = useQuery(paidQuery(accountId, id));
  return data ? <small>{[data.to.name, data.reference].filter((text) => text !== null).join(' · ')}</small> : null;
}

/** Prices of the account's plan. */
function Prices() {
  const { t, format } = useLanguage();
  const { accountId } = useAccount();
  const account = useQuery(accountQuery(accountId));
  const planPrices = account.data && prices[account.data.plan];
  return (
    <Sheet title={account.data ? t.money.prices(t.money.plans[account.data.plan]) : t.money.pricesOf}>
      <Ready query={account} rows={3}>
        {() =>
          planPrices && (
            <table className={parts.price}>
              <caption className={parts.hidden}>{t.money.pricesOf}</caption>
              <tbody>
                {(Object.keys(planPrices) as (keyof typeof planPrices)[]).map((type) => (
                  <tr key={type}>
                    <th scope="row">{t.price.items[type]}</th>
                    <td>{format.money(planPrices[type])}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }
      </Ready>
    </Sheet>
  );
}

function Transactions({ items }: { items: readonly BalanceTransaction[] }) {
  const { t, format } = useLanguage();
  const { accountId } = useAccount();
  const people = usePeopleBehind(accountId, items);
  return (
    <Rows<BalanceTransaction>
      caption={t.money.statement}
      items={items}
      id={({ id }) => id}
      columns={[
        {
          label: t.money.what,
          long: true,
          cell: (transaction) => <Movement transaction={transaction} person={people?.get(transaction.id)} />,
        },
        {
          label: t.money.amount,
          align: 'right',
          cell: ({ amount }) => (
            <span className={style.moved} data-in={amount > 0 || undefined}>
              {amount > 0 ? '+' : ''}
              {format.money(amount)}
            </span>
          ),
        },
        {
          label: t.money.when,
          cell: ({ created_at }) => <time dateTime={created_at}>{format.instant(created_at)}</time>,
        },
        {
          label: t.money.after,
          named: true,
          align: 'right',
          cell: ({ balance_after }) => format.money(balance_after),
        },
      ]}
    />
  );
}
