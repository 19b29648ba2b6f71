import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { RequestFailed } from '../api/request.ts';
import { isReachable } from '../api/script.ts';
import { useLanguage } from '../language/language.tsx';
import { Icon } from '../parts/icons.tsx';
import { Page } from '../parts/page.tsx';
import { Empty, Failure } from '../parts/states.tsx';
import style from './shell.module.css';

export function WholePage({ children }: { children: ReactNode }) {
  return <main className={style.whole}>{children}</main>;
}

/** An address that does not exist, or belongs to an account that the person has no access to. */
export function MissingPage() {
  const { t } = useLanguage();
  return (
    <WholePage>
      <Page title={t.states.nowhereTitle}>
        <Empty
          icon="mail"
          title={t.states.nowhere}
          action={
            <Button component="a" href="/">
              {t.states.home}
            </Button>
          }
        />
      </Page>
    </WholePage>
  );
}

/** A screen that could not be shown. */
export function BrokenPage({ error }: { error: unknown }) {
  return (
    <WholePage>
      <BrokenScreen error={error} />
    </WholePage>
  );
}

/** The same inside the frame: a failed request shows its id; anything else is our bug, and reloading helps. */
export function BrokenScreen({ error }: { error: unknown }) {
  const { t } = useLanguage();
  if (error instanceof RequestFailed && error.status === 0) return <OfflineScreen />;
  return (
    <Page title={t.states.brokenTitle} lead={error instanceof RequestFailed ? undefined : t.states.broken}>
      <Failure
        error={error instanceof Error ? error : new Error(String(error))}
        retry={() => window.location.reload()}
      />
    </Page>
  );
}

/** A screen whose script needs a connection. Without one, reloading would lead to the browser's own error page. */
function OfflineScreen() {
  const { t } = useLanguage();
  const again = useMutation({
    mutationFn: async () => {
      if (await isReachable()) window.location.reload();
    },
  });
  return (
    <Page title={t.states.offlineTitle} lead={t.states.offline}>
      <div>
        <Button
          variant="default"
          leftSection={<Icon name="again" size={18} />}
          loading={again.isPending}
          onClick={() => again.mutate()}
        >
          {t.states.retry}
        </Button>
      </div>
    </Page>
  );
}
