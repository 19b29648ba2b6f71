import { useLanguage } from '../language/language.tsx';
import { Page, Sheet } from '../parts/page.tsx';
import { Empty } from '../parts/states.tsx';

/** Shown for a link from somebody with another role. */
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
