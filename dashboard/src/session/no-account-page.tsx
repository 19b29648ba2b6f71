import { Button } from '@mantine/core';
import type { Session } from '../api/objects.ts';
import { useLanguage } from '../language/language.tsx';
import { Icon } from '../parts/icons.tsx';
import { Page } from '../parts/page.tsx';
import { Empty } from '../parts/states.tsx';
import { WholePage } from '../shell/error-pages.tsx';
import Invitations from './invitations.tsx';
import { useSignOut } from './use-sign-out.ts';

/** For a person who belongs to no account: the invitations that wait for them, and the way out. */
export default function NoAccountPage({ session: { person, invitations = [] } }: { session: Session }) {
  const { t } = useLanguage();
  const { leaving, leave } = useSignOut();
  return (
    <WholePage>
      <Page
        title={t.invitations.pageTitle}
        lead={t.invitations.signedInAs(person.email)}
        actions={
          <Button
            variant="default"
            loading={leaving}
            leftSection={<Icon name="leave" />}
            onClick={() => void leave(false)}
          >
            {t.shell.signOut}
          </Button>
        }
      >
        {invitations.length > 0 ? (
          <Invitations invitations={invitations} />
        ) : (
          <Empty icon="mail" title={t.invitations.none}>
            {t.invitations.noneHint}
          </Empty>
        )}
      </Page>
    </WholePage>
  );
}
