import { useLanguage } from '../language/language.tsx';
import { Page, Sheet } from '../parts/page.tsx';
import parts from '../parts/parts.module.css';
import { Empty, Ready } from '../parts/states.tsx';
import { useLive, useWords } from './bench.tsx';
import { control } from './bench-api.ts';

export function MailsView() {
  const { format } = useLanguage();
  const words = useWords();
  const mails = useLive('mails', control.mails);
  return (
    <Page title={words.views.mails} lead={words.mailsLead}>
      <Sheet>
        <Ready query={mails}>
          {(sent) =>
            sent.length === 0 ? (
              <Empty icon="tag" title={words.nothing} />
            ) : (
              sent.toReversed().map(({ id, sent_at, to, subject, text }) => (
                <details key={id} className={parts.details}>
                  <summary>
                    <span className={parts.summaryText}>
                      <b>{subject}</b> {words.to} {to.join(', ')}
                    </span>
                    <time dateTime={sent_at}>{format.exactInstant(sent_at)}</time>
                  </summary>
                  <pre className={parts.code} tabIndex={0} aria-label={subject}>
                    {text}
                  </pre>
                </details>
              ))
            )
          }
        </Ready>
      </Sheet>
    </Page>
  );
}
