import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useLanguage } from '../language/language.tsx';
import { keptMailMergeQuery } from '../parts/kept-mail-merge.ts';
import parts from '../parts/parts.module.css';
import { useCreator } from '../parts/use-creator.ts';
import { useAccount } from '../session/session.tsx';

/** The spreadsheet that a letter comes from, with its day and author, as long as it is kept. */
export function OfMailing({ row }: { row: string }) {
  const { t, format } = useLanguage();
  const { accountId } = useAccount();
  const [id = ''] = row.split('/');
  const data = useQuery(keptMailMergeQuery(accountId, id)).data;
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
