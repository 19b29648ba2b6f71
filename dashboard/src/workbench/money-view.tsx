import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { BalanceTransaction } from '../api/objects.ts';
import { useLanguage } from '../language/language.tsx';
import money from '../money/money.module.css';
import { centavosOf } from '../money/typed-money.ts';
import { Mark } from '../parts/mailing.tsx';
import { Page, Sheet } from '../parts/page.tsx';
import parts from '../parts/parts.module.css';
import { Rows } from '../parts/rows.tsx';
import { Empty, Failure, Ready } from '../parts/states.tsx';
import { useAction, useBench, useDesk, useWords } from './bench.tsx';
import { control } from './bench-api.ts';
import style from './workbench.module.css';

export function MoneyView() {
  const { t, format } = useLanguage();
  const words = useWords();
  const { desk } = useBench();
  const balance = useDesk('balance', (api) => api.balance());
  const transactions = useDesk('transactions', (api) => api.transactions());
  return (
    <Page title={words.views.money}>
      <div className={money.top}>
        <Sheet title={words.balance}>
          <Ready query={balance} rows={2}>
            {({ amount }) => <p className={money.amount}>{format.money(amount)}</p>}
          </Ready>
          {desk.mode === 'live' && <Credit />}
        </Sheet>
        {desk.mode === 'live' && <Standing />}
      </div>
      <Sheet title={words.statement} flush>
        <Ready query={transactions}>
          {({ data }) =>
            data.length === 0 ? (
              <Empty icon="wallet" title={words.nothing} />
            ) : (
              <Rows<BalanceTransaction>
                caption={words.statement}
                items={data}
                id={({ id }) => id}
                columns={[
                  {
                    label: words.what,
                    long: true,
                    cell: ({ type, description, source_id }) => (
                      <>
                        {t.money.types[type] ?? type}
                        {description && <small>{description}</small>}
                        {source_id && (
                          <small>
                            <code>{source_id}</code>
                          </small>
                        )}
                      </>
                    ),
                  },
                  { label: words.amount, align: 'right', cell: ({ amount }) => format.money(amount) },
                  { label: words.after, align: 'right', cell: ({ balance_after }) => format.money(balance_after) },
                  { label: words.when, cell: ({ created_at }) => format.exactInstant(created_at) },
                ]}
              />
            )
          }
        </Ready>
      </Sheet>
    </Page>
  );
}

function Credit() {
  const words = useWords();
  const { desk } = useBench();
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState(false);
  const credit = useAction((amount: number) => control.credit(desk.accountId, amount));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const amount = centavosOf(typed);
    setWrong(!amount);
    if (amount) credit.mutate(amount, { onSuccess: () => setTyped('') });
  };
  return (
    <form onSubmit={submit} className={style.until}>
      <TextInput
        label={words.creditAmount}
        inputMode="decimal"
        value={typed}
        error={wrong && words.amountWrong}
        onChange={({ currentTarget: { value } }) => setTyped(value)}
      />
      <Button type="submit" loading={credit.isPending}>
        {words.credit}
      </Button>
      {credit.error && <Failure error={credit.error} />}
    </form>
  );
}

/** Plan and status of the account, and the audit of all money. */
function Standing() {
  const { t } = useLanguage();
  const words = useWords();
  const { account } = useBench();
  const plan = useAction((chosen: string) => control.changePlan(account.id, chosen));
  const standing = useAction(() => control.suspend(account.id, !account.suspended));
  const audit = useAction(control.audit);
  const error = plan.error ?? standing.error ?? audit.error;
  return (
    <Sheet
      title={account.trade_name ?? account.legal_name}
      actions={account.suspended && <Mark tone="bad">{words.suspended}</Mark>}
    >
      <div className={style.until}>
        <NativeSelect
          label={words.plan}
          value={account.plan}
          onChange={({ currentTarget }) => plan.mutate(currentTarget.value)}
          data={Object.entries(t.money.plans).map(([value, label]) => ({ value, label }))}
        />
        <Button variant="default" disabled={standing.isPending} onClick={() => standing.mutate()}>
          {account.suspended ? words.reinstate : words.suspend}
        </Button>
        <Button variant="default" loading={audit.isPending} onClick={() => audit.mutate()}>
          {words.audit}
        </Button>
      </div>
      <p role="status" className={parts.small}>
        {audit.data && (audit.data.length === 0 ? words.auditGood : words.auditBad(audit.data.length))}
      </p>
      {audit.data !== undefined && audit.data.length > 0 && (
        <pre className={parts.code} tabIndex={0} aria-label={words.audit}>
          {JSON.stringify(audit.data, null, 2)}
        </pre>
      )}
      {error && <Failure error={error} />}
    </Sheet>
  );
}
