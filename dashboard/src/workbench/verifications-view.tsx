import { Alert } from '@mantine/core';
import type { Verification } from '../api/objects.ts';
import { useLanguage } from '../language/language.tsx';
import { Icon } from '../parts/icons.tsx';
import { VerificationMark } from '../parts/mailing.tsx';
import { Page, Sheet } from '../parts/page.tsx';
import { Rows } from '../parts/rows.tsx';
import { Empty, Ready } from '../parts/states.tsx';
import { useBench, useDesk, useWords } from './bench.tsx';
import { control } from './bench-api.ts';
import { ReportActs } from './reports.tsx';
import style from './workbench.module.css';

/** The file with the code exists until the letter is posted. */
const isPrintable = ({ status }: Verification) => status === 'received' || status === 'in_production';

export function VerificationsView() {
  const { format } = useLanguage();
  const words = useWords();
  const { desk, service } = useBench();
  const verifications = useDesk('verifications', (api) => api.verifications());
  const isLive = desk.mode === 'live';
  return (
    <Page title={words.views.verifications}>
      {!isLive && (
        <Alert variant="light" icon={<Icon name="info" />}>
          {words.sandboxNote}
        </Alert>
      )}
      <Sheet flush={Boolean(verifications.data?.data.length)}>
        <Ready query={verifications}>
          {({ data }) =>
            data.length === 0 ? (
              <Empty icon="shield" title={words.nothing} />
            ) : (
              <Rows<Verification>
                caption={words.views.verifications}
                items={data}
                id={({ id }) => id}
                columns={[
                  {
                    label: words.who,
                    cell: ({ id, to }) => (
                      <>
                        {to.name}
                        <small>
                          <code>{id}</code>
                        </small>
                      </>
                    ),
                  },
                  {
                    label: words.status,
                    cell: ({ status, reference }) => (
                      <>
                        <VerificationMark status={status} />
                        {reference && <small>{reference}</small>}
                      </>
                    ),
                  },
                  {
                    label: words.tries,
                    cell: ({ attempts_remaining, expires_at }) => (
                      <>
                        {attempts_remaining}
                        {expires_at && (
                          <small>
                            {words.until60} {format.exactInstant(expires_at)}
                          </small>
                        )}
                      </>
                    ),
                  },
                  {
                    label: words.files,
                    cell: (verification) => (
                      <span className={style.files}>
                        {isPrintable(verification) && (
                          <a href={control.printFile(verification.id)} target="_blank" rel="noreferrer">
                            {words.letterWithCode}
                          </a>
                        )}
                        {verification.hosted_page_url && (
                          <a href={verification.hosted_page_url} target="_blank" rel="noreferrer">
                            {words.codePage}
                          </a>
                        )}
                        {isLive && (
                          <a
                            href={
                              new URL(`${desk.accountId}/verifications/${verification.id}`, service.dashboard_url).href
                            }
                          >
                            {words.inDashboard}
                          </a>
                        )}
                      </span>
                    ),
                  },
                  {
                    label: words.acts,
                    cell: ({ id, status, to }) =>
                      isLive &&
                      status === 'in_production' && (
                        <ReportActs id={id} name={to.name} printed={undefined} posted={{ id, status: 'posted' }} />
                      ),
                  },
                ]}
              />
            )
          }
        </Ready>
      </Sheet>
    </Page>
  );
}
