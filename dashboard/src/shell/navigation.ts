import { useLanguage } from '../language/language.tsx';
import type { IconName } from '../parts/icons.tsx';
import type { Right } from '../session/roles.ts';
import { useAccount } from '../session/session.tsx';

export interface Entry {
  to: string;
  icon: IconName;
  label: string;
  needs?: Right;
}

/** The screens that the person may open, in the groups of the navigation. */
export function useNavigation(): { label: string; entries: Entry[] }[] {
  const { t } = useLanguage();
  const { may } = useAccount();
  const groups: { label: string; entries: Entry[] }[] = [
    {
      label: t.nav.post,
      entries: [
        { to: '/$accountId', icon: 'home', label: t.nav.home },
        { to: '/$accountId/letters', icon: 'mail', label: t.nav.letters },
        { to: '/$accountId/verifications', icon: 'shield', label: t.nav.verifications },
        { to: '/$accountId/balance', icon: 'wallet', label: t.nav.balance },
      ],
    },
    {
      label: t.nav.developers,
      entries: [
        { to: '/$accountId/developers/api-keys', icon: 'key', label: t.nav.apiKeys, needs: 'develop' },
        { to: '/$accountId/developers/webhooks', icon: 'hook', label: t.nav.webhooks, needs: 'develop' },
        { to: '/$accountId/developers/requests', icon: 'terminal', label: t.nav.requests, needs: 'develop' },
        { to: '/$accountId/developers/events', icon: 'pulse', label: t.nav.events },
      ],
    },
    {
      label: t.nav.account,
      entries: [
        { to: '/$accountId/people', icon: 'people', label: t.nav.people },
        { to: '/$accountId/activity', icon: 'clock', label: t.nav.activity },
        { to: '/$accountId/settings', icon: 'building', label: t.nav.settings },
      ],
    },
  ];
  return groups.map(({ label, entries }) => ({
    label,
    entries: entries.filter(({ needs }) => !needs || may(needs)),
  }));
}
