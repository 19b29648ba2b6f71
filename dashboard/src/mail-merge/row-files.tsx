import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Icon } from '../parts/icons.tsx';
import parts from '../parts/parts.module.css';
import { saveFile } from '../parts/save-file.ts';
import { Failure } from '../parts/states.tsx';
import type { EditedCells } from './columns.ts';
import { useColumnName } from './columns-section.tsx';
import { correctedTable, type Line, linesBy, problemsCsv } from './lines.ts';
import type { Setup } from './setup.ts';
import { useMailMergeLanguage } from './texts.ts';
import { saveWorkbook } from './workbook-file.ts';

interface Props {
  setup: Setup;
  cells: EditedCells;
  lines: readonly Line[];
}

/** The rows as files: those with problems, and all of them as they were corrected here. */
export function RowFiles({ setup, cells, lines }: Props) {
  const { t } = useMailMergeLanguage();
  const nameOf = useColumnName(setup.matches);
  const saving = useMutation({
    mutationFn: () => {
      const { columns, rows } = correctedTable(setup, cells, nameOf);
      return saveWorkbook(t.mailMerge.table.correctedFile, { sheet: t.mailMerge.cells, columns, rows });
    },
  });
  const problems = () =>
    saveFile(
      problemsCsv(cells, lines, { columns: [t.mailMerge.line, t.mailMerge.problem], nameOf }),
      'csv',
      t.mailMerge.problemsFile,
    );
  return (
    <div className={parts.actions}>
      {linesBy(lines, 'wrong').length > 0 && (
        <Button variant="default" leftSection={<Icon name="download" size={18} />} onClick={problems}>
          {t.mailMerge.problems}
        </Button>
      )}
      {linesBy(lines, 'edited').length > 0 && (
        <Button
          variant="default"
          leftSection={<Icon name="download" size={18} />}
          loading={saving.isPending}
          onClick={() => saving.mutate()}
        >
          {t.mailMerge.table.saveCorrected}
        </Button>
      )}
      {saving.error && <Failure error={saving.error} />}
    </div>
  );
}
