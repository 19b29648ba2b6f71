import { Button, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useLanguage } from '../language/language.tsx';
import { Icon } from '../parts/icons.tsx';
import { ObjectLink } from '../parts/mailing.tsx';
import { Sheet } from '../parts/page.tsx';
import parts from '../parts/parts.module.css';
import { useAccount } from '../session/session.tsx';
import { EraseDialog } from './erase-dialog.tsx';

/** Erases the personal data of one letter or verification, for a person who has asked the company for it. */
export function Erasure() {
  const { t } = useLanguage();
  const { accountId } = useAccount();
  const [text, setText] = useState('');
  const [asking, setAsking] = useState(false);
  const [asked, setAsked] = useState<string | null>(null);
  const [isWrong, setWrong] = useState(false);
  const id = text.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isId = /^(ltr|ver)_\w+$/.test(id);
    setWrong(!isId);
    setAsked(null);
    setAsking(isId);
  };
  return (
    <Sheet title={t.erasure.title}>
      <p className={parts.intro}>{t.erasure.lead}</p>
      <form onSubmit={submit}>
        <TextInput
          label={t.erasure.id}
          description={t.erasure.idHint}
          placeholder="ltr_… / ver_…"
          value={text}
          error={isWrong && t.erasure.idWrong}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setWrong(false);
          }}
        />
        <p className={parts.small}>
          {t.erasure.find}{' '}
          <Link to="/$accountId/letters" params={{ accountId }}>
            {t.nav.letters}
          </Link>
          {' · '}
          <Link to="/$accountId/verifications" params={{ accountId }}>
            {t.nav.verifications}
          </Link>
        </p>
        <Button type="submit" mt="md" variant="default" leftSection={<Icon name="trash" size={18} />}>
          {t.erasure.erase}
        </Button>
      </form>
      <p role="status" className={parts.small}>
        {asked !== null && (
          <>
            {t.erasure.done} <ObjectLink accountId={accountId} id={asked} />
          </>
        )}
      </p>
      <EraseDialog
        id={id}
        open={asking}
        onClose={() => setAsking(false)}
        onAsked={() => {
          setAsking(false);
          setAsked(id);
          setText('');
        }}
      />
    </Sheet>
  );
}
