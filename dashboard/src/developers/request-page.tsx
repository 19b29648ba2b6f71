import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useLanguage } from '../language/language.tsx';
import { CopyText } from '../parts/copy.tsx';
import { ObjectLink } from '../parts/mailing.tsx';
import { Facts, Page, Sheet } from '../parts/page.tsx';
import parts from '../parts/parts.module.css';
import { Ready } from '../parts/states.tsx';
import { useAccount } from '../session/session.tsx';
import { Forbidden } from './forbidden.tsx';
import { KeyName, RequestMark } from './request-parts.tsx';

/** One request with an API key, found by its id. */
export function RequestPage() {
  const { t } = useLanguage();
  const { may } = useAccount();
  return may('develop') ? <Request /> : <Forbidden title={t.requests.request} />;
}

function Request() {
  const { t, format } = useLanguage();
  const { accountId, api } = useAccount();
  const { requestId } = useParams({ from: '/$accountId/developers/requests/$requestId' });
  const request = useQuery({ queryKey: [accountId, 'request', requestId], queryFn: () => api.request(requestId) });
  const keys = useQuery({ queryKey: [accountId, 'api-keys'], queryFn: api.apiKeys });
  const { data } = request;
  return (
    <Page
      title={data ? `${data.method} ${data.path}` : t.requests.request}
      mark={data && <RequestMark status={data.status} />}
      back={{ link: { to: '/$accountId/developers/requests', params: { accountId } }, label: t.nav.requests }}
    >
      <Sheet>
        <Ready query={request} rows={4}>
          {({ id, status, error_code, replayed, object_id, api_key_id, mode, duration_ms, created_at }) => (
            <>
              <Facts
                facts={[
                  [t.requests.id, <CopyText key="id" text={id} />],
                  [t.requests.answer, t.requests.answered(status)],
                  [t.requests.error, error_code && <code key="error">{error_code}</code>],
                  [t.requests.replayed, replayed ? t.requests.replayedHint : null],
                  [t.requests.object, object_id && <ObjectLink key="object" accountId={accountId} id={object_id} />],
                  [
                    t.requests.key,
                    <>
                      <KeyName id={api_key_id} keys={keys.data?.data} /> ({t.apiKeys.modes[mode]})
                    </>,
                  ],
                  [t.requests.duration, t.requests.milliseconds(format.number(duration_ms))],
                  [
                    t.money.when,
                    <time key="when" dateTime={created_at}>
                      {format.exactInstant(created_at)}
                    </time>,
                  ],
                ]}
              />
              <p className={parts.below}>{t.requests.noContent}</p>
            </>
          )}
        </Ready>
      </Sheet>
    </Page>
  );
}
