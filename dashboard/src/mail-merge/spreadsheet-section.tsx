import {
  type Cells,
  type Encoding,
  ENCODINGS,
  MAX_ROWS,
  type Separator,
  SEPARATORS,
} from '@malote/spreadsheet/cells.ts';
import { Alert, Button, FileButton, NativeSelect, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import style from '../letters/letters.module.css';
import { Icon } from '../parts/icons.tsx';
import { Sheet } from '../parts/page.tsx';
import parts from '../parts/parts.module.css';
import { Failure } from '../parts/states.tsx';
import { useMailMergeLanguage } from './texts.ts';
import { type HiddenRows, hiddenRows, type Spreadsheet } from './use-spreadsheet.ts';
import { saveWorkbook } from './workbook-file.ts';

interface Props {
  spreadsheet: Spreadsheet;
  cells: Cells | null;
  /** Names of the markers in the PDF. */
  markers: readonly string[];
}

/** Choosing or pasting a spreadsheet, and what was taken of it. */
export function SpreadsheetSection({ spreadsheet, cells, markers }: Props) {
  const { t } = useMailMergeLanguage();
  const { unusable, share, reading, read } = spreadsheet;
  const [pasted, setPasted] = useState('');
  const choose = async (source: File | string | null | undefined) => {
    if (source && (await read(source))) setPasted('');
  };
  const shown = reading?.cells ?? cells;
  return (
    <Sheet title={t.mailMerge.cells}>
      <div
        className={style.drop}
        data-filled={shown !== null || undefined}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          void choose(event.dataTransfer.files[0]);
        }}
      >
        <div className={style.dropText}>
          <b>{shown ? shown.name || t.mailMerge.pasted : t.mailMerge.dropCells}</b>
          <small>
            {shown ? t.mailMerge.rows(shown.rows.length, hiddenRows(shown)) : t.mailMerge.cellsRules(MAX_ROWS)}
          </small>
        </div>
        <FileButton
          accept=".xlsx,.xlsm,.xls,.csv,.tsv,.txt,text/csv"
          inputProps={{ 'aria-label': t.mailMerge.cells }}
          onChange={(chosen) => void choose(chosen)}
        >
          {(button) => (
            <Button {...button} variant={shown ? 'default' : 'filled'}>
              {shown ? t.newLetter.otherFile : t.newLetter.chooseFile}
            </Button>
          )}
        </FileButton>
      </div>
      {!shown && <ExampleSheet markers={markers} />}
      {share !== null && (
        <div role="status">
          <p className={parts.plain}>{t.mailMerge.reading}</p>
          <progress value={share} aria-label={t.mailMerge.reading} style={{ width: '100%' }} />
        </div>
      )}
      {unusable && (
        <Alert variant="light" color="red" role="alert" mb="sm" icon={<Icon name="alert" />}>
          {t.mailMerge.unusable[unusable]}
        </Alert>
      )}
      <HowRead spreadsheet={spreadsheet} />
      <Textarea
        label={t.mailMerge.paste}
        description={t.mailMerge.pasteHint}
        rows={2}
        value={pasted}
        onChange={({ currentTarget }) => setPasted(currentTarget.value)}
      />
      {pasted.trim() !== '' && (
        <Button mt="sm" variant="default" onClick={() => void choose(pasted)}>
          {t.mailMerge.usePasted}
        </Button>
      )}
    </Sheet>
  );
}

/** A spreadsheet to fill in, with a column for each marker. */
function ExampleSheet({ markers }: Pick<Props, 'markers'>) {
  const { t } = useMailMergeLanguage();
  const { columns, rows, value, file } = t.mailMerge.example;
  const saving = useMutation({
    mutationFn: () =>
      saveWorkbook(file, {
        sheet: t.mailMerge.cells,
        columns: [...columns, ...markers],
        rows: rows.map((row) => [...row, ...markers.map(value)]),
      }),
  });
  return (
    <>
      <Button
        size="compact-md"
        variant="subtle"
        mb="sm"
        leftSection={<Icon name="download" size={18} />}
        loading={saving.isPending}
        onClick={() => saving.mutate()}
      >
        {t.mailMerge.example.save}
      </Button>
      {saving.error && <Failure error={saving.error} />}
    </>
  );
}

/** How the spreadsheet was read, where its file leaves a choice. */
function HowRead({ spreadsheet: { reading, share, hidden, choose, chooseHidden } }: { spreadsheet: Spreadsheet }) {
  const { t } = useMailMergeLanguage();
  if (!reading) return null;
  const { sheets, sheet, text, headings, heading, cells } = reading;
  const isBusy = share !== null;
  return (
    <div className={parts.fields}>
      {hiddenRows(cells) > 0 && (
        <NativeSelect
          wrapperProps={{ 'data-span': '3' }}
          label={t.mailMerge.hidden}
          value={hidden ?? ''}
          data={[
            { value: '', label: t.mailMerge.chooseHidden },
            { value: 'left_out', label: t.mailMerge.hiddenRows.left_out },
            { value: 'kept', label: t.mailMerge.hiddenRows.kept },
          ]}
          onChange={({ currentTarget }) => chooseHidden((currentTarget.value || undefined) as HiddenRows | undefined)}
        />
      )}
      {sheets.length > 1 && (
        <NativeSelect
          wrapperProps={{ 'data-span': '3' }}
          label={t.mailMerge.sheet}
          disabled={isBusy}
          value={String(sheet)}
          data={sheets.map((label, index) => ({ value: String(index), label }))}
          onChange={({ currentTarget }) => choose({ sheet: Number(currentTarget.value) })}
        />
      )}
      {headings.length > 1 && (
        <NativeSelect
          wrapperProps={{ 'data-span': '3' }}
          label={t.mailMerge.heading}
          disabled={isBusy}
          value={String(heading)}
          data={headings.map(({ line, values }) => ({
            value: String(line),
            label: t.mailMerge.headingRow(line, values.join(' · ')),
          }))}
          onChange={({ currentTarget }) => choose({ heading: Number(currentTarget.value) })}
        />
      )}
      {text && (
        <>
          <NativeSelect
            wrapperProps={{ 'data-span': '3' }}
            label={t.mailMerge.separator}
            disabled={isBusy}
            value={text.separator}
            data={SEPARATORS.map((value) => ({ value, label: t.mailMerge.separators[value] }))}
            onChange={({ currentTarget }) => choose({ separator: currentTarget.value as Separator })}
          />
          {cells.name !== '' && (
            <NativeSelect
              wrapperProps={{ 'data-span': '3' }}
              label={t.mailMerge.encoding}
              disabled={isBusy}
              value={text.encoding}
              data={ENCODINGS.map((value) => ({ value, label: t.mailMerge.encodings[value] }))}
              onChange={({ currentTarget }) => choose({ encoding: currentTarget.value as Encoding })}
            />
          )}
        </>
      )}
    </div>
  );
}
