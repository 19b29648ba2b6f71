import { useLanguage } from '../language/language.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { useAccount } from '../session/session.tsx';
import { useAct } from '../session/use-act.ts';

interface Props {
  /** Of a letter or verification. */
  id: string;
  open: boolean;
  onClose: () => void;
  onAsked: () => unknown;
}

/** Explains what is erased and what stays, and requests the erasure of one mailing's personal data (rule DASH-16). */
export function EraseDialog({ id, open, onClose, onAsked }: Props) {
  const { t } = useLanguage();
  const { api } = useAccount();
  const erasing = useAct((key) => api.erase(id, key), onAsked);
  return (
    <Confirm
      title={t.erasure.confirmTitle}
      open={open}
      onClose={() => {
        onClose();
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
  );
}
