import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useLanguage } from '../language/language.tsx';
import { Icon } from './icons.tsx';
import parts from './parts.module.css';
import { Failure } from './states.tsx';

export type TableFile = 'csv' | 'xlsx';

interface Props {
  /** Saves the file and tells its rows. */
  save: (type: TableFile) => Promise<number>;
  /** What a screen reader says after that. */
  saved: (rows: number) => string;
}

/** The same rows as CSV and as a workbook. */
export function DownloadButtons({ save, saved }: Props) {
  const { t } = useLanguage();
  const saving = useMutation({ mutationFn: save });
  return (
    <div className={parts.export}>
      {(['csv', 'xlsx'] as const).map((type) => (
        <Button
          key={type}
          size="compact-md"
          variant="subtle"
          leftSection={<Icon name="download" size={18} />}
          loading={saving.isPending && saving.variables === type}
          disabled={saving.isPending}
          onClick={() => saving.mutate(type)}
        >
          {t.lists.download[type]}
        </Button>
      ))}
      <span role="status" className={parts.hidden}>
        {saving.data === undefined ? '' : saved(saving.data)}
      </span>
      {saving.error && <Failure error={saving.error} />}
    </div>
  );
}
