import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { loaded } from '../api/script.ts';
import { useLanguage } from '../language/language.tsx';
import { BlankMarkers } from '../letters/blank-markers.tsx';
import letters from '../letters/letters.module.css';
import { AlreadySent } from '../parts/already-sent.tsx';
import { BalanceBefore, Missing, PriceBefore } from '../parts/before-sending.tsx';
import { Icon } from '../parts/icons.tsx';
import { Sheet } from '../parts/page.tsx';
import { Failure, Loading } from '../parts/states.tsx';
import { useAccount } from '../session/session.tsx';
import type { NewVerification } from './use-new-verification.ts';

const Preview = lazy(() => loaded(import('../pdf/preview.tsx')));

/** What will be sent, what it costs, and what is still missing. */
export function Summary({ made }: { made: NewVerification }) {
  const { t } = useLanguage();
  const { accountId } = useAccount();
  const { form, quoted, creating, problems } = made;
  return (
    <Sheet title={t.newLetter.summary}>
      {!form.ownPdf && quoted.previewUrl && (
        <Suspense fallback={<Loading rows={4} />}>
          <div className={letters.printed}>
            <Preview url={quoted.previewUrl} name={t.letters.document} steady />
            <p className={letters.soft}>
              {made.addressed ? t.verifications.hiddenCode : t.newVerification.previewBeforeAddress}
            </p>
          </div>
        </Suspense>
      )}
      <PriceBefore price={quoted.price} busy={quoted.quote.isFetching} without={made.without} />
      <BalanceBefore total={quoted.price?.total} />
      <Missing texts={made.missing} />
      <BlankMarkers blank={made.gaps} />
      {quoted.quote.error && quoted.problems.length === 0 && (
        <Failure error={quoted.quote.error} retry={() => void quoted.quote.refetch()} />
      )}
      {creating.error && problems.length === 0 && <Failure error={creating.error} />}
      {creating.earlier && (
        <AlreadySent
          title={t.newVerification.alreadySentTitle}
          link={
            <Link
              to="/$accountId/verifications/$verificationId"
              params={{ accountId, verificationId: creating.earlier.id }}
            >
              {t.verifications.of(creating.earlier.to.name)}
            </Link>
          }
          onAnother={made.startAnother}
        />
      )}
      <Button
        type="submit"
        fullWidth
        size="md"
        mt="md"
        disabled={!made.ready}
        loading={creating.isPending}
        leftSection={<Icon name="shield" />}
      >
        {t.newVerification.send}
      </Button>
      <p className={letters.soft}>{t.newVerification.sendNote}</p>
    </Sheet>
  );
}
