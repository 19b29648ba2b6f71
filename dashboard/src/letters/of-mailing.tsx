import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { RequestFailed } from '../api/request.ts';
import { useLanguage } from '../language/language.tsx';
import parts from '../parts/parts.module.css';
import { useCreator } from '../parts/use-creator.ts';
import { useAccount } from '../session/session.tsx';

/** The service's name in the metadata of a letter from a spreadsheet (rule DASH-13): `mrg_…/12`. */
export const MAIL_MERGE_ROW = 'mail_merge_row';

/** The spreadsheet that a letter comes from, with its day and author, as long as it is kept. */
export function OfMailing({ row }: { row: string }) {
  const { t, format } = useLanguage();
  const { accountId, api } = useAccount();
  const [id = ''] = row.split('/');
  const { data } = useQuery({
    queryKey: [accountId, 'mail-merges', id],
    queryFn: () =>
      api.mailMerge(id).catch((error: unknown) => {
        if (error instanceof RequestFailed && error.status === 404) return null;
        throw error;
      }),
  });
  const creator = useCreator(data ?? undefined);
  if (!data) return t.letters.mailingGone;
  return (
    <>
      <Link to="/$accountId/letters/spreadsheet/$mailMergeId" params={{ accountId, mailMergeId: id }}>
        {data.filename}
      </Link>
      <small className={parts.note}>
        {[format.instant(data.confirmed_at ?? data.created_at), creator].filter((text) => text !== null).join(', ')}
      </small>
    </>
  );
}
