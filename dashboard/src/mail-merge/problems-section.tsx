import type { Cells } from '@malote/spreadsheet/cells.ts';
import { Button } from '@mantine/core';
import { csvFile, csvText } from '../parts/csv.ts';
import { Icon } from '../parts/icons.tsx';
import { Sheet } from '../parts/page.tsx';
import parts from '../parts/parts.module.css';
import { Rows } from '../parts/rows.tsx';
import { saveFile } from '../parts/save-file.ts';
import { MOST_SHOWN } from './setup.ts';
import { useMailMergeLanguage } from './texts.ts';

interface Props {
  title: string;
  cells: Cells;
  rows: readonly { row: number; message: string }[];
  /** The column of the recipient's name. */
  nameColumn: string;
}

/** Rows that cannot become letters, or that may not print as intended, with the reasons. */
export function ProblemsSection({ title, cells, rows, nameColumn }: Props) {
  const { t } = useMailMergeLanguage();
  const nameAt = cells.columns.indexOf(nameColumn);
  const lineOf = (row: number) => cells.rows[row]!.line;
  const nameOf = (row: number) => cells.rows[row]!.values[nameAt] ?? '';
  // With the row itself, so that it can be corrected there and used as a spreadsheet of its own.
  const csv = () =>
    csvFile(
      [t.mailMerge.line, t.mailMerge.problem, ...cells.columns],
      rows.map(({ row, message }) => [
        String(lineOf(row)),
        csvText(message),
        ...cells.columns.map((_, column) => csvText(cells.rows[row]!.values[column] ?? '')),
      ]),
    );
  return (
    <Sheet title={title} flush>
      <Rows
        caption={title}
        items={rows.slice(0, MOST_SHOWN)}
        id={({ row }) => String(row)}
        columns={[
          { label: t.mailMerge.line, named: true, cell: ({ row }) => lineOf(row) },
          { label: t.address.name, long: true, cell: ({ row }) => nameOf(row) },
          { label: t.mailMerge.problem, long: true, cell: ({ message }) => message },
        ]}
      />
      <div className={parts.actions} style={{ padding: '1rem' }}>
        <Button
          variant="default"
          leftSection={<Icon name="download" size={18} />}
          onClick={() => saveFile(csv(), 'csv', t.mailMerge.problemsFile)}
        >
          {t.mailMerge.problems}
        </Button>
        {rows.length > MOST_SHOWN && <span>{t.mailMerge.firstShown(MOST_SHOWN)}</span>}
      </div>
    </Sheet>
  );
}
