import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useLanguage } from '../language/language.tsx';
import { Icon } from './icons.tsx';
import style from './parts.module.css';

export interface Column<Item> {
  label: string;
  cell: (item: Item) => ReactNode;
  align?: 'right';
  /** Holds texts that people or programs have written, with words of any length: they break where they must. */
  long?: boolean;
  /** Hidden on narrow screens, where each row is a card. */
  wideOnly?: boolean;
  /** On a separate line on narrow screens. */
  whole?: boolean;
  /** On narrow screens, which have no column heads, shows its label above a value that is unclear without it. */
  named?: boolean;
}

interface Props<Item> {
  caption: string;
  columns: readonly Column<Item>[];
  items: readonly Item[];
  id: (item: Item) => string;
  faded?: (item: Item) => boolean;
}

/** A list as a table; on a phone each row is a card. ARIA roles keep it a table for screen readers there, too. */
export function Rows<Item>({ caption, columns, items, id, faded }: Props<Item>) {
  return (
    <table role="table" className={style.rows}>
      <caption className={style.hidden}>{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ label, align }) => (
            <th key={label} role="columnheader" scope="col" data-align={align}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {items.map((item) => (
          <tr key={id(item)} role="row" data-faded={faded?.(item) || undefined}>
            {columns.map(({ label, cell, align, long, wideOnly, whole, named }) => (
              <td
                key={label}
                role="cell"
                data-label={named && label}
                data-align={align}
                data-long={long || undefined}
                data-wide={wideOnly || undefined}
                data-whole={whole || undefined}
              >
                {cell(item)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface PagerProps {
  cursor: string | undefined;
  next: string | null;
  /** The same list from another cursor. */
  link: (cursor: string | undefined) => LinkProps;
}

/** Links, so that "back" works and a page can be sent to a colleague. */
export function Pager({ cursor, next, link }: PagerProps) {
  const { t } = useLanguage();
  if (cursor === undefined && next === null) return null;
  return (
    <nav className={style.pager} aria-label={t.lists.pages}>
      {cursor !== undefined && (
        <Link {...link(undefined)} className={style.pagerLink}>
          {t.lists.newest}
        </Link>
      )}
      {next !== null && (
        <Link {...link(next)} className={style.pagerLink} data-next>
          {t.lists.older}
          <Icon name="right" size={16} />
        </Link>
      )}
    </nav>
  );
}

interface FilterProps<Value extends string> {
  label: string;
  values: readonly Value[];
  names: Readonly<Record<Value, string>>;
  chosen: Value | undefined;
  /** Label for all values, if it differs from the usual one. */
  all?: string;
  /** The same list with this value, or with all values. */
  link: (value: Value | undefined) => LinkProps;
}

/** One of a few values, or all of them. */
export function Filter<Value extends string>({ label, values, names, chosen, all, link }: FilterProps<Value>) {
  const { t } = useLanguage();
  return (
    <nav aria-label={label} className={style.filter}>
      {[undefined, ...values].map((value) => (
        <Link
          key={value ?? ''}
          {...link(value)}
          className={style.filterLink}
          aria-current={chosen === value || undefined}
        >
          {value === undefined ? (all ?? t.lists.all) : names[value]}
        </Link>
      ))}
    </nav>
  );
}
