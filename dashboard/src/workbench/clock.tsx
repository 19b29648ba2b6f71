import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLanguage } from '../language/language.tsx';
import { Sheet } from '../parts/page.tsx';
import parts from '../parts/parts.module.css';
import { Failure } from '../parts/states.tsx';
import { useAction, useWords } from './bench.tsx';
import { control } from './bench-api.ts';
import style from './workbench.module.css';

const HOUR_SECONDS = 3_600;

/** The current second of the service's clock: its last reading plus the time passed since. */
function useServiceSecond(): string | undefined {
  const { data } = useQuery({
    queryKey: ['live', 'clock'],
    queryFn: async () => ({ serviceTime: Date.parse((await control.clock()).now), at: performance.now() }),
    refetchInterval: 3_000,
  });
  const [passed, setPassed] = useState(0);
  useEffect(() => {
    if (!data) return;
    const tick = () => setPassed(Math.max(0, performance.now() - data.at));
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [data]);
  return data && new Date(data.serviceTime + passed).toISOString();
}

/** The service's clock, and the print house's batch, which the clock triggers. */
export function ClockSheet() {
  const { format } = useLanguage();
  const words = useWords();
  const now = useServiceSecond();
  const [until, setUntil] = useState('');
  const advance = useAction(control.advance);
  const batch = useAction(control.formBatches);
  const error = advance.error ?? batch.error;
  const steps = [
    [words.hour, HOUR_SECONDS],
    [words.day, 24 * HOUR_SECONDS],
    [words.week, 7 * 24 * HOUR_SECONDS],
    [words.sixtyDays, 60 * 24 * HOUR_SECONDS],
  ] as const;
  return (
    <div className={style.clock}>
      <Sheet>
        <div className={style.clockRow}>
          <div className={style.grow}>
            <h2 className={style.clockName}>{words.clock}</h2>
            <p className={style.now} role="timer">
              {now ? <time dateTime={now}>{format.exactInstant(now)}</time> : '…'}
            </p>
            <p className={style.lead}>{words.clockLead}</p>
          </div>
          <div className={style.acts}>
            <Button size="compact-sm" loading={batch.isPending} onClick={() => batch.mutate()}>
              {words.formBatch}
            </Button>
            {steps.map(([label, seconds]) => (
              <Button
                key={label}
                size="compact-sm"
                variant="default"
                disabled={advance.isPending}
                onClick={() => advance.mutate({ advance_seconds: seconds })}
              >
                {label}
              </Button>
            ))}
            <form
              className={style.until}
              onSubmit={(event) => {
                event.preventDefault();
                advance.mutate({ advance_to: new Date(`${until}-03:00`).toISOString() });
              }}
            >
              <TextInput
                label={words.until}
                type="datetime-local"
                step={1}
                required
                withAsterisk={false}
                size="xs"
                value={until}
                onChange={({ currentTarget: { value } }) => setUntil(value)}
              />
              <Button type="submit" size="compact-sm" variant="default" disabled={advance.isPending}>
                {words.advance}
              </Button>
            </form>
          </div>
        </div>
        <p role="status" className={parts.small}>
          {advance.isPending ? '…' : batch.data && words.formed(batch.data.flatMap(({ mailings }) => mailings).length)}
        </p>
        {error && <Failure error={error} />}
      </Sheet>
    </div>
  );
}
