import { Link, type LinkProps } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTitle } from '../shell/use-title.ts';
import { Icon } from './icons.tsx';
import style from './parts.module.css';

interface Props {
  title: string;
  lead?: ReactNode;
  /** Next to the title: a status. */
  mark?: ReactNode;
  actions?: ReactNode;
  back?: { link: LinkProps; label: string };
  children: ReactNode;
}

let screens = 0;

/** A screen. Except on the first one, its heading takes the focus, so that a screen reader announces the new screen. */
export function Page({ title, lead, mark, actions, back, children }: Props) {
  useTitle(title);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    screens += 1;
    if (screens > 1) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className={style.page}>
      {back && (
        <Link {...back.link} className={style.back}>
          <Icon name="left" size={16} />
          {back.label}
        </Link>
      )}
      <div className={style.head}>
        <div className={style.headText}>
          <div className={style.titleRow}>
            <h1 ref={heading} tabIndex={-1} className={style.title}>
              {title}
            </h1>
            {mark}
          </div>
          {lead && <p className={style.lead}>{lead}</p>}
        </div>
        {actions && <div className={style.actions}>{actions}</div>}
      </div>
      {children}
    </div>
  );
}

interface SheetProps {
  title?: string;
  actions?: ReactNode;
  flush?: boolean;
  children: ReactNode;
}

/** A sheet of paper on the desk, with its own heading. */
export function Sheet({ title, actions, flush = false, children }: SheetProps) {
  return (
    <section className={style.sheet} data-flush={flush || undefined}>
      {title !== undefined && (
        <div className={style.sheetHead}>
          <h2 className={style.sheetTitle}>{title}</h2>
          {actions}
        </div>
      )}
      {children}
    </section>
  );
}

/** Names and values, as on a paper form. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode] | null)[] }) {
  return (
    <dl className={style.facts}>
      {facts.flatMap((fact) =>
        fact === null || fact[1] === null || fact[1] === undefined
          ? []
          : [
              <div key={fact[0]}>
                <dt>{fact[0]}</dt>
                <dd>{fact[1]}</dd>
              </div>,
            ],
      )}
    </dl>
  );
}
