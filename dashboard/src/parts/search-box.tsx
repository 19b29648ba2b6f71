import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useLanguage } from '../language/language.tsx';
import { Icon } from './icons.tsx';
import style from './parts.module.css';

interface Props {
  label: string;
  /** Initial text. */
  text?: string | undefined;
  /** Called with the trimmed text. */
  look: (wanted: string) => void;
}

/** A field with a search button. */
export function SearchBox({ label, text: first = '', look }: Props) {
  const { t } = useLanguage();
  const [text, setText] = useState(first);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    look(text.trim());
  };
  return (
    <form role="search" onSubmit={submit} className={style.searchBox}>
      <TextInput
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        leftSection={<Icon name="search" size={18} />}
      />
      <Button type="submit" variant="default">
        {t.lists.look}
      </Button>
    </form>
  );
}
