import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { putFile } from '../api/request.ts';
import { useAccount } from '../session/session.tsx';
import { columnOfParam, faultOfRow, type RowFault } from './columns.ts';
import type { Checked } from './judged-rows.ts';
import { eachRow, refusalOf, retryUntilResponse } from './rows-in-turn.ts';
import { orderOfRow, type Setup } from './setup.ts';
import { useMailMergeLanguage } from './texts.ts';

/** Rows are checked many times a second, but the screen updates less often, so that people can read it. */
const SHOWN_MS = 200;

/** The check of the rows of one setup; changing the setup invalidates it. */
interface Check {
  setup: Setup;
  rows: readonly (Checked | undefined)[];
}

/** Asks the service for each row, except for those whose cells are not certain. */
export function useRowCheck(setup: Setup) {
  const { t, explain } = useMailMergeLanguage();
  const { api } = useAccount();
  const [check, setCheck] = useState<Check | null>(null);
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
  const { file, cells, matches } = setup;
  const faultText = (fault: RowFault) =>
    fault.kind === 'misfit'
      ? t.mailMerge.misfit(fault.cells, fault.columns)
      : t.mailMerge.faults[fault.kind](fault.column);
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
      cells!.rows.forEach((row, index) => {
        const fault = faultOfRow(cells!, row, matches);
        if (fault) rows[index] = { message: faultText(fault) };
      });
      const open = rows.flatMap((checked, row) => (checked ? [] : [row]));
      try {
        await eachRow(
          open,
          async (row) => {
            rows[row] = await checked(
              () => api.quoteLetter(orderOfRow(setup, cells!, row, source)),
              (refusal) => explain.row(refusal, (param) => columnOfParam(param, matches)),
            );
            if (Date.now() - shownAt >= SHOWN_MS) show();
          },
          () => latest.current !== setup,
        );
      } finally {
        show();
      }
    },
  });
  return {
    results: check?.setup === setup ? check.rows : null,
    start: () => checking.mutate(),
    isPending: checking.isPending,
    error: checking.error,
    faultText,
  };
}

type Quote = Awaited<ReturnType<ReturnType<typeof useAccount>['api']['quoteLetter']>>;
type Refusal = NonNullable<ReturnType<typeof refusalOf>>;

/** The result of a row, by its quote; asks until there is a response. */
async function checked(quote: () => Promise<Quote>, explain: (refusal: Refusal) => string): Promise<Checked> {
  try {
    const { price, warnings } = await retryUntilResponse(quote);
    return { total: price.total, warnings };
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    return { message: explain(refusal) };
  }
}
