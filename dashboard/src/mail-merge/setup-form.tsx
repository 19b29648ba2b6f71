import type { Cells } from '@malote/spreadsheet/cells.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { limits } from '../api/generated/limits.ts';
import { accountQuery } from '../api/queries.ts';
import { DocumentField } from '../letters/document-field.tsx';
import { PrintOptions, SendDate } from '../letters/letter-options.tsx';
import style from '../letters/letters.module.css';
import { addressForm } from '../parts/address-form.ts';
import { Sheet } from '../parts/page.tsx';
import parts from '../parts/parts.module.css';
import { WarningList } from '../parts/warnings.tsx';
import { useInspection } from '../pdf/use-inspection.ts';
import { useAccount } from '../session/session.tsx';
import { AddressSplit } from './address-split.tsx';
import { blankMarkers, matchColumns, unmatched } from './columns.ts';
import { ColumnsSection, useTargetName } from './columns-section.tsx';
import { judgedRows } from './judged-rows.ts';
import { RowPreview } from './row-preview.tsx';
import { RowsSection } from './rows-section.tsx';
import { type ChangeDraft, type Draft, draftOf, editedCells, type Setup, withMatches } from './setup.ts';
import { SpreadsheetSection } from './spreadsheet-section.tsx';
import { SummarySection } from './summary-section.tsx';
import { useMailMergeLanguage } from './texts.ts';
import { useConfirmation } from './use-confirmation.ts';
import { useDecisions } from './use-decisions.ts';
import { useRowCheck } from './use-row-check.ts';
import { useSpreadsheet } from './use-spreadsheet.ts';

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
  const { markers, matches, form } = setup;
  const cells = editedCells(setup);
  const setBy = (next: (now: Setup) => Partial<Setup>) =>
    void change(({ setup: now }) => draftOf({ ...now, ...next(now) }));
  const set = (next: Partial<Setup>) => setBy(() => next);
  // While the spreadsheet was read, the PDF may have added its markers.
  const take = (read: Cells | null) =>
    setBy((now) => ({
      cells: read,
      // They were about the rows of the file before.
      edits: {},
      ...(read ? { matches: matchColumns(read.columns, now.markers, chosenOf(now.matches)) } : {}),
    }));

  const account = useQuery(accountQuery(accountId));
  const { tooLarge, inspection, seen, isNew } = useDocumentMarkers(setup, change);
  const spreadsheet = useSpreadsheet(take);
  const check = useRowCheck(setup);
  const decisions = useDecisions(setup);
  const blanks = cells ? blankMarkers(cells, matches, markers) : new Map<string, number>();
  const unaccepted = [...blanks.keys()].filter((target) => !decisions.accepted.includes(target));
  const judged =
    cells && check.results ? judgedRows(check.results, { cells, matches }, unaccepted, t.mailMerge.faults.blank) : null;
  const confirmation = useConfirmation({ draft, change, drop }, judged?.sound ?? []);
  const missing = useMissing(setup, tooLarge, spreadsheet.reading !== null && cells === null);
  const rows = useRef<HTMLDivElement>(null);
  const toRows = () => {
    rows.current?.focus({ preventScroll: true });
    rows.current?.scrollIntoView({ block: 'start' });
  };
  const noProblem = () => undefined;
  const setForm = (next: Partial<Setup['form']>) => set({ form: { ...form, ...next } });

  return (
    <div className={parts.column}>
      <div className={parts.columns}>
        <div className={parts.column}>
          <DocumentSection setup={setup} inspection={inspection.data} set={set} setForm={setForm} />
          <SpreadsheetSection spreadsheet={spreadsheet} cells={cells} markers={markers} />
          {cells && (
            <ColumnsSection
              cells={cells}
              markers={markers}
              matches={matches}
              change={(next) => setBy((now) => withMatches(now, next))}
            >
              <AddressSplit setup={setup} change={set} />
            </ColumnsSection>
          )}
          <Sheet title={t.newLetter.options}>
            <PrintOptions form={form} change={setForm} problem={noProblem} />
          </Sheet>
          <Sheet title={t.newLetter.when}>
            <SendDate form={form} change={setForm} problem={noProblem} />
          </Sheet>
        </div>
        <div className={style.summary}>
          {judged?.isWhole && <WarningList warnings={judged.common} />}
          <SummarySection
            sendDate={form.sendDate}
            missing={missing}
            canCheck={missing.length === 0 && seen !== undefined && !isNew && spreadsheet.share === null}
            check={check}
            judged={judged}
            matches={matches}
            blanks={blanks}
            confirmation={confirmation}
            toRows={toRows}
            {...decisions}
          />
        </div>
      </div>
      {cells && (
        <div className={parts.column}>
          <RowsSection setup={setup} judged={judged} change={setBy} heading={rows} />
          {seen && (
            <RowPreview
              setup={setup}
              cells={cells}
              seen={seen}
              from={account.data ? addressForm(account.data.default_sender) : null}
            />
          )}
        </div>
      )}
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
        onDoubleSided={() => setForm({ doubleSided: true })}
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
