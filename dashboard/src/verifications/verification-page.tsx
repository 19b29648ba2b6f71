import { Alert, Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { limits } from '../api/generated/limits.ts';
import type { Verification, VerificationStatus } from '../api/objects.ts';
import { loaded } from '../api/script.ts';
import { DeliveryTrail } from '../developers/delivery.tsx';
import { useLanguage } from '../language/language.tsx';
import { chargeOfVerification } from '../letters/letter-charge.ts';
import { usePrintBatches } from '../letters/print-batches.ts';
import { Confirm } from '../parts/confirm.tsx';
import { CopyText } from '../parts/copy.tsx';
import { EventTrail } from '../parts/event-trail.tsx';
import { Evidence } from '../parts/evidence.tsx';
import { Icon } from '../parts/icons.tsx';
import { AddressText, PriceLines, type Step, Steps, VerificationMark } from '../parts/mailing.tsx';
import { Facts, Page, Sheet } from '../parts/page.tsx';
import parts from '../parts/parts.module.css';
import { Loading, Ready } from '../parts/states.tsx';
import { useCreator } from '../parts/use-creator.ts';
import { LIVE_MS, useLive } from '../parts/use-live.ts';
import { useAccount } from '../session/session.tsx';
import { useAct } from '../session/use-act.ts';
import { EraseMailing } from '../settings/erase-mailing.tsx';
import { Attempts } from './attempts.tsx';

const Preview = lazy(() => loaded(import('../pdf/preview.tsx')));

/** Whether it may still move by itself. */
const isOpen = (status: Verification['status'] | undefined) =>
  status === undefined || status === 'received' || status === 'in_production' || status === 'awaiting_code';

export function VerificationPage() {
  const { t } = useLanguage();
  const { accountId, api } = useAccount();
  const { verificationId } = useParams({ from: '/$accountId/verifications/$verificationId' });
  const verification = useQuery({
    queryKey: [accountId, 'verification', verificationId],
    queryFn: () => api.verification(verificationId),
    refetchInterval: ({ state }) => (isOpen(state.data?.status) ? LIVE_MS : false),
  });
  useLive(verification.data?.status);
  const back = {
    link: { to: '/$accountId/verifications', params: { accountId } } as const,
    label: t.nav.verifications,
  };
  if (!verification.data) {
    return (
      <Page title={t.verifications.verification} back={back}>
        <Ready query={verification}>{() => null}</Ready>
      </Page>
    );
  }
  return (
    <Page
      title={t.verifications.of(verification.data.to.name)}
      mark={<VerificationMark status={verification.data.status} />}
      back={back}
      actions={
        <>
          <AnotherLetter verification={verification.data} />
          <Ending verification={verification.data} />
        </>
      }
    >
      <Detail verification={verification.data} />
    </Page>
  );
}

const under: readonly VerificationStatus[] = ['received', 'in_production', 'awaiting_code'];

function Detail({ verification }: { verification: Verification }) {
  const { t, format } = useLanguage();
  const batch = usePrintBatches().of(verification.created_at);
  const toPrinter =
    verification.status === 'received' && batch !== undefined
      ? t.newLetter.toPrinter(format.appointment(batch))
      : undefined;
  const { may } = useAccount();
  const { confirmation } = verification;
  return (
    <>
      <Alert variant="light" icon={<Icon name="info" />}>
        {t.verifications.means[verification.status] ?? verification.status}
      </Alert>
      <div className={parts.columns}>
        <div className={parts.column}>
          {confirmation && (
            <Sheet title={t.verifications.confirmation}>
              <Confirmed confirmation={confirmation} />
            </Sheet>
          )}
          {verification.status_transitions.awaiting_code_at && <Attempts verificationId={verification.id} />}
          <Evidence
            of="verifications"
            id={verification.id}
            ended={!under.includes(verification.status)}
            hostedPageUrl={verification.hosted_page_url}
          />
          <Document verification={verification} />
          <Sheet title={t.verifications.events}>
            <EventTrail objectId={verification.id} />
          </Sheet>
          {may('develop') && (
            <Sheet title={t.webhooks.deliveriesOf}>
              <DeliveryTrail objectId={verification.id} />
            </Sheet>
          )}
        </div>
        <div className={parts.column}>
          <Sheet title={t.letters.progress}>
            <Steps steps={stepsOf(verification, t.verificationStatus, toPrinter)} />
          </Sheet>
          <Code verification={verification} />
          <Sheet title={t.verifications.address}>
            <AddressText address={verification.to} />
          </Sheet>
          <Details verification={verification} />
          <Sheet title={t.price.title}>
            <PriceLines price={verification.price} />
            {chargeOfVerification(verification) === 'refunded' && (
              <p className={parts.small}>{t.letters.refunded(format.money(verification.price.total))}</p>
            )}
          </Sheet>
        </div>
      </div>
    </>
  );
}

function Confirmed({ confirmation: given }: { confirmation: NonNullable<Verification['confirmation']> }) {
  const { t, format } = useLanguage();
  const { location, precise_location: precise, device, client } = given;
  const names = t.verifications.confirmed;
  const facts = [
    [names.at, format.exactInstant(given.confirmed_at)],
    [
      names.how,
      given.method === 'api' ? names.byApi : given.hosted_page_entry === 'qr_code' ? names.byQrCode : names.byTyping,
    ],
    location
      ? [
          names.place,
          <>
            {[location.city, location.state, location.country].filter(Boolean).join(', ')}
            <small className={parts.note}>{names.placeNote}</small>
          </>,
        ]
      : null,
    precise
      ? [names.precise, `${precise.latitude}, ${precise.longitude} (± ${format.number(precise.accuracy_meters)} m)`]
      : null,
    device ? [names.device, [device.vendor, device.model, device.os].filter(Boolean).join(', ')] : null,
    client ? [names.browser, [client.name, client.version].filter(Boolean).join(' ')] : null,
    given.ip ? [names.ip, <code key="ip">{given.ip}</code>] : null,
  ] satisfies Parameters<typeof Facts>[0]['facts'];
  return <Facts facts={facts} />;
}

function Document({ verification }: { verification: Verification }) {
  const { t } = useLanguage();
  const isPrinted = verification.status_transitions.awaiting_code_at !== null;
  // A letter that is revoked in production is posted all the same (rule VER-10).
  const printed = isPrinted
    ? t.letters.documentPrinted
    : verification.status === 'canceled'
      ? t.letters.documentNotPrinted
      : t.letters.document;
  return (
    <Sheet title={printed}>
      <p className={parts.intro}>{t.verifications.hiddenCode}</p>
      {verification.preview_url ? (
        <Suspense fallback={<Loading rows={4} />}>
          <Preview url={verification.preview_url} name={printed} />
        </Suspense>
      ) : (
        <p className={parts.plain}>{t.letters.previewGone}</p>
      )}
    </Sheet>
  );
}

function Code({ verification }: { verification: Verification }) {
  const { t, format } = useLanguage();
  return (
    <Sheet title={t.verifications.code}>
      <Facts
        facts={[
          [
            t.verifications.attempts,
            t.verifications.attemptsLeft(verification.attempts_remaining, limits.code_attempts),
          ],
          [
            t.verifications.expires,
            verification.expires_at ? format.instant(verification.expires_at) : t.verifications.expiresAfterPosting,
          ],
          [t.verifications.method, t.verifications.methods[verification.method].name],
        ]}
      />
    </Sheet>
  );
}

function Details({ verification }: { verification: Verification }) {
  const { t } = useLanguage();
  const { accountId } = useAccount();
  const creator = useCreator(verification);
  return (
    <Sheet title={t.letters.details}>
      <Facts
        facts={[
          [t.verifications.id, <CopyText key="id" text={verification.id} />],
          verification.reference ? [t.letters.reference, verification.reference] : null,
          verification.previous_verification_id
            ? [
                t.verifications.secondLetterOf,
                <Link
                  key="previous"
                  to="/$accountId/verifications/$verificationId"
                  params={{ accountId, verificationId: verification.previous_verification_id }}
                >
                  {verification.previous_verification_id}
                </Link>,
              ]
            : null,
          creator === null ? null : [t.letters.createdBy, creator],
          [t.verifications.source, t.verifications.sources[verification.source] ?? verification.source],
          verification.hosted_page_url
            ? [t.verifications.page, <CopyText key="page" text={verification.hosted_page_url} />]
            : null,
          verification.return_url ? [t.verifications.returnUrl, verification.return_url] : null,
          verification.instructions ? [t.verifications.instructions, verification.instructions] : null,
        ]}
      />
      <EraseMailing mailing={verification} />
    </Sheet>
  );
}

function stepsOf(
  { status, created_at, status_transitions: at }: Verification,
  names: Record<Verification['status'], string>,
  toPrinter: string | undefined,
): Step[] {
  const way: Step[] = [
    { label: names.received, at: created_at },
    { label: names.in_production, at: at.in_production_at, note: toPrinter },
    { label: names.awaiting_code, at: at.awaiting_code_at },
    { label: names.verified, at: at.verified_at },
  ];
  const ends = {
    failed: at.failed_at,
    expired: at.expired_at,
    canceled: at.canceled_at,
    revoked: at.revoked_at,
  };
  if (!(status in ends)) return way;
  const end = status as keyof typeof ends;
  return [
    ...way.filter((step) => step.at !== null),
    { label: names[end], at: ends[end], bad: end === 'failed' || end === 'expired' },
  ];
}

/** Statuses after which another letter may be sent (rule VER-19). */
const mayFollow: readonly Verification['status'][] = ['awaiting_code', 'failed', 'expired', 'canceled', 'revoked'];

function AnotherLetter({ verification: { id, status } }: { verification: Verification }) {
  const { t } = useLanguage();
  const { accountId, may } = useAccount();
  if (!may('send') || !mayFollow.includes(status)) return null;
  return (
    <Button
      renderRoot={(props: Record<string, unknown>) => (
        <Link {...props} to="/$accountId/verifications/new" params={{ accountId }} search={{ after: id }} />
      )}
      variant={status === 'awaiting_code' ? 'default' : 'filled'}
      leftSection={<Icon name="again" size={18} />}
    >
      {t.verifications.another}
    </Button>
  );
}

/** The effect of ending it depends on the letter's status (rule VER-10): the text explains it first. */
function Ending({ verification }: { verification: Verification }) {
  const { t, format } = useLanguage();
  const { accountId, api, may } = useAccount();
  const client = useQueryClient();
  const [asks, setAsks] = useState(false);
  const ending = useAct(
    (key) => api.cancelVerification(verification.id, key),
    async (changed) => {
      client.setQueryData([accountId, 'verification', verification.id], changed);
      setAsks(false);
      await client.invalidateQueries({ queryKey: [accountId] });
    },
  );
  const { status } = verification;
  if (!may('send')) return null;
  if (status !== 'received' && status !== 'in_production' && status !== 'awaiting_code' && status !== 'verified')
    return null;
  const what = t.verifications.ending[status];
  const close = () => {
    setAsks(false);
    if (ending.error) void client.invalidateQueries({ queryKey: [accountId, 'verification', verification.id] });
    ending.reset();
  };
  return (
    <>
      <Button variant="default" onClick={() => setAsks(true)}>
        {what.action}
      </Button>
      <Confirm
        title={what.title}
        open={asks}
        onClose={close}
        action={what.action}
        destroys
        pending={ending.isPending}
        error={ending.error}
        onConfirm={ending.act}
      >
        <p>{what.letter}</p>
        <p>
          {status === 'received'
            ? t.letters.cancelMoney(format.money(verification.price.total))
            : t.verifications.noRefund(format.money(verification.price.total))}
        </p>
        <p>{t.verifications.final}</p>
      </Confirm>
    </>
  );
}
