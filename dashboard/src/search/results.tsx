import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Search } from '../api/objects.ts';
import { useLanguage } from '../language/language.tsx';
import type { IconName } from '../parts/icons.tsx';
import { LetterMark, VerificationMark } from '../parts/mailing.tsx';
import { useAccount } from '../session/session.tsx';
import { useNavigation } from '../shell/navigation.ts';

export interface Result {
  key: string;
  label: string;
  description?: string;
  icon: IconName;
  mark?: ReactNode;
  link: LinkProps;
}

export interface Group {
  label: string;
  results: Result[];
}

const withoutEmpty = (groups: Group[]) => groups.filter(({ results }) => results.length > 0);

/** What the service found for a text, by kind. */
export function useFound(found: Search | undefined, text: string): Group[] {
  const { t, format } = useLanguage();
  const { accountId } = useAccount();
  if (!found) return [];
  const params = { accountId };
  const common = (mailing: Search['letters'][number] | Search['verifications'][number]) => ({
    key: mailing.id,
    label: mailing.recipient,
    description: [mailing.reference, `${mailing.city} - ${mailing.state}`, format.day(mailing.created_at)]
      .filter(Boolean)
      .join(' · '),
  });
  const letters = found.letters.map<Result>((letter) => ({
    ...common(letter),
    icon: 'mail',
    mark: <LetterMark status={letter.status} />,
    link: { to: '/$accountId/letters/$letterId', params: { accountId, letterId: letter.id } },
  }));
  const verifications = found.verifications.map<Result>((verification) => ({
    ...common(verification),
    icon: 'shield',
    mark: <VerificationMark status={verification.status} />,
    link: { to: '/$accountId/verifications/$verificationId', params: { accountId, verificationId: verification.id } },
  }));
  const all = (key: 'letters' | 'verifications'): Result => ({
    key: `all ${key}`,
    label: t.search.all[key](text),
    icon: 'right',
    link: { to: `/$accountId/${key}`, params, search: { recipient: text } } as LinkProps,
  });
  return withoutEmpty([
    { label: t.nav.letters, results: [...letters, ...(found.has_more_letters ? [all('letters')] : [])] },
    {
      label: t.nav.verifications,
      results: [...verifications, ...(found.has_more_verifications ? [all('verifications')] : [])],
    },
    {
      label: t.nav.people,
      results: found.people.map(({ id, name, email, role }) => ({
        key: id,
        label: name ?? email,
        description: `${name === null ? '' : `${email} · `}${t.roles[role].name}`,
        icon: 'people',
        link: { to: '/$accountId/people', params },
      })),
    },
  ]);
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** What to do and where to go, as far as its words begin with those of the text. */
export function useActions(text: string): Group[] {
  const { t } = useLanguage();
  const { accountId, may } = useAccount();
  const screens = useNavigation().flatMap(({ entries }) => entries);
  const to = (path: string) => ({ to: path, params: { accountId } }) as LinkProps;
  const acts: Result[] = may('send')
    ? [
        { key: 'new letter', label: t.search.newLetter, icon: 'plus', link: to('/$accountId/letters/new') },
        {
          key: 'new verification',
          label: t.search.newVerification,
          icon: 'plus',
          link: to('/$accountId/verifications/new'),
        },
        { key: 'spreadsheet', label: t.mailMerge.link, icon: 'file', link: to('/$accountId/letters/spreadsheet') },
      ]
    : [];
  const places = screens.map<Result>(({ to: path, icon, label }) => ({
    key: path,
    label: t.search.goTo(label),
    icon,
    link: to(path),
  }));
  const wanted = plain(text).split(/\s+/).filter(Boolean);
  const fits = ({ label }: Result) => {
    const words = plain(label).split(/\s+/);
    return wanted.every((start) => words.some((word) => word.startsWith(start)));
  };
  return withoutEmpty([{ label: t.search.actions, results: [...acts, ...places].filter(fits) }]);
}
