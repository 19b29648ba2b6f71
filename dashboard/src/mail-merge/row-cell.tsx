import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Line } from './lines.ts';
import style from './mail-merge.module.css';
import { useMailMergeLanguage } from './texts.ts';

interface Props {
  line: Line;
  target: string;
  /** Names the field for those who do not see its column. */
  label: string;
  /** Whether a person changes this row. */
  isEdited: boolean;
  /** @param text undefined for the file's own */
  set: (text: string | undefined) => void;
}

/** A text that a letter takes from a row. One with a problem is a field at once. */
export function RowCell({ line, target, label, isEdited, set }: Props) {
  const { t } = useMailMergeLanguage();
  const text = line.texts[target] ?? '';
  const was = line.typedOver[target];
  const flaw = line.flaws.filter((each) => each.target === target).map((each) => each.text);
  // A field stays one while a person is in it, although its text is right now.
  const [isEntered, setEntered] = useState(false);
  const isLong = text.length > 16 || undefined;
  const original = was !== undefined && <span className={style.was}>{t.mailMerge.table.was(was)}</span>;
  if (flaw.length === 0 && !isEdited && !isEntered) {
    return (
      <span className={style.cell} data-edited={was !== undefined || undefined} data-long={isLong}>
        {text}
        {original}
      </span>
    );
  }
  return (
    <>
      <CellField
        key={text}
        text={text}
        label={label}
        error={flaw.join(' ') || undefined}
        isLong={isLong}
        enter={setEntered}
        done={(typed) => typed !== text && set(typed === was ? undefined : typed)}
      />
      {original}
    </>
  );
}

interface FieldProps {
  text: string;
  label: string;
  error: string | undefined;
  isLong: true | undefined;
  enter: (isEntered: boolean) => void;
  done: (typed: string) => void;
}

function CellField({ text, label, error, isLong, enter, done }: FieldProps) {
  const [typed, setTyped] = useState(text);
  return (
    <TextInput
      size="sm"
      aria-label={label}
      className={style.field}
      data-long={isLong}
      error={error}
      value={typed}
      autoComplete="off"
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onFocus={() => enter(true)}
      onBlur={() => {
        enter(false);
        done(typed.trim());
      }}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Enter') toNextField(currentTarget);
        if (key === 'Escape') setTyped(text);
      }}
    />
  );
}

/** As in a spreadsheet, Enter goes on to what is left to correct. */
function toNextField(field: HTMLInputElement): void {
  const all = [...(field.closest('table')?.querySelectorAll('input') ?? [])];
  const next = all[all.indexOf(field) + 1];
  if (next) next.focus();
  else field.blur();
}
