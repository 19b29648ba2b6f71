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

/** Rows that a person chooses, for what is done with many. */
export interface Selection<Item> {
  chosen: ReadonlySet<string>;
  /** Names a row's checkbox. */
  label: (item: Item) => string;
  choose: (ids: readonly string[], chosen: boolean) => void;
}

interface Props<Item> {
  caption: string;
  columns: readonly Column<Item>[];
  items: readonly Item[];
  id: (item: Item) => string;
  faded?: (item: Item) => boolean;
  selection?: Selection<Item> | undefined;
}

/** A list as a table; on a phone each row is a card. ARIA roles keep it a table for screen readers there, too. */
export function Rows<Item>({ caption, columns, items, id, faded, selection }: Props<Item>) {
  return (
    <table role="table" className={style.rows} data-selects={selection !== undefined || undefined}>
      <caption className={style.hidden}>{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {selection && (
            <th role="columnheader" scope="col">
              <ChooseAll ids={items.map(id)} {...selection} />
            </th>
          )}
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
            {selection && (
              <td role="cell" data-select>
                <input
                  type="checkbox"
                  aria-label={selection.label(item)}
                  checked={selection.chosen.has(id(item))}
                  onChange={({ currentTarget }) => selection.choose([id(item)], currentTarget.checked)}
                />
              </td>
            )}
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

/** Chooses every row of the page, or none. */
export function ChooseAll({ ids, chosen, choose }: { ids: readonly string[] } & Omit<Selection<never>, 'label'>) {
  const { t } = useLanguage();
  const count = ids.filter((each) => chosen.has(each)).length;
  return (
    <input
      type="checkbox"
      aria-label={t.lists.selectAll}
      checked={count > 0 && count === ids.length}
      ref={(box) => {
        if (box) box.indeterminate = count > 0 && count < ids.length;
      }}
      onChange={({ currentTarget }) => choose(ids, currentTarget.checked)}
    />
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
