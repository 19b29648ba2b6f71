import { Alert, Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import parts from '../parts/parts.module.css';
import { Rows } from '../parts/rows.tsx';
import { Failure } from '../parts/states.tsx';
import style from './mail-merge.module.css';
import type { Setup } from './setup.ts';
import { addressParts, withAddressColumns } from './split-address.ts';
import { useMailMergeLanguage } from './texts.ts';
import { type SplitColumn, useAddressSplit } from './use-address-split.ts';

/** Rows shown before a person accepts what was made of a column. */
const SHOWN = 6;

interface Props {
  setup: Setup;
  change: (setup: Setup) => void;
}

/** One column with street, number and more: it is split, shown, and used once a person says so. */
export function AddressSplit({ setup, change }: Props) {
  const { t } = useMailMergeLanguage();
  const { columns } = setup.cells!;
  const [chosen, setChosen] = useState<string>();
  const { split, start, drop, share, error } = useAddressSplit(setup);
  const column = chosen ?? (setup.matches.street || undefined) ?? '';
  if (setup.matches.number) return null;
  if (split) return <Proposal split={split} change={change} drop={drop} />;
  return (
    <Alert variant="light" mt="md" title={t.mailMerge.split.title}>
      <p className={parts.plain}>{t.mailMerge.split.lead}</p>
      <div className={style.tools}>
        <NativeSelect
          label={t.mailMerge.split.column}
          value={column}
          data={[{ value: '', label: t.mailMerge.noColumn }, ...columns]}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        />
        <Button variant="default" disabled={column === ''} loading={share !== null} onClick={() => start(column)}>
          {t.mailMerge.split.start}
        </Button>
      </div>
      {share !== null && <progress value={share} aria-label={t.mailMerge.split.working} className={style.progress} />}
      {error && <Failure error={error} />}
    </Alert>
  );
}

interface ProposalProps {
  split: SplitColumn;
  change: Props['change'];
  drop: () => void;
}

/** The first addresses with their parts, those that could not be split before the others. */
function Proposal({ split: { setup, column, rows }, change, drop }: ProposalProps) {
  const { t, format } = useMailMergeLanguage();
  const cells = setup.cells!;
  const at = cells.columns.indexOf(column);
  const all = rows.map((found, index) => ({ row: cells.rows[index]!, found }));
  const open = all.filter(({ found }) => !found);
  const shown = [...open, ...all.filter(({ found }) => found)].slice(0, SHOWN);
  const used = addressParts.filter((part) => rows.some((found) => found && found[part] !== ''));
  const title = t.mailMerge.split.done(rows.length - open.length, rows.length);
  return (
    <section className={style.split}>
      <h3 className={style.splitTitle} tabIndex={-1} ref={(heading) => heading?.focus()}>
        {title}
      </h3>
      {open.length > 0 && <p className={parts.plain}>{t.mailMerge.split.open(open.length)}</p>}
      <div className={style.wide} role="region" aria-label={title} tabIndex={0}>
        <Rows
          caption={title}
          items={shown}
          id={({ row }) => String(row.line)}
          columns={[
            { label: t.mailMerge.line, named: true, cell: ({ row }) => format.number(row.line) },
            { label: column, long: true, named: true, cell: ({ row }) => row.values[at] ?? '' },
            ...used.map((part) => ({
              label: t.address[part],
              named: true,
              long: true,
              cell: ({ found }: (typeof shown)[number]) => found?.[part] || '–',
            })),
          ]}
        />
      </div>
      <div className={parts.actions}>
        <Button
          onClick={() =>
            change({
              ...setup,
              ...withAddressColumns({ cells, matches: setup.matches }, column, rows, (part) =>
                t.address[part].toLowerCase(),
              ),
            })
          }
        >
          {t.mailMerge.split.use}
        </Button>
        <Button variant="default" onClick={drop}>
          {t.mailMerge.split.leave}
        </Button>
      </div>
    </section>
  );
}
