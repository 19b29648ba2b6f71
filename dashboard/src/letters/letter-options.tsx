import { Checkbox, Radio, TextInput } from '@mantine/core';
import type { PostalService } from '../api/objects.ts';
import { brasiliaDate } from '../language/formats.ts';
import { useLanguage } from '../language/language.tsx';
import type { LetterForm } from './letter-form.ts';
import style from './letters.module.css';

const MAX_DAYS_AHEAD = 180;
const needRegistered = ['return_receipt', 'restricted_delivery'] as const;

type PaperForm = Pick<LetterForm, 'color' | 'doubleSided' | 'placement'>;

interface PaperProps {
  form: PaperForm;
  change: (change: Partial<PaperForm>) => void;
  /** The first problem of any of these fields. */
  problem: (...params: string[]) => string | undefined;
}

interface Props {
  form: LetterForm;
  change: (change: Partial<LetterForm>) => void;
  /** The first problem of any of these fields. */
  problem: (...params: string[]) => string | undefined;
}

/** How a PDF comes onto paper. */
export function PaperOptions({ form, change, problem }: PaperProps) {
  const { t } = useLanguage();
  return (
    <>
      <fieldset>
        <legend>{t.newLetter.printing}</legend>
        <div className={style.options}>
          <Checkbox
            label={t.newLetter.color}
            description={t.newLetter.colorHint}
            checked={form.color}
            onChange={({ currentTarget }) => change({ color: currentTarget.checked })}
          />
          <Checkbox
            label={t.newLetter.doubleSided}
            description={t.newLetter.doubleSidedHint}
            checked={form.doubleSided}
            onChange={({ currentTarget }) => change({ doubleSided: currentTarget.checked })}
          />
        </div>
      </fieldset>
      <Radio.Group
        label={t.newLetter.placement}
        value={form.placement}
        error={problem('address_placement')}
        onChange={(value) => change({ placement: value })}
      >
        <div className={style.options}>
          <Radio value="first_page" label={t.newLetter.firstPage} description={t.newLetter.firstPageHint} />
          <Radio value="extra_page" label={t.newLetter.extraPage} description={t.newLetter.extraPageHint} />
        </div>
      </Radio.Group>
    </>
  );
}

export function PrintOptions({ form, change, problem }: Props) {
  const { t } = useLanguage();
  const has = (service: PostalService) => form.services.includes(service);
  const toggle = (service: PostalService, on: boolean) => {
    // The other two need the registration: it goes and comes with them (rule LTR-2).
    const others = form.services.filter((other) => other !== service);
    if (!on) return change({ services: service === 'registered' ? [] : others });
    return change({
      services:
        service === 'registered' ? [...others, service] : [...new Set(['registered' as const, ...others, service])],
    });
  };
  return (
    <div className={style.choices}>
      <PaperOptions form={form} change={change} problem={problem} />
      <fieldset>
        <legend>{t.letters.carrier}</legend>
        <div className={style.options}>
          <Checkbox
            label={t.price.items.registered}
            description={t.newLetter.registeredHint}
            checked={has('registered')}
            error={problem('postal_services', 'postal_services[0]', 'postal_services[1]', 'postal_services[2]')}
            onChange={({ currentTarget }) => toggle('registered', currentTarget.checked)}
          />
          {needRegistered.map((service) => (
            <Checkbox
              key={service}
              label={t.price.items[service]}
              description={t.newLetter.serviceHints[service]}
              checked={has(service)}
              onChange={({ currentTarget }) => toggle(service, currentTarget.checked)}
            />
          ))}
        </div>
      </fieldset>
    </div>
  );
}

/** `onlyDay`: of a letter that has a day already; sending it now is an act of its own. */
export function SendDate({ form, change, problem, onlyDay = false }: Props & { onlyDay?: boolean }) {
  const { t } = useLanguage();
  const day = form.sendDate !== null && (
    <TextInput
      type="date"
      {...(onlyDay ? { label: t.newLetter.day } : { 'aria-label': t.newLetter.day })}
      value={form.sendDate}
      min={brasiliaDate(1)}
      max={brasiliaDate(MAX_DAYS_AHEAD)}
      error={problem('send_date')}
      onChange={({ currentTarget }) => change({ sendDate: currentTarget.value })}
    />
  );
  if (onlyDay) return day;
  return (
    <Radio.Group
      aria-label={t.newLetter.when}
      value={form.sendDate === null ? 'now' : 'day'}
      onChange={(value) => change({ sendDate: value === 'now' ? null : brasiliaDate(1) })}
    >
      <div className={style.options}>
        <Radio value="now" label={t.newLetter.now} description={t.newLetter.nowHint} />
        <Radio value="day" label={t.newLetter.onDay} description={t.newLetter.onDayHint} />
        {day}
      </div>
    </Radio.Group>
  );
}
