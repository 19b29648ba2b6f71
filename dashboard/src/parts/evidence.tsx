import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { FileType } from '../api/request.ts';
import { useLanguage } from '../language/language.tsx';
import { useAccount } from '../session/session.tsx';
import { Icon } from './icons.tsx';
import { Sheet } from './page.tsx';
import parts from './parts.module.css';
import { saveBlob } from './save-file.ts';
import { Failure } from './states.tsx';

interface EvidenceProps {
  of: 'letters' | 'verifications';
  id: string;
  /** Whether it has ended: nothing is frozen before (rules EVI-1 and EVI-9). */
  ended: boolean;
  /** A page of a verification, if it has one: the page that checks evidence has the same base. */
  hostedPageUrl: string | null;
}

/** The evidence that was frozen and signed when the mailing ended, for download. */
export function Evidence({ of, id, ended, hostedPageUrl }: EvidenceProps) {
  const { t } = useLanguage();
  const { api } = useAccount();
  const texts = { ...t.evidence, ...t[of].evidence };
  const taking = useMutation({
    mutationFn: (type: FileType) => api.evidence(of, id, type),
    onSuccess: (file, type) =>
      saveBlob(file, type === 'application/pdf' ? `evidencia-${id}.pdf` : `evidencia-${id}.json`),
  });
  if (!ended) {
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
        {hostedPageUrl === null ? (
          texts.checkedNamed
        ) : (
          <>
            {texts.checked}{' '}
            <a href={checkingPage(hostedPageUrl)} target="_blank" rel="noreferrer">
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
