import { TextInput } from '@mantine/core';
import { type LinkProps, useNavigate } from '@tanstack/react-router';
import type { ListSearch } from '../api/search.ts';
import { useLanguage } from '../language/language.tsx';
import style from './parts.module.css';

type Period = Pick<ListSearch, 'from' | 'until'>;

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
