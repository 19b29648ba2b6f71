import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useLanguage } from '../language/language.tsx';
import style from './parts.module.css';
import { Failure } from './states.tsx';

interface DialogProps {
  title: string;
  open: boolean;
  onClose: () => void;
  /** The content is never shown again: Escape does not close the dialog, only its button does. */
  holds?: boolean;
  /** Its height changes while it is open: its top stays where it is. */
  grows?: boolean;
  children: ReactNode;
}

/** The browser's own modal dialog: it keeps the focus, closes on Escape unless `holds`, and returns the focus. */
export function Dialog({ title, open, onClose, holds = false, grows = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal();
    if (!open) dialog.current?.close();
  }, [open]);
  return (
    <dialog
      ref={dialog}
      className={style.dialog}
      data-grows={grows || undefined}
      aria-labelledby={heading}
      closedby={holds ? 'none' : 'closerequest'}
      onClose={onClose}
    >
      {open && (
        <>
          <h2 id={heading} className={style.dialogTitle}>
            {title}
          </h2>
          {children}
        </>
      )}
    </dialog>
  );
}

interface ConfirmProps extends DialogProps {
  action: string;
  destroys?: boolean;
  pending: boolean;
  error: Error | null;
  onConfirm: () => void;
}

/** Asks for confirmation, and explains what will happen. */
export function Confirm({ action, destroys = false, pending, error, onConfirm, children, ...dialog }: ConfirmProps) {
  const { t } = useLanguage();
  return (
    <Dialog {...dialog}>
      {children}
      {error && <Failure error={error} />}
      <div className={style.dialogActions}>
        <Button variant="default" onClick={dialog.onClose} autoFocus>
          {t.actions.back}
        </Button>
        <Button {...(destroys ? { color: 'red' } : {})} loading={pending} onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
