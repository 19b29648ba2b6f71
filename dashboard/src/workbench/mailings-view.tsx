import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import type { List } from '../api/objects.ts';
import { Icon, type IconName } from '../parts/icons.tsx';
import { Page, Sheet } from '../parts/page.tsx';
import { type Column, Rows } from '../parts/rows.tsx';
import { Empty, Ready } from '../parts/states.tsx';
import { useBench, useWords } from './bench.tsx';
import style from './workbench.module.css';

interface Mailing {
  id: string;
  to: { name: string };
}

interface Props<Kind extends Mailing> {
  view: 'letters' | 'verifications';
  icon: IconName;
  query: { data: List<Kind> | undefined; error: Error | null; refetch: () => unknown };
  /** Actions for all mailings on the screen. */
  actions?: ReactNode;
  status: (mailing: Kind) => ReactNode;
  /** A column that only this kind has. */
  own: Column<Kind>;
  files: (mailing: Kind) => ReactNode;
  /** Reports that the print house can send about it, outside of a sandbox. */
  acts: (mailing: Kind) => ReactNode;
}

/** Mailings of one kind at a desk: their statuses, files, and possible reports of the print house. */
export function MailingsView<Kind extends Mailing>({
  view,
  icon,
  query,
  actions,
  status,
  own,
  files,
  acts,
}: Props<Kind>) {
  const words = useWords();
  const { desk, service } = useBench();
  const isLive = desk.mode === 'live';
  const inDashboard = (id: string) => new URL(`${desk.accountId}/${view}/${id}`, service.dashboard_url).href;
  return (
    <Page title={words.views[view]} actions={isLive && actions}>
      {!isLive && (
        <Alert variant="light" icon={<Icon name="info" />}>
          {words.sandboxNote}
        </Alert>
      )}
      <Sheet flush={Boolean(query.data?.data.length)}>
        <Ready query={query}>
          {({ data }) =>
            data.length === 0 ? (
              <Empty icon={icon} title={words.nothing} />
            ) : (
              <Rows<Kind>
                caption={words.views[view]}
                items={data}
                id={({ id }) => id}
                columns={[
                  {
                    label: words.who,
                    long: true,
                    whole: true,
                    cell: ({ id, to }) => (
                      <>
                        {to.name}
                        <small>
                          <code className={style.id}>{id}</code>
                        </small>
                      </>
                    ),
                  },
                  { label: words.status, cell: status },
                  own,
                  {
                    label: words.files,
                    cell: (mailing) => (
                      <span className={style.files}>
                        {files(mailing)}
                        {isLive && <a href={inDashboard(mailing.id)}>{words.inDashboard}</a>}
                      </span>
                    ),
                  },
                  { label: words.acts, cell: (mailing) => isLive && acts(mailing) },
                ]}
              />
            )
          }
        </Ready>
      </Sheet>
    </Page>
  );
}
