import { useLanguage } from '../language/language.tsx';
import style from './verifications.module.css';

interface Props {
  company: string;
  title: string | undefined;
  body: string | undefined;
  footer: string | undefined;
  name: string;
  qrCode: boolean;
  pageUrl: boolean;
}

/** What stands where on the letter. The print itself shows once the verification exists. */
export function LetterDraft({ company, title, body, footer, name, qrCode, pageUrl }: Props) {
  const { t } = useLanguage();
  const texts = t.newVerification.sample;
  return (
    <div className={style.letter} aria-label={texts.label} role="img">
      <b>{company}</b>
      <div className={style.window}>{name || texts.recipient}</div>
      <h3>{title || texts.title}</h3>
      <p>{body || texts.body}</p>
      <div className={style.codeRow}>
        <span className={style.code}>000 000</span>
        {qrCode && <span className={style.qr}>QR</span>}
      </div>
      {pageUrl && <small>{texts.pageUrl}</small>}
      <footer>{footer || texts.footer}</footer>
    </div>
  );
}
