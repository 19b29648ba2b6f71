import { Button, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useLanguage } from '../language/language.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Icon } from '../parts/icons.tsx';
import { ObjectLink } from '../parts/mailing.tsx';
import { Sheet } from '../parts/page.tsx';
import parts from '../parts/parts.module.css';
import { useAccount } from '../session/session.tsx';
import { useAct } from '../session/use-act.ts';

/** Erases the personal data of one letter or verification, for a person who asks the company for it (rule DASH-16). */
export function Erasure() {
  const { t } = useLanguage();
  const { accountId, api } = useAccount();
  const [text, setText] = useState('');
  const [asking, setAsking] = useState(false);
  const [erased, setErased] = useState<string | null>(null);
  const id = text.trim();
  const erasing = useAct(
    (key) => api.erase(id, key),
    () => {
      setAsking(false);
      setErased(id);
      setText('');
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setErased(null);
    setAsking(true);
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
          maxLength={100}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <p className={parts.small}>
          <Link to="/$accountId/letters" params={{ accountId }}>
            {t.nav.letters}
          </Link>
          {' · '}
          <Link to="/$accountId/verifications" params={{ accountId }}>
            {t.nav.verifications}
          </Link>
        </p>
        <Button
          type="submit"
          variant="outline"
          color="red"
          leftSection={<Icon name="trash" size={18} />}
          disabled={!/^(ltr|ver)_\w+$/.test(id)}
        >
          {t.erasure.erase}
        </Button>
      </form>
      <p role="status" className={parts.plain}>
        {erased !== null && (
          <>
            {t.erasure.done} <ObjectLink accountId={accountId} id={erased} />
          </>
        )}
      </p>
      <Confirm
        title={t.erasure.confirmTitle}
        open={asking}
        onClose={() => {
          setAsking(false);
          erasing.reset();
        }}
        action={t.erasure.confirm}
        destroys
        pending={erasing.isPending}
        error={erasing.error}
        onConfirm={erasing.act}
      >
        <p>
          <code>{id}</code>
        </p>
        <p>{t.erasure.goes}</p>
        <p>{t.erasure.stays}</p>
        <p>{t.erasure.forGood}</p>
      </Confirm>
    </Sheet>
  );
}
