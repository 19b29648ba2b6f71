import { Alert, Button } from '@mantine/core';
import { useLanguage } from '../language/language.tsx';
import { Preferences } from '../shell/preferences.tsx';
import { useTitle } from '../shell/use-title.ts';
import { signInUrl } from './session.tsx';
import style from './sign-in-page.module.css';

const reasons = ['expired', 'refused', 'not_invited', 'unavailable'] as const;

/** Shown before sign-in, and after a session has ended. */
export function SignInPage({ ended }: { ended: boolean }) {
  const { t } = useLanguage();
  useTitle(t.signIn.title);
  const here = new URL(window.location.href);
  const refused = reasons.find((reason) => reason === here.searchParams.get('sign_in_error'));
  here.searchParams.delete('sign_in_error');

  return (
    <main className={style.page}>
      <div className={style.sheet}>
        <p className={style.brand}>
          <img src="/icon.svg" alt="" width="44" height="44" />
          <span>Malote</span>
        </p>
        <h1 className={style.title}>{ended ? t.signIn.endedTitle : t.signIn.title}</h1>
        <p>{ended ? t.signIn.endedLead : t.signIn.lead}</p>
        {refused && (
          <Alert variant="light" color="red" role="alert" mb="md">
            {t.signIn.refused[refused]}
          </Alert>
        )}
        <Button component="a" href={signInUrl(here.pathname + here.search)} size="lg" fullWidth>
          {t.signIn.enter}
        </Button>
        <p className={style.soft}>{t.signIn.note}</p>
      </div>
      <Preferences />
    </main>
  );
}
