import { useLanguage } from '../language/language.tsx';
import { Page, Sheet } from '../parts/page.tsx';
import { Empty } from '../parts/states.tsx';

/** A link that somebody with another role has sent. */
export function Forbidden({ title }: { title: string }) {
  const { t } = useLanguage();
  return (
    <Page title={title}>
      <Sheet>
        <Empty icon="key" title={t.roles.cannotDevelop} />
      </Sheet>
    </Page>
  );
}
