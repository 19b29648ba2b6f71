import { Alert, Button, Skeleton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { RequestFailed } from '../api/request.ts';
import { useLanguage } from '../language/language.tsx';
import type { Explaining } from '../language/problems.ts';
import { sessionQuery } from '../session/session.tsx';
import { Icon, type IconName } from './icons.tsx';
import style from './parts.module.css';

export function Loading({ rows = 6 }: { rows?: number }) {
  const { t } = useLanguage();
  return (
    <div role="status" aria-label={t.states.loading} className={style.loading}>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={row === 0 ? 18 : 40} width={row === 0 ? '30%' : '100%'} animate />
      ))}
    </div>
  );
}

/** The error's text says what to do; the request id is for support. */
export function Failure({ error, retry }: { error: Error; retry?: (() => void) | undefined }) {
  const { t, explain } = useLanguage();
  const client = useQueryClient();
  const failed = error instanceof RequestFailed ? error : null;
  const ended = failed?.status === 401;
  useEffect(() => {
    if (ended) client.setQueryData(sessionQuery.queryKey, null);
  }, [client, ended]);
  return (
    <Alert
      variant="light"
      color="red"
      role="alert"
      icon={<Icon name="alert" />}
      title={
        failed?.status === 0
          ? t.states.offlineTitle
          : failed?.status === 404
            ? t.states.missingTitle
            : t.states.failedTitle
      }
    >
      <p className={style.plain}>{textOf(error, t.states, explain)}</p>
      {failed !== null && failed.problems.length > 0 && (
        <ul className={style.plainList}>
          {failed.problems.map((problem) => (
            <li key={`${problem.param} ${problem.code}`}>{explain.named(problem)}</li>
          ))}
        </ul>
      )}
      {failed?.requestId && (
        <p className={style.requestId}>
          {t.states.requestId} <code>{failed.requestId}</code>
        </p>
      )}
      {retry && failed?.status !== 404 && (
        <Button
          mt="sm"
          size="compact-md"
          variant="default"
          leftSection={<Icon name="again" size={16} />}
          onClick={retry}
        >
          {t.states.retry}
        </Button>
      )}
    </Alert>
  );
}

function textOf(
  error: Error,
  texts: Record<'offline' | 'failed' | 'uploadFailed' | 'invalid', string>,
  explain: Explaining,
): string {
  if (!(error instanceof RequestFailed)) return texts.failed;
  if (error.code === 'upload_failed') return texts.uploadFailed;
  if (error.status === 0) return texts.offline;
  if (error.problems.length > 0) return texts.invalid;
  return explain.failure(error);
}

interface EmptyProps {
  icon: IconName;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}

export function Empty({ icon, title, children, action }: EmptyProps) {
  return (
    <div className={style.empty}>
      <span className={style.emptyStamp}>
        <Icon name={icon} size={34} />
      </span>
      <h2 className={style.emptyTitle}>{title}</h2>
      {children && <p className={style.emptyText}>{children}</p>}
      {action && <div className={style.emptyActions}>{action}</div>}
    </div>
  );
}

interface ReadyProps<Data> {
  query: { data: Data | undefined; error: Error | null; refetch: () => unknown };
  rows?: number;
  children: (data: Data) => ReactNode;
}

/** Loading, failed or loaded: every screen has all three. Loaded content stays during a reload. */
export function Ready<Data>({ query, rows, children }: ReadyProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) return <Failure error={query.error} retry={() => void query.refetch()} />;
  return <Loading {...(rows === undefined ? {} : { rows })} />;
}
