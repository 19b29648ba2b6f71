import type { Address } from '../api/objects.ts';

export type Language = 'pt-BR' | 'en';

/** The service's days are those of Brasília, so every instant is shown in its time zone. */
const timeZone = 'America/Sao_Paulo';

export type Formats = ReturnType<typeof formats>;

/** Formats of amounts, days and instants. Money is written as in Brazil, in both languages. */
export function formats(language: Language) {
  const locale = language === 'en' ? 'en-GB' : 'pt-BR';
  const month = language === 'en' ? 'short' : '2-digit';
  const money = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const day = new Intl.DateTimeFormat(locale, { timeZone, day: '2-digit', month, year: 'numeric' });
  const time = new Intl.DateTimeFormat(locale, { timeZone, hour: '2-digit', minute: '2-digit' });
  const seconds = new Intl.DateTimeFormat(locale, { timeZone, timeStyle: 'medium' });
  const weekday = new Intl.DateTimeFormat(locale, { timeZone, weekday: 'long' });
  const monthName = new Intl.DateTimeFormat(locale, { timeZone, month: 'long' });
  const dayOfMonth = new Intl.DateTimeFormat(locale, { timeZone, day: '2-digit', month });
  // Noon, so that no time zone moves a calendar date.
  const calendar = (date: string) => day.format(new Date(`${date}T12:00:00-03:00`));

  return {
    money: (centavos: number) => money.format(centavos / 100),
    number: (value: number) => number.format(value),
    day: (instant: string) => day.format(new Date(instant)),
    time: (instant: string) => time.format(new Date(instant)),
    instant: (instant: string) => `${day.format(new Date(instant))}, ${time.format(new Date(instant))}`,
    exactInstant: (instant: string) => `${day.format(new Date(instant))}, ${seconds.format(new Date(instant))}`,
    /** The weekday, day and time of an appointment: `segunda, 30/11, às 9h`, `Monday, 30 Nov, at 09:00`. */
    appointment: (instant: number) => {
      const on = `${weekday.format(instant).replace('-feira', '')}, ${dayOfMonth.format(instant)}`;
      return language === 'en' ? `${on}, at ${time.format(instant)}` : `${on}, às ${hoursInPortuguese(instant)}`;
    },
    /** The weekday of a calendar date: `sábado`. */
    weekday: (date: string) => weekday.format(new Date(`${date}T12:00:00-03:00`)),
    /** `novembro` */
    month: (instant: string) => monthName.format(new Date(instant)),
    calendar,
    megabytes: (bytes: number) =>
      bytes < 1024 * 1024
        ? `${number.format(Math.max(1, Math.round(bytes / 1024)))} KB`
        : `${number.format(bytes / 1024 / 1024)} MB`,
  };
}

/** `9h`, `13h30`: as written in Brazil (Manual de Redação da Presidência da República). */
function hoursInPortuguese(instant: number): string {
  const [hour, minute] = new Intl.DateTimeFormat('en-GB', { timeZone, hour: 'numeric', minute: '2-digit' })
    .format(instant)
    .split(':');
  return `${Number(hour)}h${minute === '00' ? '' : minute}`;
}

/** Today in Brasília, `days` later, as `YYYY-MM-DD`. */
export function brasiliaDate(days = 0, now = new Date()): string {
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone }).format(now);
  const date = new Date(`${today}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** The first instant of a day in Brasília, which has had one offset since 2019. */
export function startOfDay(date: string): string {
  return `${date}T00:00:00-03:00`;
}

/** A time of day (`HH:MM`) in Brasília, in epoch milliseconds. */
export function brasiliaInstant(date: string, time: string): number {
  return Date.parse(`${date}T${time}:00-03:00`);
}

export function dayAfter(date: string): string {
  const next = new Date(`${date}T12:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, 10);
}

/**
 * A postal code as people read it: `05010000`, `05.010-000` and ` CEP 05010 000 ` become `05010-000`. Incomplete codes
 * keep their digits; what cannot become a code stays as typed, so that nothing is lost.
 */
export function postalCode(text: string): string {
  const typed = text.replace(/^\s*CEP\b:?/i, '').replace(/[\s.\-–]/g, '');
  if (!/^\d{0,8}$/.test(typed)) return text;
  return typed.length > 5 ? `${typed.slice(0, 5)}-${typed.slice(5)}` : typed;
}

/** The digits of a whole postal code; undefined for anything else. */
export function postalCodeDigits(text: string): string | undefined {
  const written = postalCode(text);
  return /^\d{5}-\d{3}$/.test(written) ? written.replace('-', '') : undefined;
}

/** An address as on an envelope, without the name. */
export function addressLines({
  street,
  number,
  complement,
  neighborhood,
  city,
  state,
  postal_code,
}: Address): string[] {
  return [
    [`${street}, ${number}`, complement].filter(Boolean).join(', '),
    `${neighborhood}, ${city} - ${state}`,
    `CEP ${postal_code}`,
  ];
}
