import { Checkbox, Radio, TextInput } from '@mantine/core';
import { limits } from '../api/generated/limits.ts';
import { brasiliaDate } from '../language/formats.ts';
import { useLanguage } from '../language/language.tsx';
import { usePrices } from '../money/price-table.ts';
import { carrierServices, toggled } from './carrier-services.ts';
import type { LetterForm } from './letter-form.ts';
import style from './letters.module.css';
import { usePrintBatches } from './print-batches.ts';

/** The API's names of the services' fields in problems. */
const listed = carrierServices.map((_, place) => `postal_services[${place}]`);

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

/** How a PDF is printed on paper. */
export function PaperOptions({ form, change, problem }: PaperProps) {
  const { t, format } = useLanguage();
  const prices = usePrices();
  return (
    <>
      <fieldset>
        <legend>{t.newLetter.printing}</legend>
        <div className={style.options}>
          <Checkbox
            label={t.newLetter.color}
            description={t.newLetter.colorHint(prices && format.money(prices.color))}
            checked={form.color}
            onChange={({ currentTarget }) => change({ color: currentTarget.checked })}
          />
          <Checkbox
            label={t.newLetter.doubleSided}
            description={t.newLetter.doubleSidedHint(prices && format.money(prices.additional_sheets))}
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
  const { t, format } = useLanguage();
  const prices = usePrices();
  const hintOf = ({ name, requires }: (typeof carrierServices)[number]) => {
    const hint = t.newLetter.serviceHints[name];
    if (!prices) return hint;
    const price = format.money(prices[name]);
    return `${requires === null ? t.newLetter.costs(price) : t.newLetter.besides(price, format.money(prices[requires]))}. ${hint}`;
  };
  return (
    <div className={style.choices}>
      <PaperOptions form={form} change={change} problem={problem} />
      <fieldset>
        <legend>{t.letters.carrier}</legend>
        <div className={style.options}>
          {carrierServices.map((service, place) => (
            <Checkbox
              key={service.name}
              label={t.price.items[service.name]}
              description={hintOf(service)}
              checked={form.services.includes(service.name)}
              error={place === 0 && problem('postal_services', ...listed)}
              onChange={({ currentTarget }) =>
                change({ services: toggled(form.services, service, currentTarget.checked) })
              }
            />
          ))}
        </div>
      </fieldset>
    </div>
  );
}

/** `onlyDay`: for a letter that already has a day; sending it now is a separate action. */
export function SendDate({ form, change, problem, onlyDay = false }: Props & { onlyDay?: boolean }) {
  const { t, format } = useLanguage();
  const batches = usePrintBatches();
  const now = batches.of();
  const onDay = form.sendDate ? batches.ofDay(form.sendDate) : undefined;
  const rest = form.sendDate ? batches.restOn(form.sendDate) : undefined;
  // Weekends and holidays can be chosen: the letter is charged then, and printed later.
  const noPrinting =
    form.sendDate && rest !== undefined
      ? t.newLetter.noPrinting(
          format.calendar(form.sendDate),
          rest === 'holiday' ? t.newLetter.holiday : format.weekday(form.sendDate),
        )
      : undefined;
  const toPrinter = (batch: number | undefined) =>
    batch === undefined ? undefined : t.newLetter.toPrinter(format.appointment(batch));
  const day = form.sendDate !== null && (
    <TextInput
      type="date"
      {...(onlyDay ? { label: t.newLetter.day } : { 'aria-label': t.newLetter.day })}
      value={form.sendDate}
      description={[noPrinting, toPrinter(onDay)].filter(Boolean).join(' ')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      min={brasiliaDate(1)}
      max={brasiliaDate(limits.send_date_days)}
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
        <Radio value="now" label={t.newLetter.now} description={toPrinter(now) ?? t.newLetter.nowHint} />
        <Radio value="day" label={t.newLetter.onDay} description={t.newLetter.onDayHint} />
        {day}
      </div>
    </Radio.Group>
  );
}
