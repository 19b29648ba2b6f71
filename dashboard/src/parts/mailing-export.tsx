import type { List } from '../api/objects.ts';
import { brasiliaDate } from '../language/formats.ts';
import { useLanguage } from '../language/language.tsx';
import { DownloadButtons, type TableFile } from './download-buttons.tsx';
import { everyMailing, type Exported, mailingsCsv, mailingsWorkbook } from './mailing-file.ts';
import { saveBlob, saveFile } from './save-file.ts';

interface Props {
  title: string;
  statusNames: Readonly<Record<string, string>>;
  /** The list as filtered. */
  list: (page: { limit: number; cursor: string | undefined }) => Promise<List<Exported>>;
}

/** Downloads every mailing of a list as filtered, for spreadsheets. */
export default function MailingExport({ title, statusNames, list }: Props) {
  const { t, format } = useLanguage();
  const save = async (type: TableFile) => {
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
  };
  return <DownloadButtons save={save} saved={t.lists.downloaded} />;
}
