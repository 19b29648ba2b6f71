import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { List } from '../api/objects.ts';
import { brasiliaDate } from '../language/formats.ts';
import { useLanguage } from '../language/language.tsx';
import { Icon } from './icons.tsx';
import { everyMailing, type Exported, mailingsCsv, mailingsWorkbook } from './mailing-file.ts';
import parts from './parts.module.css';
import { saveBlob, saveFile } from './save-file.ts';
import { Failure } from './states.tsx';

interface Props {
  title: string;
  statusNames: Readonly<Record<string, string>>;
  /** The list as filtered. */
  list: (page: { limit: number; cursor: string | undefined }) => Promise<List<Exported>>;
}

/** Downloads every mailing of a list as filtered, for spreadsheets. */
export default function MailingExport({ title, statusNames, list }: Props) {
  const { t, format } = useLanguage();
  const exporting = useMutation({
    mutationFn: async (type: 'csv' | 'xlsx') => {
      const all = await everyMailing(list);
      const name = `${title.toLowerCase()}-${brasiliaDate()}.${type}`;
      const words = {
        sheet: title,
        columns: t.lists.columns,
        status: ({ status }: Exported) => statusNames[status] ?? status,
        instant: format.exactInstant,
      };
      if (type === 'csv') saveFile(mailingsCsv(all, words), type, name);
      else saveBlob(await mailingsWorkbook(all, words), name);
      return all.length;
    },
  });
  return (
    <div className={parts.export}>
      {(['csv', 'xlsx'] as const).map((type) => (
        <Button
          key={type}
          size="compact-md"
          variant="subtle"
          leftSection={<Icon name="download" size={18} />}
          loading={exporting.isPending && exporting.variables === type}
          disabled={exporting.isPending}
          onClick={() => exporting.mutate(type)}
        >
          {t.lists.download[type]}
        </Button>
      ))}
      <span role="status" className={parts.hidden}>
        {exporting.data === undefined ? '' : t.lists.downloaded(exporting.data)}
      </span>
      {exporting.error && <Failure error={exporting.error} />}
    </div>
  );
}
