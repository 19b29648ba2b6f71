import type { Cells } from '@malote/spreadsheet/cells.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { limits } from '../api/generated/limits.ts';
import { accountQuery } from '../api/queries.ts';
import { DocumentField } from '../letters/document-field.tsx';
import { PrintOptions, SendDate } from '../letters/letter-options.tsx';
import style from '../letters/letters.module.css';
import { addressForm } from '../parts/address-form.ts';
import { Sheet } from '../parts/page.tsx';
import parts from '../parts/parts.module.css';
import { useWarningText, WarningList } from '../parts/warnings.tsx';
import { useInspection } from '../pdf/use-inspection.ts';
import { useAccount } from '../session/session.tsx';
import { blankColumns, matchColumns, unmatched } from './columns.ts';
import { ColumnsSection, useTargetName } from './columns-section.tsx';
import { judgedRows } from './judged-rows.ts';
import { ProblemsSection } from './problems-section.tsx';
import { RowPreview } from './row-preview.tsx';
import { type ChangeDraft, type Draft, draftOf, type Setup } from './setup.ts';
import { SpreadsheetSection } from './spreadsheet-section.tsx';
import { SummarySection } from './summary-section.tsx';
import { useMailMergeLanguage } from './texts.ts';
import { useConfirmation } from './use-confirmation.ts';
import { useDecisions } from './use-decisions.ts';
import { useRowCheck } from './use-row-check.ts';
import { useSpreadsheet } from './use-spreadsheet.ts';

/** The service's limit (docs/dashboard-api.md). */

interface Props {
  draft: Draft;
  change: ChangeDraft;
  /** Deletes the draft. */
  drop: () => Promise<unknown>;
}

export function SetupForm({ draft, change, drop }: Props) {
  const { t } = useMailMergeLanguage();
  const { accountId } = useAccount();
  const { setup } = draft;
  const { markers, cells, matches, form } = setup;
  const setBy = (next: (now: Setup) => Partial<Setup>) =>
    void change(({ setup: now }) => draftOf({ ...now, ...next(now) }));
  const set = (next: Partial<Setup>) => setBy(() => next);
  // While the spreadsheet was read, the PDF may have added its markers.
  const take = (read: Cells | null) =>
    setBy((now) => ({
      cells: read,
      ...(read ? { matches: matchColumns(read.columns, now.markers, chosenOf(now.matches)) } : {}),
    }));

  const account = useQuery(accountQuery(accountId));
  const { tooLarge, inspection, seen, isNew } = useDocumentMarkers(setup, change);
  const spreadsheet = useSpreadsheet(take);
  const check = useRowCheck(setup);
  const warningText = useWarningText();
  const decisions = useDecisions(setup);
  const blanks = cells ? blankColumns(cells, matches, markers) : new Map<string, number>();
  const unaccepted = [...blanks.keys()].filter((column) => !decisions.accepted.includes(column));
  const judged = cells && check.results ? judgedRows(check.results, cells, unaccepted, t.mailMerge.faults.blank) : null;
  const confirmation = useConfirmation({ draft, change, drop }, judged?.sound ?? []);
  const missing = useMissing(setup, tooLarge, spreadsheet.reading !== null && cells === null);
  const noProblem = () => undefined;
  const setForm = (next: Partial<Setup['form']>) => set({ form: { ...form, ...next } });

  return (
    <div className={parts.columns}>
      <div className={parts.column}>
        <DocumentSection setup={setup} inspection={inspection.data} set={set} setForm={setForm} />
        <SpreadsheetSection spreadsheet={spreadsheet} cells={cells} />
        {cells && (
          <ColumnsSection cells={cells} markers={markers} matches={matches} change={(next) => set({ matches: next })} />
        )}
        {judged?.isWhole && judged.wrong.length > 0 && (
          <ProblemsSection
            title={t.mailMerge.wrong(judged.wrong.length)}
            cells={cells!}
            rows={judged.wrong}
            nameColumn={matches.name ?? ''}
          />
        )}
        {judged?.isWhole && <WarningList warnings={judged.common} />}
        {judged?.isWhole && judged.doubtful.length > 0 && (
          <ProblemsSection
            title={t.mailMerge.doubtful(judged.doubtful.length)}
            cells={cells!}
            rows={judged.doubtful.map(({ row, warnings }) => ({ row, message: warnings.map(warningText).join(' ') }))}
            nameColumn={matches.name ?? ''}
          />
        )}
        {cells && seen && (
          <RowPreview
            setup={setup}
            cells={cells}
            seen={seen}
            from={account.data ? addressForm(account.data.default_sender) : null}
          />
        )}
        <Sheet title={t.newLetter.options}>
          <PrintOptions form={form} change={setForm} problem={noProblem} />
        </Sheet>
        <Sheet title={t.newLetter.when}>
          <SendDate form={form} change={setForm} problem={noProblem} />
        </Sheet>
      </div>
      <div className={style.summary}>
        <SummarySection
          sendDate={form.sendDate}
          missing={missing}
          canCheck={missing.length === 0 && seen !== undefined && !isNew && spreadsheet.share === null}
          check={check}
          judged={judged}
          blanks={blanks}
          confirmation={confirmation}
          {...decisions}
        />
      </div>
    </div>
  );
}

interface DocumentProps {
  setup: Setup;
  inspection: ReturnType<typeof useDocumentMarkers>['inspection']['data'];
  set: (next: Partial<Setup>) => void;
  setForm: (next: Partial<Setup['form']>) => void;
}

/** The PDF of all letters. */
function DocumentSection({ setup: { file, form }, inspection, set, setForm }: DocumentProps) {
  const { t } = useMailMergeLanguage();
  return (
    <Sheet title={t.newLetter.document}>
      <p className={parts.intro}>{t.mailMerge.pdfRules}</p>
      <DocumentField
        file={file}
        inspection={inspection}
        onFile={(chosen) => chosen && set({ file: chosen })}
        problems={[]}
        doubleSided={form.doubleSided}
        extraPage={form.placement === 'extra_page'}
        written={null}
        onExtraPage={() => setForm({ placement: 'extra_page' })}
        maxBytes={limits.mail_merge_document_bytes}
      />
    </Sheet>
  );
}

/** The PDF's inspection; its markers become those of the setup. */
function useDocumentMarkers({ file, markers }: Setup, change: ChangeDraft) {
  const { tooLarge, inspection, seen, markers: markersSeen } = useInspection(file, limits.mail_merge_document_bytes);
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
  return { tooLarge, inspection, seen, isNew };
}

/** What a check needs first. */
function useMissing({ file, cells, matches, markers }: Setup, tooLarge: boolean, isUndecided: boolean): string[] {
  const { t } = useMailMergeLanguage();
  const targetName = useTargetName();
  const columns = cells ? unmatched(matches, markers) : [];
  return [
    file === null ? t.mailMerge.missing.file : null,
    tooLarge ? t.mailMerge.pdfTooLarge : null,
    cells !== null ? null : isUndecided ? t.mailMerge.missing.hidden : t.mailMerge.missing.cells,
    columns.length > 0 ? t.mailMerge.missing.columns(columns.map(targetName).join(', ')) : null,
  ].filter((text) => text !== null);
}

/** A corrected file may have the column that was missing: keep only actual choices. */
const chosenOf = (matches: Setup['matches']) =>
  Object.fromEntries(Object.entries(matches).filter(([, column]) => column));
