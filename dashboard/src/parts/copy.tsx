import { Button, CopyButton, TextInput } from '@mantine/core';
import { useLanguage } from '../language/language.tsx';
import { Icon } from './icons.tsx';
import style from './parts.module.css';

/** An id that people may want to paste somewhere. */
export function CopyText({ text }: { text: string }) {
  const { t } = useLanguage();
  return (
    <span className={style.copyText}>
      <code>{text}</code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <button type="button" className={style.copyButton} onClick={copy} aria-label={t.actions.copyThis(text)}>
            <Icon name={copied ? 'check' : 'copy'} size={16} />
            <span role="status" className={style.hidden}>
              {copied ? t.actions.copied : ''}
            </span>
          </button>
        )}
      </CopyButton>
    </span>
  );
}

/** A secret, shown only this once. */
export function Secret({ label, secret }: { label: string; secret: string }) {
  const { t } = useLanguage();
  return (
    <div className={style.secret}>
      <TextInput
        label={label}
        value={secret}
        readOnly
        className={style.grow}
        onFocus={(e) => e.currentTarget.select()}
      />
      <CopyButton value={secret}>
        {({ copied, copy }) => (
          <>
            <Button
              onClick={copy}
              leftSection={<Icon name={copied ? 'check' : 'copy'} size={18} />}
              aria-label={copied ? t.actions.copied : t.actions.copyThis(label)}
            >
              {copied ? t.actions.copied : t.actions.copy}
            </Button>
            {/* Beside the button: a status inside would take its name from it. */}
            <span role="status" className={style.hidden}>
              {copied ? t.actions.copied : ''}
            </span>
          </>
        )}
      </CopyButton>
    </div>
  );
}
