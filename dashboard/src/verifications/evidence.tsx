import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Verification, VerificationStatus } from '../api/objects.ts';
import type { FileType } from '../api/request.ts';
import { useLanguage } from '../language/language.tsx';
import { Icon } from '../parts/icons.tsx';
import { Sheet } from '../parts/page.tsx';
import parts from '../parts/parts.module.css';
import { saveBlob } from '../parts/save-file.ts';
import { Failure } from '../parts/states.tsx';
import { useAccount } from '../session/session.tsx';

/** Statuses in which nothing is frozen yet (rule EVI-1). */
const under: readonly VerificationStatus[] = ['received', 'in_production', 'awaiting_code'];

/** The evidence that was frozen and signed when the verification ended, for download. */
export function Evidence({ verification: { id, status, hosted_page_url } }: { verification: Verification }) {
  const { t } = useLanguage();
  const { api } = useAccount();
  const texts = t.verifications.evidence;
  const taking = useMutation({
    mutationFn: (type: FileType) => api.evidence(id, type),
    onSuccess: (file, type) =>
      saveBlob(file, type === 'application/pdf' ? `evidencia-${id}.pdf` : `evidencia-${id}.json`),
  });
  if (under.includes(status)) {
    return (
      <Sheet title={texts.title}>
        <p className={parts.plain}>{texts.later}</p>
      </Sheet>
    );
  }
  const take = (type: FileType, label: string) => (
    <Button
      variant="default"
      leftSection={<Icon name="download" size={16} />}
      loading={taking.isPending && taking.variables === type}
      disabled={taking.isPending}
      onClick={() => taking.mutate(type)}
    >
      {label}
    </Button>
  );
  return (
    <Sheet title={texts.title}>
      <p className={parts.intro}>{texts.proves}</p>
      <p className={parts.intro}>{texts.doesNotProve}</p>
      <p className={parts.intro}>
        {hosted_page_url === null ? (
          texts.checkedNamed
        ) : (
          <>
            {texts.checked}{' '}
            <a href={checkingPage(hosted_page_url)} target="_blank" rel="noreferrer">
              {texts.page}
            </a>
            .
          </>
        )}
      </p>
      <div className={parts.actions}>
        {take('application/json', texts.json)}
        {take('application/pdf', texts.pdf)}
      </div>
      {taking.error && <Failure error={taking.error} />}
    </Sheet>
  );
}

/**
 * The page has the same base as those of verifications: `{base}/{account_id}/{page_token}` and `{base}/evidence` (rule
 * PAGE-10).
 */
function checkingPage(hostedPageUrl: string): string {
  return new URL('../evidence', hostedPageUrl).href;
}
