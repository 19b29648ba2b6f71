import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '../parts/icons.tsx';
import style from './mail-merge.module.css';
import { useMailMergeLanguage } from './texts.ts';

interface ChoiceProps {
  chosen: boolean;
  choose: () => void;
  children: ReactNode;
}

/** One of the views of a table. */
export function Choice({ chosen, choose, children }: ChoiceProps) {
  return (
    <Button size="compact-md" variant="default" aria-pressed={chosen} onClick={choose}>
      {children}
    </Button>
  );
}

interface PagesProps {
  current: number;
  last: number;
  go: (page: number) => void;
}

/** The pages of a table that the browser has whole. */
export function Pages({ current, last, go }: PagesProps) {
  const { t, format } = useMailMergeLanguage();
  return (
    <nav className={style.steps} aria-label={t.lists.pages}>
      <Button size="compact-md" variant="default" disabled={current === 0} onClick={() => go(current - 1)}>
        <Icon name="left" size={16} />
        {t.mailMerge.table.before}
      </Button>
      <span role="status">{t.mailMerge.table.page(format.number(current + 1), format.number(last + 1))}</span>
      <Button size="compact-md" variant="default" disabled={current === last} onClick={() => go(current + 1)}>
        {t.mailMerge.table.next}
        <Icon name="right" size={16} />
      </Button>
    </nav>
  );
}
