import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useState } from 'react';
import { useLanguage } from '../language/language.tsx';
import { Icon, type IconName } from '../parts/icons.tsx';
import { Failure, Loading } from '../parts/states.tsx';
import { WholePage } from '../shell/error-pages.tsx';
import { Preferences } from '../shell/preferences.tsx';
import shell from '../shell/shell.module.css';
import { show } from '../show.tsx';
import { accountsQuery, BenchContext, useBench, useWords } from './bench.tsx';
import { control, customerApi } from './bench-api.ts';
import { ClockSheet } from './clock.tsx';
import { keyOf } from './desk-keys.ts';
import { EventsView } from './events-view.tsx';
import { InboxView } from './inbox-view.tsx';
import { LettersView } from './letters-view.tsx';
import { MailsView } from './mails-view.tsx';
import { MoneyView } from './money-view.tsx';
import { type Desk, deskName, placeHref, usePlace, type View } from './place.ts';
import { ServiceView } from './service-view.tsx';
import { VerificationsView } from './verifications-view.tsx';

const screens: Readonly<Record<View, { icon: IconName; show: ComponentType }>> = {
  letters: { icon: 'mail', show: LettersView },
  verifications: { icon: 'shield', show: VerificationsView },
  money: { icon: 'wallet', show: MoneyView },
  events: { icon: 'pulse', show: EventsView },
  inbox: { icon: 'hook', show: InboxView },
  mails: { icon: 'tag', show: MailsView },
  service: { icon: 'key', show: ServiceView },
};

const groups: Readonly<Record<'account' | 'service', readonly View[]>> = {
  account: ['letters', 'verifications', 'money', 'events'],
  service: ['inbox', 'mails', 'service'],
};

/** Finds the service, the accounts and a key for the desk in the address. */
function Workbench() {
  const { desk: asked } = usePlace();
  const service = useQuery({ queryKey: ['service'], queryFn: control.service, staleTime: Infinity });
  const accounts = useQuery(accountsQuery);
  const [first] = accounts.data ?? [];
  const account = accounts.data?.find(({ id }) => id === asked?.accountId) ?? first;
  const desk: Desk | undefined = account && { accountId: account.id, mode: asked?.mode ?? 'live' };
  const key = useQuery({
    queryKey: ['key', desk && deskName(desk)],
    queryFn: () => keyOf(desk!, first!.id, service.data!),
    enabled: Boolean(desk && service.data),
    staleTime: Infinity,
  });
  const error = service.error ?? accounts.error ?? key.error;
  if (!service.data || !accounts.data || !account || !desk || key.data === undefined) {
    return (
      <WholePage>{error ? <Failure error={error} retry={() => location.reload()} /> : <Loading rows={4} />}</WholePage>
    );
  }
  const bench = {
    service: service.data,
    accounts: accounts.data,
    account,
    desk,
    api: customerApi(service.data, key.data),
  };
  return (
    <BenchContext value={bench}>
      <Frame />
    </BenchContext>
  );
}

function Frame() {
  const { t } = useLanguage();
  const words = useWords();
  const { desk } = useBench();
  const { view } = usePlace();
  // The menu is open only for this place: any navigation closes it.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const here = placeHref({ view, desk });
  const open = openAt === here;
  const { show: Screen } = screens[view];
  return (
    <div className={shell.shell}>
      <a
        href="#main"
        className={shell.skip}
        onClick={(event) => {
          // The part after `#` is the place.
          event.preventDefault();
          document.getElementById('main')?.focus();
        }}
      >
        {t.shell.skip}
      </a>
      <header className={shell.side}>
        <div className={shell.top}>
          <a href="#/letters" className={shell.brand}>
            <img src={`${import.meta.env.BASE_URL}icon.svg`} alt="" width="30" height="30" />
            {words.name}
          </a>
          <button
            type="button"
            className={shell.menuButton}
            aria-expanded={open}
            aria-controls="navigation"
            onClick={() => setOpenAt(open ? null : here)}
          >
            <Icon name={open ? 'close' : 'menu'} size={22} />
            {t.shell.menu}
          </button>
        </div>
        <div id="navigation" className={shell.drawer} data-open={open || undefined}>
          <DeskSwitcher />
          <nav aria-label={t.shell.navigation}>
            {(['account', 'service'] as const).map((group) => (
              <div key={group} className={shell.group}>
                <h2 className={shell.groupLabel}>{words.groups[group]}</h2>
                <ul>
                  {groups[group].map((name) => (
                    <li key={name}>
                      <a
                        href={placeHref({ view: name, desk })}
                        className={shell.entry}
                        aria-current={name === view ? 'page' : undefined}
                      >
                        <Icon name={screens[name].icon} />
                        {words.views[name]}
                      </a>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </nav>
          <DashboardLink />
          <Preferences />
        </div>
      </header>
      <main id="main" tabIndex={-1} className={shell.main}>
        <ClockSheet />
        <Screen key={here} />
      </main>
    </div>
  );
}

/** The accounts, each with its sandbox. */
function DeskSwitcher() {
  const words = useWords();
  const { accounts, desk } = useBench();
  const { view } = usePlace();
  const options = accounts.flatMap(({ id, trade_name, legal_name }) => {
    const name = trade_name ?? legal_name;
    return [
      { value: `${id}`, label: name },
      { value: `${id}/test`, label: words.sandboxOf(name) },
    ];
  });
  return (
    <NativeSelect
      label={words.desk}
      value={deskName(desk)}
      data={options}
      onChange={({ currentTarget: { value } }) => {
        const [accountId = '', mode] = value.split('/');
        location.hash = placeHref({ view, desk: { accountId, mode: mode === 'test' ? 'test' : 'live' } });
      }}
    />
  );
}

function DashboardLink() {
  const words = useWords();
  const { service } = useBench();
  return (
    <div className={shell.person}>
      <Button
        component="a"
        href={service.dashboard_url}
        size="compact-sm"
        variant="subtle"
        leftSection={<Icon name="away" size={16} />}
      >
        {words.dashboard}
      </Button>
    </div>
  );
}

await show(<Workbench />);
