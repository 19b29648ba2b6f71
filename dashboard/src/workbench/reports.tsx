import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { Letter } from '../api/objects.ts';
import { useLanguage } from '../language/language.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Failure } from '../parts/states.tsx';
import { useAction, useWords } from './bench.tsx';
import { control, type ReportLine } from './bench-api.ts';
import style from './workbench.module.css';

interface Props {
  id: string;
  name: string;
  /** The report line; undefined if that cannot come next. */
  printed: ReportLine | undefined;
  posted: ReportLine | undefined;
}

/** The reports that the print house can send about one mailing. */
export function ReportActs({ id, name, printed, posted }: Props) {
  const { t } = useLanguage();
  const words = useWords();
  const [asks, setAsks] = useState(false);
  const [reason, setReason] = useState<NonNullable<Letter['failure_reason']>>('damaged_in_production');
  const report = useAction((line: ReportLine) => control.report([line]));
  const [result] = report.data ?? [];
  const steps = [
    [words.printed, printed],
    [words.posted, posted],
  ] as const;
  return (
    <>
      <div className={style.acts}>
        {steps.map(
          ([label, line]) =>
            line && (
              <Button
                key={label}
                size="compact-sm"
                variant="default"
                aria-label={words.actOn(label, id)}
                disabled={report.isPending}
                onClick={() => report.mutate(line)}
              >
                {label}
              </Button>
            ),
        )}
        <Button
          size="compact-sm"
          variant="default"
          aria-label={words.actOn(words.failed, id)}
          disabled={report.isPending}
          onClick={() => setAsks(true)}
        >
          {words.failed}
        </Button>
      </div>
      {result?.result === 'refused' && <p role="status">{words.results.refused(result.reason ?? '')}</p>}
      {report.error && !asks && <Failure error={report.error} />}
      <Confirm
        title={words.failTitle(name)}
        open={asks}
        onClose={() => setAsks(false)}
        action={words.failed}
        destroys
        pending={report.isPending}
        error={report.error}
        onConfirm={() =>
          report.mutate({ id, status: 'failed', failure_reason: reason }, { onSuccess: () => setAsks(false) })
        }
      >
        <NativeSelect
          label={words.failReason}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value as typeof reason)}
          data={Object.entries(t.letters.failedBecause).map(([value, label]) => ({ value, label }))}
        />
      </Confirm>
    </>
  );
}
