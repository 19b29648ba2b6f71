import { Alert, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useLanguage } from '../language/language.tsx';
import { AlreadySent } from '../parts/already-sent.tsx';
import { BalanceBefore, Missing, PriceBefore } from '../parts/before-sending.tsx';
import { Icon } from '../parts/icons.tsx';
import { Sheet } from '../parts/page.tsx';
import { Failure } from '../parts/states.tsx';
import { useAccount } from '../session/session.tsx';
import { BlankMarkers } from './blank-markers.tsx';
import style from './letters.module.css';
import type { NewLetter } from './use-new-letter.ts';

interface Props {
  letter: NewLetter;
  /** Absent where the page offers it elsewhere. */
  onDiscard: (() => void) | undefined;
}

/** The price, what is missing, and the button. */
export function NewLetterSummary({ letter, onDiscard }: Props) {
  const { t, format, explain } = useLanguage();
  const { accountId } = useAccount();
  const { quote, price, without, missing, blank, failures, elsewhere, sending, ready, touched } = letter;
  const { sendDate } = letter.draft.form;
  const { earlier } = sending;
  return (
    <div className={style.summary}>
      <Sheet title={t.newLetter.summary}>
        <PriceBefore price={price} busy={quote.isFetching} without={without} />
        <BalanceBefore total={sendDate === null ? price?.total : undefined} />
        <Missing texts={missing} />
        <BlankMarkers blank={blank} />
        {failures.map((error) => (
          <Failure
            key={error === quote.error ? 'quote' : 'sending'}
            error={error}
            retry={error === quote.error ? () => void quote.refetch() : undefined}
          />
        ))}
        {elsewhere.map((problem) => (
          <Alert key={problem.param} variant="light" color="red" role="alert" mt="sm">
            {explain.named(problem)}
          </Alert>
        ))}
        {earlier && (
          <AlreadySent
            title={t.newLetter.alreadySentTitle}
            link={
              <Link to="/$accountId/letters/$letterId" params={{ accountId, letterId: earlier.id }}>
                {t.letters.letterTo(earlier.to.name)}
              </Link>
            }
            onAnother={letter.startAnother}
          />
        )}
        <Button
          fullWidth
          size="md"
          mt="md"
          disabled={!ready}
          loading={sending.isPending}
          onClick={letter.send}
          leftSection={<Icon name="mail" />}
        >
          {sendDate === null ? t.newLetter.send : t.newLetter.schedule(format.calendar(sendDate))}
        </Button>
        <p className={style.soft}>{sendDate === null ? t.newLetter.sendNote : t.newLetter.scheduleNote}</p>
        {touched && (
          <p className={style.draft}>
            {t.newLetter.draftKept}
            {onDiscard && (
              <Button size="compact-sm" variant="subtle" onClick={onDiscard}>
                {t.newLetter.discard}
              </Button>
            )}
          </p>
        )}
      </Sheet>
    </div>
  );
}
