import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { loaded } from '../api/script.ts';
import { useLanguage } from '../language/language.tsx';
import { keepOnlyDraftsOf } from '../parts/drafts.ts';
import { Icon } from '../parts/icons.tsx';
import parts from '../parts/parts.module.css';
import { tabId } from '../parts/tab.ts';
import { SearchButton } from '../search/search-button.tsx';
import { sessionQuery, useAccount } from '../session/session.tsx';
import { useSignOut } from '../session/use-sign-out.ts';
import { rememberAccount } from './last-account.ts';
import { useNavigation } from './navigation.ts';
import { Preferences } from './preferences.tsx';
import style from './shell.module.css';

const AccountMenu = lazy(() => loaded(import('./account-menu.tsx')));
const Invitations = lazy(() => loaded(import('../session/invitations.tsx')));

/** The frame of an account's screens: navigation, account and person. */
export function Shell() {
  const { t } = useLanguage();
  const { accountId } = useAccount();
  const router = useRouter();
  const [open, setOpen] = useState(false);

  const person = useQuery(sessionQuery).data?.person.id;
  useEffect(() => rememberAccount(accountId), [accountId]);
  useEffect(() => {
    // From here on the drafts of this tab are not those of a closed one.
    void tabId();
    if (person !== undefined) void keepOnlyDraftsOf(person);
  }, [person]);
  // Any navigation closes the menu.
  useEffect(() => router.subscribe('onBeforeNavigate', () => setOpen(false)), [router]);

  return (
    <div className={style.shell}>
      <a href="#main" className={style.skip}>
        {t.shell.skip}
      </a>
      <header className={style.side}>
        <div className={style.top}>
          <Link to="/$accountId" params={{ accountId }} className={style.brand}>
            <img src="/icon.svg" alt="" width="30" height="30" />
            Malote
          </Link>
          <SearchButton />
          <button
            type="button"
            className={style.menuButton}
            aria-expanded={open}
            aria-controls="navigation"
            onClick={() => setOpen(!open)}
          >
            <Icon name={open ? 'close' : 'menu'} size={22} />
            {t.shell.menu}
          </button>
        </div>
        <div id="navigation" className={style.drawer} data-open={open || undefined}>
          <AccountSwitcher />
          <Navigation />
          <PersonMenu />
          <Preferences />
        </div>
      </header>
      <main id="main" tabIndex={-1} className={style.main}>
        <WaitingInvitations />
        <Outlet />
      </main>
    </div>
  );
}

function Navigation() {
  const { t } = useLanguage();
  const { accountId } = useAccount();
  const groups = useNavigation();
  return (
    <nav aria-label={t.shell.navigation}>
      {groups.map(({ label, entries }) => (
        <div key={label} className={style.group}>
          <h2 className={style.groupLabel}>{label}</h2>
          <ul>
            {entries.map(({ to, icon, label: name }) => (
              <li key={to}>
                <Link
                  to={to}
                  params={{ accountId }}
                  className={style.entry}
                  activeProps={{ 'aria-current': 'page' }}
                  activeOptions={{ includeSearch: false, exact: to === '/$accountId' }}
                >
                  <Icon name={icon} />
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function AccountSwitcher() {
  const { t } = useLanguage();
  const { accountId, name, role } = useAccount();
  const { data: session } = useQuery(sessionQuery);
  const [asked, setAsked] = useState(false);
  const accounts = session?.accounts ?? [];
  const named = (
    <span className={style.account}>
      <span className={style.accountMark} aria-hidden="true">
        {initials(name)}
      </span>
      <span className={style.accountText}>
        <b>{name}</b>
        <small>{t.roles[role].name}</small>
      </span>
    </span>
  );
  if (accounts.length < 2) return named;
  const inside = (
    <>
      {named}
      <span className={parts.hidden}>{t.shell.switchAccount}</span>
      <Icon name="down" size={16} />
    </>
  );
  const button = (
    <button type="button" aria-haspopup="menu" className={style.accountButton} onClick={() => setAsked(true)}>
      {inside}
    </button>
  );
  if (!asked) return button;
  return (
    <Suspense fallback={button}>
      <AccountMenu accounts={accounts} current={accountId}>
        {inside}
      </AccountMenu>
    </Suspense>
  );
}

function WaitingInvitations() {
  const { data: session } = useQuery(sessionQuery);
  const invitations = session?.invitations ?? [];
  if (invitations.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <Invitations invitations={invitations} />
    </Suspense>
  );
}

function PersonMenu() {
  const { t } = useLanguage();
  const { data: session } = useQuery(sessionQuery);
  const { leaving, leave } = useSignOut();
  if (!session) return null;
  return (
    <div className={style.person}>
      <p className={style.personText}>
        <b>{session.person.name ?? session.person.email}</b>
        {session.person.name && <small>{session.person.email}</small>}
      </p>
      <Button
        size="compact-sm"
        variant="subtle"
        loading={leaving}
        leftSection={<Icon name="leave" size={16} />}
        onClick={() => void leave(false)}
      >
        {t.shell.signOut}
      </Button>
      <Button size="compact-sm" variant="subtle" disabled={leaving} onClick={() => void leave(true)}>
        {t.shell.signOutEverywhere}
      </Button>
    </div>
  );
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^\p{Lu}/u.test(word));
  return words
    .slice(0, 2)
    .map((word) => word[0])
    .join('');
}
