import { TextInput } from '@mantine/core';
import { type LinkProps, useNavigate } from '@tanstack/react-router';
import { dayAfter, startOfDay } from '../language/formats.ts';
import { useLanguage } from '../language/language.tsx';
import type { ListSearch } from '../routes.tsx';
import style from './parts.module.css';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
type Period = Pick<ListSearch, 'from' | 'until'>;

/** Whole days of Brasília as the API's bounds: from the first instant of one to the last of the other. */
export function periodQuery({ from, until }: Period): { created_after?: string; created_before?: string } {
  return {
    ...(from !== undefined && DAY.test(from) ? { created_after: startOfDay(from) } : {}),
    ...(until !== undefined && DAY.test(until) ? { created_before: startOfDay(dayAfter(until)) } : {}),
  };
}

interface Props {
  search: Period;
  link: (period: Period) => LinkProps;
}

export function PeriodFilter({ search, link }: Props) {
  const { t } = useLanguage();
  const navigate = useNavigate();
  const choose = (period: Period) => void navigate(link(period) as Parameters<typeof navigate>[0]);
  return (
    <div className={style.period}>
      <TextInput
        type="date"
        label={t.lists.from}
        value={search.from ?? ''}
        max={search.until}
        onChange={({ currentTarget: { value } }) => choose({ ...search, from: value === '' ? undefined : value })}
      />
      <TextInput
        type="date"
        label={t.lists.until}
        value={search.until ?? ''}
        min={search.from}
        onChange={({ currentTarget: { value } }) => choose({ ...search, until: value === '' ? undefined : value })}
      />
    </div>
  );
}
