import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Home } from '../api/objects.ts';
import { Mark } from '../parts/mailing.tsx';
import { Sheet } from '../parts/page.tsx';
import parts from '../parts/parts.module.css';
import { useAccount } from '../session/session.tsx';
import style from './home.module.css';
import { useHomeLanguage } from './texts.ts';

/** What the people of a new account do first. */
export function FirstSteps({ steps }: { steps: NonNullable<Home['first_steps']> }) {
  const { t } = useHomeLanguage();
  const { accountId, may } = useAccount();
  return (
    <Sheet title={t.home.steps}>
      <p className={parts.intro}>{t.home.stepsLead}</p>
      <ol className={style.steps}>
        <Step title={t.home.sender} text={t.home.senderWhat(steps.sender)}>
          <Link to="/$accountId/settings" params={{ accountId }}>
            {t.home.seeSender}
          </Link>
        </Step>
        <Step title={t.home.first} text={may('send') ? t.home.firstWhat : t.roles.cannotSend}>
          {may('send') && (
            <Link to="/$accountId/letters/new" params={{ accountId }}>
              {t.letters.create}
            </Link>
          )}
        </Step>
        {steps.has_key !== null && (
          <Step title={t.home.key} text={t.home.keyWhat} done={steps.has_key}>
            <Link to="/$accountId/developers/api-keys" params={{ accountId }}>
              {steps.has_key ? t.nav.apiKeys : t.home.makeKey}
            </Link>
          </Step>
        )}
      </ol>
    </Sheet>
  );
}

interface StepProps {
  title: string;
  text: string;
  done?: boolean;
  /** Where it is done. */
  children: ReactNode;
}

function Step({ title, text, done = false, children }: StepProps) {
  const { t } = useHomeLanguage();
  return (
    <li>
      <h3>
        {title} {done && <Mark tone="good">{t.home.done}</Mark>}
      </h3>
      <p>{text}</p>
      {children}
    </li>
  );
}
