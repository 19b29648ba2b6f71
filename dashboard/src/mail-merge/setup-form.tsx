import { Alert, Button, Checkbox, FileButton, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { accountQuery, balanceQuery } from '../api/queries.ts';
import { putFile, putFileOnce, RequestFailed, sha256 } from '../api/request.ts';
import { useLanguage } from '../language/language.tsx';
import { DocumentField } from '../letters/document-field.tsx';
import { PrintOptions, SendDate } from '../letters/letter-options.tsx';
import style from '../letters/letters.module.css';
import { Written } from '../letters/written.tsx';
import { useCompleted } from '../parts/address-fields.tsx';
import { Missing } from '../parts/before-sending.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { csvFile, csvText } from '../parts/csv.ts';
import { Icon } from '../parts/icons.tsx';
import { Sheet } from '../parts/page.tsx';
import parts from '../parts/parts.module.css';
import { Rows } from '../parts/rows.tsx';
import { saveFile } from '../parts/save-file.ts';
import { Failure } from '../parts/states.tsx';
import type { Inspection } from '../pdf/inspect.ts';
import { Overlay, PdfPages } from '../pdf/pages.tsx';
import { addressArea } from '../pdf/paper.ts';
import { useInspection } from '../pdf/use-inspection.ts';
import { useAccount } from '../session/session.tsx';
import { useAct } from '../session/use-act.ts';
import { failedFormula, fields, formOfRow, markerTarget, matchColumns, unmatched } from './columns.ts';
import { eachRow, messageOf, refusalOf, retryUntilResponse } from './rows-in-turn.ts';
import { type ChangeDraft, type Draft, draftOf, MOST_SHOWN, orderOfRow, rowsFile, type Setup } from './setup.ts';
import { type Sheets, sheetsOfFile } from './sheets.ts';
import { type Cells, cellsOfText, MAX_ROWS, type Unusable } from './spreadsheet.ts';

/** The service's limit (docs/dashboard-api.md). */
const MAX_DOCUMENT_BYTES = 4 * 1024 * 1024;

/** Rows are checked many times a second, but the screen updates less often, so that people can read it. */
const SHOWN_MS = 200;

/** The service's result for a row: its price, or its problems. */
type Checked = { total: number } | { message: string };

/** The check of the rows of one setup; changing the setup invalidates it. */
interface Check {
  setup: Setup;
  rows: readonly (Checked | undefined)[];
}

interface Props {
  draft: Draft;
  change: ChangeDraft;
  /** Deletes the draft. */
  drop: () => Promise<unknown>;
}

export function SetupForm({ draft: { key: draftKey, setup, confirming: begun }, change, drop }: Props) {
  const { t, format } = useLanguage();
  const { accountId, api } = useAccount();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { file, markers, cells, matches, form } = setup;
  const [unusable, setUnusable] = useState<Unusable | null>(null);
  const [pasted, setPasted] = useState('');
  const [sheets, setSheets] = useState<Sheets | null>(null);
  const [sheet, setSheet] = useState(0);
  const [check, setCheck] = useState<Check | null>(null);
  const [leftOut, setLeftOut] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const latest = useRef(setup);
  useEffect(() => {
    latest.current = setup;
  }, [setup]);
  // Leaving the screen stops a check.
  useEffect(
    () => () => {
      latest.current = { ...latest.current };
    },
    [],
  );

  const setBy = (next: (now: Setup) => Partial<Setup>) => {
    setLeftOut(false);
    void change(({ setup: now }) => draftOf({ ...now, ...next(now) }));
  };
  const set = (next: Partial<Setup>) => setBy(() => next);
  const balance = useQuery(balanceQuery(accountId));
  const account = useQuery(accountQuery(accountId));
  const { tooLarge, inspection, seen, markers: markersSeen } = useInspection(file, MAX_DOCUMENT_BYTES);
  const found = seen ? markersSeen : markers;
  const isNew = found.join() !== markers.join();
  useEffect(() => {
    if (!isNew) return;
    void change(({ setup: now }) =>
      draftOf({ ...now, markers: found, matches: matchColumns(now.cells?.columns ?? [], found, now.matches) }),
    );
    // `found` is new with each drawing; its names decide.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isNew, found.join()]);

  const take = (read: Cells | Unusable) => {
    const isRead = typeof read === 'object';
    setUnusable(isRead ? null : read);
    if (isRead) setPasted('');
    // While the file was read, the PDF may have added its markers. An unusable file leaves nothing to send: the person
    // no longer wants the previous one.
    setBy((now) =>
      isRead
        ? { cells: read, matches: matchColumns(read.columns, now.markers, chosenOf(now.matches)) }
        : { cells: null },
    );
  };
  const takeSheet = (from: Sheets, index: number) => {
    setSheet(index);
    take(from.cells(index));
  };
  const chooseCells = async (chosen: File | null) => {
    if (!chosen) return;
    const read = await sheetsOfFile(new Uint8Array(await chosen.arrayBuffer()), chosen.name);
    const isRead = typeof read === 'object';
    setSheets(isRead ? read : null);
    if (isRead) takeSheet(read, 0);
    else take(read);
  };

  const missingColumns = cells ? unmatched(matches, markers) : [];
  const targetName = (target: string) => (target in t.address ? t.address[target as 'name'] : target);
  const missing = [
    file === null ? t.mailMerge.missing.file : null,
    tooLarge ? t.mailMerge.pdfTooLarge : null,
    cells === null ? t.mailMerge.missing.cells : null,
    missingColumns.length > 0 ? t.mailMerge.missing.columns(missingColumns.map(targetName).join(', ')) : null,
  ].filter((text) => text !== null);
  const canCheck = missing.length === 0 && seen !== undefined && !isNew;

  const checking = useMutation({
    mutationFn: async () => {
      // Once for all rows: a quote does not consume an upload (rule LTR-5).
      const upload = await api.createUpload(file!.name, file!.size);
      await putFile(upload.upload_url, file!);
      const source = { type: 'upload', upload_id: upload.id } as const;
      const rows: (Checked | undefined)[] = cells!.rows.map(() => undefined);
      let shownAt = 0;
      const show = () => {
        shownAt = Date.now();
        setCheck({ setup, rows: [...rows] });
      };
      show();
      const quote = async (row: number): Promise<Checked> => {
        const failed = failedFormula(cells!, cells!.rows[row]!, matches);
        if (failed !== undefined) return { message: t.mailMerge.failedFormula(failed) };
        try {
          const { price } = await retryUntilResponse(() => api.quoteLetter(orderOfRow(setup, cells!, row, source)));
          return { total: price.total };
        } catch (error) {
          const refusal = refusalOf(error);
          if (!refusal) throw error;
          return { message: messageOf(refusal) };
        }
      };
      try {
        await eachRow(
          rows.map((_, row) => row),
          async (row) => {
            rows[row] = await quote(row);
            if (Date.now() - shownAt >= SHOWN_MS) show();
          },
          () => latest.current !== setup,
        );
      } finally {
        show();
      }
    },
  });
  const results = check?.setup === setup ? check.rows : null;
  const done = results?.filter((checked) => checked !== undefined) ?? [];
  const isWhole = results !== null && done.length === results.length;
  const wrong = results?.flatMap((checked, row) => (checked && 'message' in checked ? [row] : [])) ?? [];
  const totals = done.flatMap((checked) => ('total' in checked ? [checked.total] : []));
  const total = totals.reduce((sum, each) => sum + each, 0);
  const lacks = balance.data && form.sendDate === null ? total - balance.data.amount : 0;
  const ready = isWhole && totals.length > 0 && lacks <= 0 && (wrong.length === 0 || leftOut);
  const sendLabel =
    form.sendDate === null
      ? t.mailMerge.send(totals.length)
      : t.mailMerge.schedule(totals.length, format.calendar(form.sendDate));

  const sendFiles = async () => {
    const sound = results!.flatMap((checked, row) => (checked && 'total' in checked ? [row] : []));
    const rows = rowsFile(setup, cells!, sound);
    const order = {
      filename: file!.name,
      document_size: file!.size,
      document_sha256: await sha256(file!),
      rows: sound.length,
      rows_size: rows.size,
      rows_sha256: await sha256(rows),
    };
    const { id, document_url, rows_url } = await api.createMailMerge(order, draftKey);
    // If another tab has confirmed it, its files are no longer needed.
    if ((await api.mailMerge(id)).status === 'draft') {
      await putFileOnce(document_url, file!, 'application/pdf');
      await putFileOnce(rows_url, rows, 'application/json');
    }
    await change((draft) => ({ ...draft, confirming: id }));
    return id;
  };
  const confirmation = useAct(
    async (key) => {
      // Retrying after a lost response confirms the same ones again, which creates no second letter.
      const id = begun ?? (await sendFiles());
      try {
        return await api.sendMailMerge(id, key);
      } catch (error) {
        // Its files are gone: the next attempt uploads them again.
        if (error instanceof RequestFailed && error.status === 422) await change(({ setup: now }) => draftOf(now));
        throw error;
      }
    },
    async ({ id }) => {
      await drop();
      await client.invalidateQueries({ queryKey: [accountId] });
      await navigate({ to: '/$accountId/letters/spreadsheet/$mailMergeId', params: { accountId, mailMergeId: id } });
    },
  );
  const noProblem = () => undefined;
  const nameOf = (row: number) => formOfRow(form, cells!, cells!.rows[row]!, matches, markers).to.name;
  const problemsCsv = () =>
    csvFile(
      [t.mailMerge.line, t.address.name, t.mailMerge.problem],
      wrong.map((row) => [String(cells!.rows[row]!.line), csvText(nameOf(row)), csvText(problemOf(results?.[row]))]),
    );

  return (
    <div className={parts.columns}>
      <div className={parts.column}>
        <Sheet title={t.newLetter.document}>
          <p className={parts.intro}>{t.mailMerge.pdfRules}</p>
          <DocumentField
            file={file}
            inspection={inspection.data}
            onFile={(chosen) => chosen && set({ file: chosen })}
            problems={[]}
            doubleSided={form.doubleSided}
            extraPage={form.placement === 'extra_page'}
            written={null}
            onExtraPage={() => set({ form: { ...form, placement: 'extra_page' } })}
            maxBytes={MAX_DOCUMENT_BYTES}
          />
        </Sheet>
        <Sheet title={t.mailMerge.cells}>
          <div
            className={style.drop}
            data-filled={cells !== null || undefined}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault();
              void chooseCells(event.dataTransfer.files[0] ?? null);
            }}
          >
            <div className={style.dropText}>
              <b>{cells ? cells.name || t.mailMerge.pasted : t.mailMerge.dropCells}</b>
              <small>{cells ? t.mailMerge.rows(cells.rows.length) : t.mailMerge.cellsRules(MAX_ROWS)}</small>
            </div>
            <FileButton
              accept=".xlsx,.csv,.tsv,.txt,text/csv"
              inputProps={{ 'aria-label': t.mailMerge.cells }}
              onChange={(chosen) => void chooseCells(chosen)}
            >
              {(button) => (
                <Button {...button} variant={cells ? 'default' : 'filled'}>
                  {cells ? t.newLetter.otherFile : t.newLetter.chooseFile}
                </Button>
              )}
            </FileButton>
          </div>
          {unusable && (
            <Alert variant="light" color="red" role="alert" mb="sm" icon={<Icon name="alert" />}>
              {t.mailMerge.unusable[unusable]}
            </Alert>
          )}
          {sheets && sheets.names.length > 1 && (
            <NativeSelect
              mb="sm"
              label={t.mailMerge.sheet}
              value={String(sheet)}
              data={sheets.names.map((label, index) => ({ value: String(index), label }))}
              onChange={({ currentTarget }) => takeSheet(sheets, Number(currentTarget.value))}
            />
          )}
          <Textarea
            label={t.mailMerge.paste}
            description={t.mailMerge.pasteHint}
            rows={2}
            value={pasted}
            onChange={({ currentTarget }) => setPasted(currentTarget.value)}
          />
          {pasted.trim() !== '' && (
            <Button
              mt="sm"
              variant="default"
              onClick={() => {
                setSheets(null);
                take(cellsOfText(pasted, ''));
              }}
            >
              {t.mailMerge.usePasted}
            </Button>
          )}
        </Sheet>
        {cells && (
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
                  onChange={({ currentTarget }) => set({ matches: { ...matches, [target]: currentTarget.value } })}
                />
              ))}
            </div>
          </Sheet>
        )}
        {cells && seen && (
          <Preview setup={setup} cells={cells} seen={seen} from={account.data?.default_sender.name ?? ''} />
        )}
        <Sheet title={t.newLetter.options}>
          <PrintOptions form={form} change={(next) => set({ form: { ...form, ...next } })} problem={noProblem} />
        </Sheet>
        <Sheet title={t.newLetter.when}>
          <SendDate form={form} change={(next) => set({ form: { ...form, ...next } })} problem={noProblem} />
        </Sheet>
        {wrong.length > 0 && isWhole && (
          <Sheet title={t.mailMerge.wrong(wrong.length)} flush>
            <Rows
              caption={t.mailMerge.wrong(wrong.length)}
              items={wrong.slice(0, MOST_SHOWN)}
              id={String}
              columns={[
                { label: t.mailMerge.line, named: true, cell: (row) => cells!.rows[row]!.line },
                { label: t.address.name, long: true, cell: nameOf },
                { label: t.mailMerge.problem, long: true, cell: (row) => problemOf(results?.[row]) },
              ]}
            />
            <div className={parts.actions} style={{ padding: '1rem' }}>
              <Button
                variant="default"
                leftSection={<Icon name="download" size={18} />}
                onClick={() => saveFile(problemsCsv(), 'csv', t.mailMerge.problemsFile)}
              >
                {t.mailMerge.problems}
              </Button>
              {wrong.length > MOST_SHOWN && <span>{t.mailMerge.firstShown(MOST_SHOWN)}</span>}
            </div>
          </Sheet>
        )}
      </div>
      <div className={style.summary}>
        <Sheet title={t.mailMerge.summary}>
          <div role="status">
            {results && !isWhole && <p className={parts.plain}>{t.mailMerge.checking(done.length, results.length)}</p>}
            {isWhole && (
              <>
                <p className={style.total}>{format.money(total)}</p>
                <p className={parts.plain}>{t.mailMerge.letters(totals.length)}</p>
                <p className={parts.plain}>
                  {wrong.length === 0 ? t.mailMerge.allRight(results.length) : t.mailMerge.wrong(wrong.length)}
                </p>
              </>
            )}
          </div>
          {balance.data && <p className={style.soft}>{t.newLetter.balance(format.money(balance.data.amount))}</p>}
          {isWhole && wrong.length > 0 && (
            <>
              <p className={style.soft}>{t.mailMerge.wrongLead}</p>
              {totals.length > 0 && (
                <Checkbox
                  mt="sm"
                  label={t.mailMerge.leaveOut}
                  checked={leftOut}
                  onChange={({ currentTarget }) => setLeftOut(currentTarget.checked)}
                />
              )}
            </>
          )}
          {isWhole && lacks > 0 && (
            <Alert variant="light" color="red" role="alert" mt="sm" icon={<Icon name="wallet" />}>
              {t.mailMerge.short(format.money(lacks))}
            </Alert>
          )}
          <Missing texts={missing} />
          {checking.error instanceof RequestFailed && <Failure error={checking.error} />}
          <Button
            fullWidth
            mt="md"
            variant={isWhole ? 'default' : 'filled'}
            disabled={!canCheck}
            loading={checking.isPending}
            onClick={() => checking.mutate()}
          >
            {isWhole ? t.mailMerge.checkAgain : t.mailMerge.check}
          </Button>
          {isWhole && totals.length > 0 && (
            <Button
              fullWidth
              size="md"
              mt="sm"
              disabled={!ready}
              leftSection={<Icon name="mail" />}
              onClick={() => setConfirming(true)}
            >
              {sendLabel}
            </Button>
          )}
          <p className={style.soft}>{form.sendDate === null ? t.newLetter.sendNote : t.newLetter.scheduleNote}</p>
        </Sheet>
      </div>
      <Confirm
        title={sendLabel}
        open={confirming}
        onClose={() => setConfirming(false)}
        action={sendLabel}
        pending={confirmation.isPending}
        error={confirmation.error}
        onConfirm={confirmation.act}
      >
        <p>{t.mailMerge.confirmLead(format.money(total))}</p>
      </Confirm>
    </div>
  );
}

