import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { accountApi } from '../api/account-api.ts';
import type { BalanceTransaction } from '../api/objects.ts';
import { periodQuery, statementFilters } from '../api/queries.ts';
import type { StatementSearch } from '../api/search.ts';
import { brasiliaDate } from '../language/formats.ts';
import { useLanguage } from '../language/language.tsx';
import { DownloadButtons, type TableFile } from '../parts/download-buttons.tsx';
import { everyMailing } from '../parts/mailing-file.ts';
import { Sheet } from '../parts/page.tsx';
import parts from '../parts/parts.module.css';
import { Rows } from '../parts/rows.tsx';
import { saveBlob, saveFile } from '../parts/save-file.ts';
import { Ready } from '../parts/states.tsx';
import { useAccount } from '../session/session.tsx';
import style from './money.module.css';
import {
  costsBy,
  metadataKeys,
  type Month,
  monthsOf,
  type Paid,
  personBehind,
  statementCsv,
  statementWorkbook,
} from './statement-file.ts';

const DAY_MS = 86_400_000;
/** A letter is charged at most 180 days after it was created (rule LTR-4), and refunded some days later. */
const EARLIER_MS = 210 * DAY_MS;

/** Every movement of a statement, with the mailings that they paid for and the people behind them. */
async function statementOf(api: ReturnType<typeof accountApi>, search: StatementSearch) {
  const { created_after, created_before } = periodQuery(search);
  const created = {
    ...(created_after && { created_after: new Date(Date.parse(created_after) - EARLIER_MS).toISOString() }),
    ...(created_before && { created_before }),
  };
  const [transactions, letters, verifications, activity] = await Promise.all([
    everyMailing((page) => api.transactions({ ...statementFilters(search), ...page })),
    everyMailing((page) => api.letters({ ...created, ...page })),
    everyMailing((page) => api.verifications({ ...created, ...page })),
    everyMailing((page) => api.activity({ ...created, ...page })),
  ]);
  const mailings = new Map<string, Paid>([...letters, ...verifications].map((mailing) => [mailing.id, mailing]));
  return { transactions, mailings, activity, keys: metadataKeys(mailings) };
}

/** Totals by month and by what the account calls its costs, and the statement as files. */
export default function StatementTotals({ search }: { search: StatementSearch }) {
  const { t } = useLanguage();
  const { accountId, api } = useAccount();
  const statement = useQuery({
    queryKey: [accountId, 'statement', statementFilters(search)],
    queryFn: () => statementOf(api, search),
  });
  return (
    <Sheet title={t.money.totals} flush>
      <Ready query={statement}>
        {(found) => (
          <>
            <Months months={monthsOf(found.transactions)} />
            {found.keys.length > 0 && <CostsBy statement={found} />}
            <Files statement={found} />
            <Print statement={found} />
          </>
        )}
      </Ready>
    </Sheet>
  );
}

type Statement = Awaited<ReturnType<typeof statementOf>>;

function Months({ months }: { months: readonly Month[] }) {
  const { t, format } = useLanguage();
  // Subtracted from zero, since -0 would be written as a debit: -R$ 0,00.
  const money = (label: string, value: (month: Month) => number) => ({
    label,
    align: 'right' as const,
    named: true,
    cell: (month: Month) => format.money(value(month)),
  });
  return (
    <Rows
      caption={t.money.byMonth}
      items={months}
      id={({ month }) => month}
      columns={[
        { label: t.money.month, cell: ({ month }) => `${format.month(`${month}-15T12:00:00Z`)} ${month.slice(0, 4)}` },
        money(t.money.lettersCost, ({ letters }) => 0 - letters),
        money(t.money.verificationsCost, ({ verifications }) => 0 - verifications),
        money(t.money.refunds, ({ refunds }) => refunds),
        money(t.money.spent, ({ letters, verifications, refunds }) => 0 - (letters + verifications + refunds)),
        money(t.money.paidIn, ({ paidIn }) => paidIn),
      ]}
    />
  );
}

/** The key of the metadata that the person chose last, in this browser. */
const chosenKey = (accountId: string) => `malote-cost-key ${accountId}`;

function CostsBy({ statement }: { statement: Statement }) {
  const { t, format } = useLanguage();
  const { accountId } = useAccount();
  const { keys } = statement;
  const [stored, setStored] = useState(() => localStorage.getItem(chosenKey(accountId)));
  const key = keys.find((each) => each === stored) ?? keys[0]!;
  return (
    <>
      <NativeSelect
        className={parts.costKey}
        label={t.money.costsBy}
        value={key}
        data={keys}
        onChange={({ currentTarget }) => {
          localStorage.setItem(chosenKey(accountId), currentTarget.value);
          setStored(currentTarget.value);
        }}
      />
      <Rows
        caption={`${t.money.costsBy}: ${key}`}
        items={costsBy(key, statement)}
        id={([value]) => value}
        columns={[
          { label: key, long: true, cell: ([value]) => value || t.money.withoutKey },
          { label: t.money.spent, align: 'right', named: true, cell: ([, cost]) => format.money(cost) },
        ]}
      />
    </>
  );
}

function Files({ statement }: { statement: Statement }) {
  const { t, format } = useLanguage();
  const save = async (type: TableFile) => {
    const { fileName, columns, types, statement: sheet } = t.money;
    const name = `${fileName}-${brasiliaDate()}.${type}`;
    const words = { sheet, columns, types, instant: format.exactInstant };
    if (type === 'csv') saveFile(statementCsv(statement, words), type, name);
    else saveBlob(await statementWorkbook(statement, words), name);
    return statement.transactions.length;
  };
  return <DownloadButtons save={save} saved={t.money.exported} />;
}

/** Prints all movements; they are drawn only for that, since there may be thousands. */
function Print({ statement }: { statement: Statement }) {
  const { t } = useLanguage();
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    if (!printing) return undefined;
    const done = () => setPrinting(false);
    window.addEventListener('afterprint', done);
    window.print();
    return () => window.removeEventListener('afterprint', done);
  }, [printing]);
  return (
    <>
      <div className={parts.export}>
        <Button size="compact-md" variant="subtle" onClick={() => setPrinting(true)}>
          {t.money.print}
        </Button>
      </div>
      {printing && <Whole statement={statement} />}
    </>
  );
}

function Whole({ statement }: { statement: Statement }) {
  const { t, format } = useLanguage();
  const money = (label: string, value: (movement: BalanceTransaction) => number) => ({
    label,
    align: 'right' as const,
    named: true,
    cell: (movement: BalanceTransaction) => format.money(value(movement)),
  });
  return (
    <div className={style.whole}>
      <h2 className={parts.sheetTitle}>{t.money.statement}</h2>
      <Rows
        caption={t.money.statement}
        items={statement.transactions}
        id={({ id }) => id}
        columns={[
          { label: t.money.when, cell: ({ created_at }) => format.instant(created_at) },
          {
            label: t.money.what,
            long: true,
            cell: (movement) => {
              const paid = statement.mailings.get(movement.source_id ?? '');
              const details = [movement.description, paid?.to.name, paid?.reference, personBehind(movement, statement)];
              return (
                <>
                  {t.money.types[movement.type] ?? movement.type}
                  <small>{details.filter(Boolean).join(' · ')}</small>
                </>
              );
            },
          },
          money(t.money.amount, ({ amount }) => amount),
          money(t.money.after, ({ balance_after }) => balance_after),
        ]}
      />
    </div>
  );
}
