import type { CellRow } from '@malote/spreadsheet/cells.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { putFile } from '../api/request.ts';
import type { Explaining } from '../language/problems.ts';
import { useAccount } from '../session/session.tsx';
import { cellProblems, type EditedCells, type EditedRow, isMisfit, targetOfParam } from './columns.ts';
import type { Checked, Flaw } from './judged-rows.ts';
import { eachRow, refusalOf, retryUntilResponse } from './rows-in-turn.ts';
import { editedCells, orderOfRow, type Setup } from './setup.ts';
import { useMailMergeLanguage } from './texts.ts';

/** Rows are checked many times a second, but the screen updates less often, so that people can read it. */
const SHOWN_MS = 200;

interface Check {
  setup: Setup;
  /** Once for all rows: a quote does not consume an upload (rule LTR-5). */
  uploadId: string;
  /** By the row that was checked: one that a person has edited since is another. */
  results: ReadonlyMap<CellRow, Checked>;
  /** Whether all rows were checked, so that only edited ones are left. */
  isWhole: boolean;
}

/** Whether the results for one setup are those for another, except for the rows that were edited. */
const isAlike = (one: Setup, other: Setup) =>
  (['file', 'markers', 'cells', 'matches', 'form'] as const).every((part) => one[part] === other[part]);

/** Asks the service for each row, except for those whose cells are not certain; once all are checked, for edited ones. */
export function useRowCheck(setup: Setup) {
  const { t, explain } = useMailMergeLanguage();
  const { api } = useAccount();
  const [stored, setCheck] = useState<Check | null>(null);
  const check = stored && isAlike(stored.setup, setup) ? stored : null;
  const latest = useRef<Setup | null>(setup);
  useEffect(() => {
    latest.current = setup;
    // Leaving the screen stops a check.
    return () => {
      latest.current = null;
    };
  }, [setup]);
  const cells = editedCells(setup);
  const results = check && cells ? cells.rows.map((row) => check.results.get(row)) : null;

  const checking = useMutation({
    mutationFn: async (before: Check | null) => {
      const rows = cells!.rows;
      const uploadId = before?.uploadId ?? (await uploaded(api, setup.file!));
      const found = new Map<CellRow, Checked>(before?.results);
      let shownAt = 0;
      const show = (isWhole: boolean) => {
        shownAt = Date.now();
        setCheck({ setup, uploadId, results: new Map(found), isWhole: isWhole || before?.isWhole === true });
      };
      show(false);
      for (const row of rows) {
        const flaws = cellFlaws(cells!, row, setup.matches, t.mailMerge);
        if (flaws.length > 0) found.set(row, { flaws });
      }
      const open = rows.flatMap((row, index) => (found.has(row) ? [] : [index]));
      const ask = async (index: number) => {
        const order = orderOfRow(setup, cells!, index, { type: 'upload', upload_id: uploadId });
        found.set(rows[index]!, await checked(() => api.quoteLetter(order), explain));
        if (Date.now() - shownAt >= SHOWN_MS) show(false);
      };
      const isStopped = () => latest.current === null || !isAlike(latest.current, setup);
      try {
        await eachRow(open, ask, isStopped);
        show(!isStopped());
      } catch (error) {
        show(false);
        throw error;
      }
    },
  });
  const again = useEffectEvent(() => checking.mutate(check));
  const hasEdited = check?.isWhole === true && results!.includes(undefined);
  useEffect(() => {
    if (hasEdited && !checking.isPending && !checking.isError) again();
  }, [hasEdited, checking.isPending, checking.isError]);
  return { results, start: () => checking.mutate(null), isPending: checking.isPending, error: checking.error };
}

type Api = ReturnType<typeof useAccount>['api'];

async function uploaded(api: Api, file: File): Promise<string> {
  const upload = await api.createUpload(file.name, file.size);
  await putFile(upload.upload_url, file);
  return upload.id;
}

type FaultTexts = Pick<ReturnType<typeof useMailMergeLanguage>['t']['mailMerge'], 'misfit' | 'faults'>;

/** What is wrong with the cells of a row before the service is asked. */
function cellFlaws(cells: EditedCells, row: EditedRow, matches: Setup['matches'], texts: FaultTexts): Flaw[] {
  if (row.misfit && isMisfit(row, matches))
    return [{ target: undefined, text: texts.misfit(row.misfit.cells, row.misfit.columns) }];
  return cellProblems(cells, row, matches).map(({ kind, target }) => ({ target, text: texts.faults[kind] }));
}

type Quote = Awaited<ReturnType<Api['quoteLetter']>>;

/** The result of a row, by its quote; asks until there is a response. */
async function checked(quote: () => Promise<Quote>, explain: Explaining): Promise<Checked> {
  try {
    const { price, warnings } = await retryUntilResponse(quote);
    return { price, warnings };
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    if (refusal.problems.length === 0) return { flaws: [{ target: undefined, text: explain.failure(refusal) }] };
    return {
      flaws: refusal.problems.map((problem) => {
        const target = targetOfParam(problem.param);
        return { target, text: target === undefined ? explain.named(problem) : explain.problem(problem) };
      }),
    };
  }
}