const problemOf = (checked: Checked | undefined) => (checked && 'message' in checked ? checked.message : '');
/** A corrected file may have the column that was missing: keep only actual choices. */
const chosenOf = (matches: Setup['matches']) =>
  Object.fromEntries(Object.entries(matches).filter(([, column]) => column));

interface PreviewProps {
  setup: Setup;
  cells: Cells;
  seen: Inspection;
  from: string;
}

/** The letter of one row: the address in its window, values in place of their markers. */
function Preview({ setup: { form, matches, markers }, cells, seen, from }: PreviewProps) {
  const { t } = useLanguage();
  const [line, setLine] = useState('');
  const shown = cells.rows.find((row) => String(row.line) === line) ?? cells.rows[0]!;
  const { to, variables } = formOfRow(form, cells, shown, matches, markers);
  const written = useCompleted(to);
  return (
    <Sheet title={t.mailMerge.preview}>
      <TextInput
        mb="md"
        type="number"
        label={t.mailMerge.previewRow}
        min={cells.rows[0]!.line}
        max={cells.rows.at(-1)!.line}
        placeholder={String(cells.rows[0]!.line)}
        value={line}
        onChange={({ currentTarget }) => setLine(currentTarget.value)}
      />
      <PdfPages
        document={seen.document}
        over={(page) => (
          <>
            {page === 1 && form.placement === 'first_page' && (
              <Overlay box={addressArea} tone="window" label={t.pdf.window}>
                <Written address={written} from={from} />
              </Overlay>
            )}
            {seen.markers
              .filter((marker) => marker.page === page)
              .map(({ name, box }) => (
                <Overlay key={`${name} ${box.left} ${box.top}`} box={box} tone="value">
                  {variables[name]}
                </Overlay>
              ))}
          </>
        )}
      />
    </Sheet>
  );
}
