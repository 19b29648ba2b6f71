import { CopyText } from '../parts/copy.tsx';
import { Facts, Page, Sheet } from '../parts/page.tsx';
import { useBench, useWords } from './bench.tsx';

export function ServiceView() {
  const words = useWords();
  const { service, account } = useBench();
  return (
    <Page title={words.views.service} lead={words.serviceLead}>
      <Sheet>
        <Facts
          facts={[
            [words.account, <CopyText key="account" text={account.id} />] as const,
            ...Object.entries({ ...service }).map(
              ([name, value]) => [name, <CopyText key={name} text={value} />] as const,
            ),
          ]}
        />
      </Sheet>
    </Page>
  );
}
