import { Button, TextInput } from '@mantine/core';
import { type LinkProps, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useLanguage } from '../language/language.tsx';
import { Icon } from './icons.tsx';
import style from './parts.module.css';

interface Props {
  label: string;
  reference: string | undefined;
  /** What an id of this list looks like. */
  id: RegExp;
  open: (id: string) => LinkProps;
  filter: (reference: string | undefined) => LinkProps;
}

/** An id opens what it stands for; everything else is looked for as a reference. */
export function MailingSearch({ label, reference, id, open, filter }: Props) {
  const { t } = useLanguage();
  const navigate = useNavigate();
  const [text, setText] = useState(reference ?? '');
  const look = (event: FormEvent) => {
    event.preventDefault();
    const wanted = text.trim();
    const target = id.test(wanted) ? open(wanted) : filter(wanted === '' ? undefined : wanted);
    void navigate(target as Parameters<typeof navigate>[0]);
  };
  return (
    <form role="search" onSubmit={look} className={style.searchBox}>
      <TextInput
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        leftSection={<Icon name="search" size={18} />}
        maxLength={100}
      />
      <Button type="submit" variant="default">
        {t.lists.look}
      </Button>
    </form>
  );
}
