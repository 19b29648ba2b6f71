import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { RequestFailed } from '../api/request.ts';
import { useLanguage } from '../language/language.tsx';
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

/** A screen that could not be shown: a failed request shows its id; anything else is our bug, and reloading helps. */
export function BrokenPage({ error }: { error: unknown }) {
  const { t } = useLanguage();
  return (
    <WholePage>
      <Page title={t.states.brokenTitle} lead={error instanceof RequestFailed ? undefined : t.states.broken}>
        <Failure
          error={error instanceof Error ? error : new Error(String(error))}
          retry={() => window.location.reload()}
        />
      </Page>
    </WholePage>
  );
}
