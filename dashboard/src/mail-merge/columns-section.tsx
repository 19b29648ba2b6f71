import type { Cells } from '@malote/spreadsheet/cells.ts';
import { fields } from '@malote/spreadsheet/headings.ts';
import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { Sheet } from '../parts/page.tsx';
import parts from '../parts/parts.module.css';
import { markerTarget, type Matches } from './columns.ts';
import { useMailMergeLanguage } from './texts.ts';

interface Props {
  cells: Cells;
  markers: readonly string[];
  matches: Matches;
  change: (matches: Matches) => void;
  /** Below the columns. */
  children: ReactNode;
}

/** Which column fills each field and marker. */
export function ColumnsSection({ cells, markers, matches, change, children }: Props) {
  const { t } = useMailMergeLanguage();
  const targetName = useTargetName();
  return (
    <Sheet title={t.mailMerge.columns}>
      <p className={parts.intro}>{t.mailMerge.columnsLead}</p>
      <div className={parts.fields}>
        {[...fields, ...markers.map(markerTarget)].map((target) => (
          <NativeSelect
            key={target}
            wrapperProps={{ 'data-span': '3' }}
            label={target === 'reference' ? t.letters.reference : targetName(target)}
            value={matches[target] ?? ''}
            data={[{ value: '', label: t.mailMerge.noColumn }, ...cells.columns]}
            onChange={({ currentTarget }) => change({ ...matches, [target]: currentTarget.value })}
          />
        ))}
      </div>
      {children}
    </Sheet>
  );
}

/** What people call a field; a marker has its own name. */
export function useTargetName() {
  const { t } = useMailMergeLanguage();
  return (target: string) => (target in t.address ? t.address[target as 'name'] : target);
}

/** The column of a field or marker, or what people call it. */
export function useColumnName(matches: Matches) {
  const targetName = useTargetName();
  return (target: string) => matches[target] || targetName(target);
}
