import { Button } from '@mantine/core';
import { type Ref, useState } from 'react';
import { Sheet } from '../parts/page.tsx';
import { Rows } from '../parts/rows.tsx';
import { useWarningText } from '../parts/warnings.tsx';
import { useColumnName } from './columns-section.tsx';
import { type JudgedRows } from './judged-rows.ts';
import { type Line, type LineFilter, lineFilters, linesBy, shownTargets, tableLines } from './lines.ts';
import style from './mail-merge.module.css';
import { RowCell } from './row-cell.tsx';
import { RowFiles } from './row-files.tsx';
import { editedCells, type Setup, withEdits } from './setup.ts';
import { Choice, Pages } from './table-controls.tsx';
import { useMailMergeLanguage } from './texts.ts';

/** Lines of a page of the table. */
const PAGE_LINES = 25;

interface Props {
  setup: Setup;
  /** What the check has found so far; null before it. */
  judged: JudgedRows | null;
  change: (next: (setup: Setup) => Setup) => void;
  /** Its heading, which takes the focus when a check has found problems. */
  heading: Ref<HTMLDivElement>;
}

/** The rows of the spreadsheet as letters take them, each problem in its cell, where it is corrected. */
export function RowsSection({ setup, judged, change, heading }: Props) {
  const { t } = useMailMergeLanguage();
  const cells = editedCells(setup)!;
  const lines = tableLines(setup, cells, judged);
  const [chosen, setChosen] = useState<LineFilter>('all');
  const [page, setPage] = useState(0);
  // Corrected rows stay where they are until a person asks for the list again.
  const [kept, setKept] = useState<{ cells: Setup['cells']; lines: ReadonlySet<number> }>();
  const counts = lineFilters.map((filter) => [filter, linesBy(lines, filter).length] as const);
  const isKept = kept?.cells === setup.cells;
  const filter = isKept ? chosen : 'all';
  const found = filter === 'all' ? lines : lines.filter(({ index }) => kept!.lines.has(index));
  const last = Math.max(0, Math.ceil(found.length / PAGE_LINES) - 1);
  const current = Math.min(page, last);
  const show = (next: LineFilter) => {
    setChosen(next);
    setPage(0);
    setKept({ cells: setup.cells, lines: new Set(linesBy(lines, next).map(({ index }) => index)) });
  };
  return (
    <div ref={heading} tabIndex={-1}>
      <Sheet title={t.mailMerge.table.title} flush>
        <div className={style.filters} role="group" aria-label={t.mailMerge.table.filter}>
          {counts.map(
            ([each, count]) =>
              (each === 'all' || count > 0 || each === filter) && (
                <Choice key={each} chosen={each === filter} choose={() => show(each)}>
                  {t.mailMerge.table.filters[each](count)}
                </Choice>
              ),
          )}
        </div>
        <LinesTable
          setup={setup}
          lines={found.slice(current * PAGE_LINES, (current + 1) * PAGE_LINES)}
          all={lines}
          change={change}
        />
        <div className={style.foot}>
          <RowFiles setup={setup} cells={cells} lines={lines} />
          {last > 0 && <Pages current={current} last={last} go={setPage} />}
        </div>
      </Sheet>
    </div>
  );
}

interface TableProps {
  setup: Setup;
  /** The lines of this page. */
  lines: readonly Line[];
  all: readonly Line[];
  change: Props['change'];
}

function LinesTable({ setup, lines, all, change }: TableProps) {
  const { t, format } = useMailMergeLanguage();
  const nameOf = useColumnName(setup.matches);
  const warningText = useWarningText();
  const [editing, setEditing] = useState<number>();
  const set = (line: number, target: string, text: string | undefined) =>
    change((now) => withEdits(now, line, { [target]: text }));
  return (
    <div className={style.wide} role="region" aria-label={t.mailMerge.table.title} tabIndex={0}>
      <Rows
        caption={t.mailMerge.table.title}
        items={lines}
        id={({ line }) => String(line)}
        columns={[
          { label: t.mailMerge.line, named: true, cell: ({ line }) => format.number(line) },
          ...shownTargets(setup, all).map((target) => ({
            label: nameOf(target),
            named: true,
            cell: (line: Line) => (
              <RowCell
                line={line}
                target={target}
                label={`${nameOf(target)}, ${t.mailMerge.line.toLowerCase()} ${format.number(line.line)}`}
                isEdited={editing === line.line}
                set={(text) => set(line.line, target, text)}
              />
            ),
          })),
          {
            label: t.mailMerge.table.notes,
            whole: true,
            cell: ({ line, texts, flaws, warnings, isCorrected, isMisfit: misfit }) => (
              <>
                {flaws
                  .filter(({ target }) => target === undefined)
                  .map(({ text }) => (
                    <span key={text} className={style.flaw}>
                      {text}
                    </span>
                  ))}
                {warnings.map((warning) => (
                  <span key={JSON.stringify(warning)} className={style.note}>
                    {warningText(warning)}
                  </span>
                ))}
                {misfit && (
                  <Button
                    size="compact-md"
                    variant="default"
                    onClick={() => change((now) => withEdits(now, line, used(texts, now)))}
                  >
                    {t.mailMerge.table.cellsFit}
                  </Button>
                )}
                {isCorrected && <span className={style.note}>{t.mailMerge.table.corrected}</span>}
              </>
            ),
          },
          {
            label: t.mailMerge.table.change,
            cell: ({ line }) => (
              <Button
                size="compact-md"
                variant="subtle"
                aria-pressed={editing === line}
                aria-label={t.mailMerge.table.editRow(format.number(line))}
                onClick={() => setEditing(editing === line ? undefined : line)}
              >
                {editing === line ? t.mailMerge.table.ready : t.mailMerge.table.edit}
              </Button>
            ),
          },
        ]}
      />
    </div>
  );
}

/** The texts that a letter takes from its row, which a person has read and found right. */
const used = (texts: Line['texts'], { matches }: Setup) =>
  Object.fromEntries(Object.entries(texts).filter(([target]) => matches[target]));
