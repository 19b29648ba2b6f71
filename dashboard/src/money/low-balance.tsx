import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Account } from '../api/objects.ts';
import { accountQuery } from '../api/queries.ts';
import { useLanguage } from '../language/language.tsx';
import { Sheet } from '../parts/page.tsx';
import parts from '../parts/parts.module.css';
import { Failure } from '../parts/states.tsx';
import { useAccount } from '../session/session.tsx';
import style from './money.module.css';
import { centavosOf } from './typed-money.ts';

/** The balance below which the owners get a mail. */
export function LowBalance({ account }: { account: Account }) {
  const { t, format } = useLanguage();
  const { accountId, api, may } = useAccount();
  const client = useQueryClient();
  const { warn_below: limit } = account;
  const [text, setText] = useState('');
  const [unreadable, setUnreadable] = useState(false);
  const setting = useMutation({
    mutationFn: (below: number | null) => api.warnBelow(below),
    onSuccess: async () => {
      setText('');
      await client.invalidateQueries(accountQuery(accountId));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const below = centavosOf(text);
    setUnreadable(!below);
    if (below) setting.mutate(below);
  };
  return (
    <Sheet title={t.money.warning}>
      <p role="status" className={parts.intro}>
        {limit === null ? t.money.noWarning : t.money.warnsBelow(format.money(limit))}
      </p>
      {may('own') ? (
        <form onSubmit={submit} className={style.warning}>
          <TextInput
            label={t.money.warnWhen}
            placeholder={format.money(50_000)}
            inputMode="decimal"
            autoComplete="off"
            value={text}
            error={unreadable ? t.money.unreadable : undefined}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <div className={style.acts}>
            <Button type="submit" variant="default" loading={setting.isPending && setting.variables !== null}>
              {t.money.warn}
            </Button>
            {limit !== null && (
              <Button
                variant="subtle"
                loading={setting.isPending && setting.variables === null}
                onClick={() => setting.mutate(null)}
              >
                {t.money.warnNoMore}
              </Button>
            )}
          </div>
          {setting.error && <Failure error={setting.error} />}
        </form>
      ) : (
        <p className={parts.plain}>{t.roles.cannotOwn}</p>
      )}
    </Sheet>
  );
}
