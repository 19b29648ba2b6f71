import { Alert, Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { ERASED_NAME, type Letter } from '../api/objects.ts';
import { loaded } from '../api/script.ts';
import { DeliveryTrail } from '../developers/delivery.tsx';
import { useLanguage } from '../language/language.tsx';
import type { Texts } from '../language/pt.ts';
import { MAIL_MERGE_ROW } from '../parts/act.ts';
import { Confirm } from '../parts/confirm.tsx';
import { CopyText } from '../parts/copy.tsx';
import { EventTrail } from '../parts/event-trail.tsx';
import { Evidence } from '../parts/evidence.tsx';
import { Icon } from '../parts/icons.tsx';
import { AddressText, LetterMark, PriceLines, type Step, Steps } from '../parts/mailing.tsx';
import { Facts, Page, Sheet } from '../parts/page.tsx';
import parts from '../parts/parts.module.css';
import { Loading, Ready } from '../parts/states.tsx';
import { useCreator } from '../parts/use-creator.ts';
import { LIVE_MS, useLive } from '../parts/use-live.ts';
import { WarningList } from '../parts/warnings.tsx';
import { useAccount } from '../session/session.tsx';
import { useAct } from '../session/use-act.ts';
import { EraseMailing } from '../settings/erase-mailing.tsx';
import { chargeOfLetter, isCancelable } from './letter-charge.ts';
import { LookUps } from './look-ups.tsx';
import { OfMailing } from './of-mailing.tsx';
import { usePrintBatches } from './print-batches.ts';

const isFinal = (status: Letter['status'] | undefined) =>
  status === 'posted' || status === 'canceled' || status === 'failed';

const Preview = lazy(() => loaded(import('../pdf/preview.tsx')));

export function LetterPage() {
  const { t } = useLanguage();
  const { accountId, api } = useAccount();
  const { letterId } = useParams({ from: '/$accountId/letters/$letterId' });
  const letter = useQuery({
    queryKey: [accountId, 'letter', letterId],
    queryFn: () => api.letter(letterId),
    refetchInterval: ({ state }) => (isFinal(state.data?.status) ? false : LIVE_MS),
  });
  useLive(letter.data?.status);
  const back = { link: { to: '/$accountId/letters', params: { accountId } } as const, label: t.nav.letters };
  if (!letter.data) {
    return (
      <Page title={t.letters.letter} back={back}>
        <Ready query={letter}>{() => null}</Ready>
      </Page>
    );
  }
  return (
    <Page
      title={t.letters.letterTo(letter.data.to.name)}
      mark={<LetterMark status={letter.data.status} />}
      back={back}
      actions={<Actions letter={letter.data} />}
    >
      <LetterDetail letter={letter.data} />
    </Page>
  );
}

function LetterDetail({ letter }: { letter: Letter }) {
  const { t, format } = useLanguage();
  const { may } = useAccount();
  const batches = usePrintBatches();
  return (
    <>
      <Notes letter={letter} />
      <div className={parts.columns}>
        <div className={parts.column}>
          <Document letter={letter} />
          {letter.authenticity_number !== null && <LookUps id={letter.id} number={letter.authenticity_number} />}
          <Evidence of="letters" id={letter.id} ended={isFinal(letter.status)} hostedPageUrl={null} />
          <Sheet title={t.letters.events}>
            <EventTrail objectId={letter.id} />
          </Sheet>
          {may('develop') && (
            <Sheet title={t.webhooks.deliveriesOf}>
              <DeliveryTrail objectId={letter.id} />
            </Sheet>
          )}
        </div>
        <div className={parts.column}>
          <Sheet title={t.letters.progress}>
            <Steps steps={stepsOf(letter, { t, format, batches })} />
          </Sheet>
          <Sheet title={t.letters.recipient}>
            <AddressText address={letter.to} />
          </Sheet>
          <Details letter={letter} />
          <Price letter={letter} />
        </div>
      </div>
    </>
  );
}

/** What its status means, where that needs words. */
function Notes({ letter }: { letter: Letter }) {
  const { t, format } = useLanguage();
  return (
    <>
      {letter.status === 'scheduled' && letter.send_date && (
        <Alert variant="light" icon={<Icon name="clock" />}>
          {t.letters.scheduledNote(format.calendar(letter.send_date), format.money(letter.price.total))}
        </Alert>
      )}
      {letter.cancellation_reason && (
        <Alert
          variant="light"
          color={letter.cancellation_reason === 'requested' ? undefined : 'red'}
          icon={<Icon name="info" />}
        >
          {t.letters.canceledBecause[letter.cancellation_reason]}
        </Alert>
      )}
      {letter.failure_reason && (
        <Alert variant="light" color="red" icon={<Icon name="alert" />}>
          {t.letters.failedBecause[letter.failure_reason]} {t.letters.refunded(format.money(letter.price.total))}
        </Alert>
      )}
    </>
  );
}

function Document({ letter }: { letter: Letter }) {
  const { t } = useLanguage();
  const isPrinted = letter.status_transitions.printed_at !== null || letter.status === 'posted';
  const isOver = letter.status === 'canceled' || letter.status === 'failed';
  const printed = isPrinted ? t.letters.documentPrinted : isOver ? t.letters.documentNotPrinted : t.letters.document;
  return (
    <Sheet
      title={printed}
      actions={
        letter.preview_url && (
          <Button
            component="a"
            href={letter.preview_url}
            target="_blank"
            rel="noreferrer"
            size="compact-md"
            variant="subtle"
            leftSection={<Icon name="download" size={18} />}
          >
            {t.letters.openPdf}
          </Button>
        )
      }
    >
      {(isPrinted || !isOver) && <WarningList warnings={letter.warnings} printed={isPrinted} />}
      {letter.preview_url ? (
        <Suspense fallback={<Loading rows={4} />}>
          <Preview url={letter.preview_url} name={printed} />
        </Suspense>
      ) : (
        <p className={parts.plain}>{t.letters.previewGone}</p>
      )}
    </Sheet>
  );
}

function Details({ letter }: { letter: Letter }) {
  const { t } = useLanguage();
  const creator = useCreator(letter);
  const { [MAIL_MERGE_ROW]: row, ...metadata } = letter.metadata;
  return (
    <Sheet title={t.letters.details}>
      <Facts
        facts={[
          [t.letters.id, <CopyText key="id" text={letter.id} />],
          letter.reference ? [t.letters.reference, letter.reference] : null,
          letter.tracking_code ? [t.letters.tracking, <Tracking key="t" code={letter.tracking_code} />] : null,
          creator === null ? null : [t.letters.createdBy, creator],
          row === undefined ? null : [t.letters.ofMailing, <OfMailing key="mailing" row={row} />],
          [t.letters.sender, <AddressText key="from" address={letter.from} />],
          [t.letters.paper, paperOf(letter, t)],
          [
            t.letters.carrier,
            letter.postal_services.length === 0
              ? t.letters.simple
              : letter.postal_services.map((service) => t.price.items[service]).join(', '),
          ],
          ...Object.entries(metadata).map(([name, value]) => [name, value] as const),
        ]}
      />
      <EraseMailing mailing={letter} />
    </Sheet>
  );
}

/** The code with the carrier's page, which knows what happens after posting. */
function Tracking({ code }: { code: string }) {
  const { t } = useLanguage();
  // The page fills in the code if it knows the parameter, which nobody documents; else it asks for it.
  const href = `https://rastreamento.correios.com.br/app/index.php?objetos=${encodeURIComponent(code)}`;
  return (
    <>
      <CopyText text={code} />
      <br />
      <a href={href} target="_blank" rel="noreferrer">
        {t.letters.follow}
      </a>
      <small className={parts.note}>{t.letters.followNote}</small>
    </>
  );
}

function Price({ letter }: { letter: Letter }) {
  const { t, format } = useLanguage();
  const { accountId } = useAccount();
  const charge = chargeOfLetter(letter);
  return (
    <Sheet
      title={t.price.title}
      actions={
        <Link to="/$accountId/balance" params={{ accountId }} className={parts.back}>
          {t.letters.statement}
        </Link>
      }
    >
      {charge === 'never' ? (
        <p className={parts.plain}>{t.letters.neverCharged}</p>
      ) : (
        <PriceLines price={letter.price} />
      )}
      {charge === 'later' && <p className={parts.small}>{t.letters.notCharged}</p>}
      {charge === 'refunded' && <p className={parts.small}>{t.letters.refunded(format.money(letter.price.total))}</p>}
    </Sheet>
  );
}

/** How it is printed, in words. */
function paperOf({ sheets, pages, double_sided, color, address_placement }: Letter, t: Texts): string {
  return [
    t.letters.sheets(sheets),
    t.letters.pages(pages),
    double_sided ? t.letters.doubleSided : t.letters.singleSided,
    // On the first free side (rule DOC-7).
    ...(address_placement === 'extra_page' ? [double_sided ? t.letters.addressApart : t.letters.addressOnBack] : []),
    color ? t.letters.inColor : t.letters.inGray,
  ].join(', ');
}

type Words = Pick<ReturnType<typeof useLanguage>, 't' | 'format'> & { batches: ReturnType<typeof usePrintBatches> };

/** Past and future steps; a letter that ended early shows only its end. */
function stepsOf(
  { status, created_at, send_date, status_transitions: at }: Letter,
  { t, format, batches }: Words,
): Step[] {
  const names = t.letterStatus;
  const batch =
    status === 'received'
      ? batches.of(at.received_at)
      : status === 'scheduled' && send_date
        ? batches.ofDay(send_date)
        : undefined;
  const scheduled: Step[] =
    send_date && (at.received_at === null || at.received_at !== created_at)
      ? [{ label: names.scheduled, at: created_at }]
      : [];
  const way: Step[] = [
    {
      label: names.received,
      at: at.received_at,
      ...(status === 'scheduled' && send_date ? { note: t.letters.sendsAt(format.calendar(send_date)) } : {}),
    },
    {
      label: names.in_production,
      at: at.in_production_at,
      ...(batch === undefined ? {} : { note: t.newLetter.toPrinter(format.appointment(batch)) }),
    },
    { label: names.printed, at: at.printed_at },
    { label: names.posted, at: at.posted_at },
  ];
  if (status !== 'canceled' && status !== 'failed') return [...scheduled, ...way];
  const end: Step = { label: names[status], at: at.canceled_at ?? at.failed_at, bad: status === 'failed' };
  return [...scheduled, ...way.filter((step) => step.at !== null), end];
}

function Actions({ letter }: { letter: Letter }) {
  const { t, format } = useLanguage();
  const { accountId, api, may } = useAccount();
  const client = useQueryClient();
  const [asks, setAsks] = useState<'send' | 'cancel'>();
  const took = async (changed: Letter) => {
    client.setQueryData([accountId, 'letter', letter.id], changed);
    setAsks(undefined);
    await client.invalidateQueries({ queryKey: [accountId] });
  };
  const cancel = useAct((key) => api.cancelLetter(letter.id, key), took);
  const sendNow = useAct((key) => api.sendLetterNow(letter.id, key), took);
  // If another person or the clock was faster, show the letter's new state.
  const reread = useMutation({
    mutationFn: () => client.invalidateQueries({ queryKey: [accountId, 'letter', letter.id] }),
  });
  const close = () => {
    setAsks(undefined);
    if (cancel.error ?? sendNow.error) reread.mutate();
    cancel.reset();
    sendNow.reset();
  };
  if (!may('send') || letter.to.name === ERASED_NAME) return null;
  if (!isCancelable(letter.status)) return <Again letter={letter} />;
  const price = format.money(letter.price.total);
  return (
    <>
      {letter.status === 'scheduled' && letter.send_date && (
        <>
          <Button onClick={() => setAsks('send')}>{t.letters.sendNow}</Button>
          <Confirm
            title={t.letters.sendNowTitle}
            open={asks === 'send'}
            onClose={close}
            action={t.letters.sendNow}
            pending={sendNow.isPending}
            error={sendNow.error}
            onConfirm={sendNow.act}
          >
            <p>{t.letters.sendNowWhat(letter.to.name, format.calendar(letter.send_date))}</p>
            <p>{t.letters.sendNowMoney(price)}</p>
          </Confirm>
        </>
      )}
      <Button component={Link} to={`/${accountId}/letters/${letter.id}/edit`} variant="default">
        {t.letters.edit}
      </Button>
      <Again letter={letter} />
      <Button variant="default" onClick={() => setAsks('cancel')}>
        {t.letters.cancel}
      </Button>
      <Confirm
        title={t.letters.cancelTitle}
        open={asks === 'cancel'}
        onClose={close}
        action={t.letters.cancel}
        destroys
        pending={cancel.isPending}
        error={cancel.error}
        onConfirm={cancel.act}
      >
        <p>{t.letters.cancelWhat(letter.to.name)}</p>
        <p>{letter.status === 'received' ? t.letters.cancelMoney(price) : t.letters.cancelNoMoney}</p>
        <p>{t.letters.cancelFinal}</p>
      </Confirm>
    </>
  );
}

function Again({ letter }: { letter: Letter }) {
  const { t } = useLanguage();
  const { accountId } = useAccount();
  return (
    <Button
      renderRoot={(props: Record<string, unknown>) => (
        <Link {...props} to="/$accountId/letters/new" params={{ accountId }} search={{ again: letter.id }} />
      )}
      variant={letter.status === 'failed' || letter.status === 'canceled' ? 'filled' : 'default'}
      leftSection={<Icon name="again" size={18} />}
    >
      {t.letters.again}
    </Button>
  );
}
