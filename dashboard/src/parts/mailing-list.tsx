import { Button } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import { type ComponentProps, lazy, type ReactNode, Suspense, useState } from 'react';
import type { List } from '../api/objects.ts';
import { loaded } from '../api/script.ts';
import type { ListSearch } from '../api/search.ts';
import { useLanguage } from '../language/language.tsx';
import type { IconName } from './icons.tsx';
import type { Exported } from './mailing-file.ts';
import { MailingSearch } from './mailing-search.tsx';
import { Page, Sheet } from './page.tsx';
import parts from './parts.module.css';
import { PeriodFilter } from './period.tsx';
import { type Column, Filter, Pager, Rows, type Selection } from './rows.tsx';
import { Empty, Ready } from './states.tsx';
import { useInSlices } from './use-in-slices.ts';
import { useLiveList } from './use-live.ts';

const MailingExport = lazy(() => loaded(import('./mailing-export.tsx')));

interface MailingListSearch<Status> extends ListSearch {
  status?: Status | undefined;
  reference?: string | undefined;
  recipient?: string | undefined;
}

/** A typed text with a digit is a reference, any other one a name; an empty list of names offers references. */
export const nameOrReference = (text: string | undefined) =>
  text !== undefined && /\d/.test(text)
    ? { reference: text, recipient: undefined }
    : { reference: undefined, recipient: text };

interface Props<Kind extends Exported, Status extends string, Search> {
  title: string;
  /** The create button, for those who may use it. */
  create: ReactNode;
  /** Shown before that button. */
  beside?: ReactNode;
  search: Search;
  /** The same list with another search. */
  link: (search: Search) => LinkProps;
  /** Label of the search box. */
  searchLabel: string;
  /** Current text of the search box. */
  searched: string | undefined;
  /** The search for a typed text. */
  searchFor: (text: string | undefined) => Partial<Search>;
  /** The form of this list's ids, and where they lead. */
  id: RegExp;
  open: (id: string) => LinkProps;
  statuses: readonly Status[];
  statusNames: Readonly<Record<Status, string>>;
  query: { data: List<Kind> | undefined; error: Error | null; refetch: () => unknown };
  /** The list as filtered, for its export. */
  list: (page: { limit: number; cursor: string | undefined }) => Promise<List<Kind>>;
  mark: (mailing: Kind) => ReactNode;
  /** What is still ahead, shown below the creation day. */
  until: (mailing: Kind) => string | undefined;
  /** Columns after the common ones. */
  more?: readonly Column<Kind>[];
  faded: (mailing: Kind) => boolean;
  /** What may be done with many; absent for those who may only read. */
  many?: ((chosen: readonly Kind[], clear: () => void) => ReactNode) | undefined;
  /** Shown while the account has none. */
  empty: { icon: IconName; title: string; text: string };
}

/** The list of one kind of mailing. Filters are links, each to the first page. */
export function MailingList<Kind extends Exported, Status extends string, Search extends MailingListSearch<Status>>({
  title,
  create,
  beside,
  search,
  link,
  searchLabel,
  searched,
  searchFor,
  id,
  open,
  statuses,
  statusNames,
  query: asked,
  list,
  mark,
  until,
  more = [],
  faded,
  many,
  empty,
}: Props<Kind, Status, Search>) {
  const { t } = useLanguage();
  const query = { ...asked, data: useInSlices(asked.data) };
  const columns = [...useColumns({ open, mark, until }), ...more];
  const [selection, clear] = useSelection<Kind>();
  useLiveList(asked.refetch, selection.chosen.size > 0);
  const narrowed = (change: Partial<Search> | Partial<MailingListSearch<Status>>) =>
    link({ ...search, ...change, cursor: undefined });
  return (
    <Page
      title={title}
      actions={
        <>
          {beside}
          {create}
        </>
      }
    >
      <div className={parts.tools}>
        <MailingSearch
          key={searched}
          label={searchLabel}
          text={searched}
          id={id}
          open={open}
          filter={(text) => narrowed(searchFor(text))}
        />
        <PeriodFilter search={search} link={narrowed} />
      </div>
      <Filter
        label={t.letters.byStatus}
        values={statuses}
        names={statusNames}
        chosen={search.status}
        link={(status) => narrowed({ status })}
      />
      <Sheet flush={Boolean(query.data?.data.length)}>
        <Ready query={query}>
          {({ data, next_cursor }) =>
            data.length > 0 ? (
              <>
                <Rows<Kind>
                  caption={title}
                  items={data}
                  id={(mailing) => mailing.id}
                  faded={faded}
                  columns={columns}
                  selection={many && selection}
                />
                {many?.(
                  data.filter(({ id: one }) => selection.chosen.has(one)),
                  clear,
                )}
                <Pager cursor={search.cursor} next={next_cursor} link={(cursor) => link({ ...search, cursor })} />
                <Downloads title={title} statusNames={statusNames} list={list} />
              </>
            ) : Object.keys(search).length > 0 ? (
              <NothingFound
                recipient={search.recipient}
                inReferences={narrowed({ recipient: undefined, reference: search.recipient })}
                all={link({} as Search)}
              />
            ) : (
              <Empty icon={empty.icon} title={empty.title} action={create}>
                {empty.text}
              </Empty>
            )
          }
        </Ready>
      </Sheet>
    </Page>
  );
}

/** The parts that make files load once somebody wants one. */
function Downloads(props: ComponentProps<typeof MailingExport>) {
  const { t } = useLanguage();
  const [wanted, setWanted] = useState(false);
  if (wanted) {
    return (
      <Suspense fallback={null}>
        <MailingExport {...props} />
      </Suspense>
    );
  }
  return (
    <div className={parts.export}>
      <Button size="compact-md" variant="subtle" onClick={() => setWanted(true)}>
        {t.lists.downloadList}
      </Button>
    </div>
  );
}

interface NothingFoundProps {
  /** The name that was searched, if any. */
  recipient: string | undefined;
  /** The list with that name as a reference. */
  inReferences: LinkProps;
  /** The list without filters. */
  all: LinkProps;
}

function NothingFound({ recipient, inReferences, all }: NothingFoundProps) {
  const { t } = useLanguage();
  return (
    <Empty
      icon="search"
      title={t.lists.nothingTitle}
      action={
        <>
          {recipient !== undefined && <Link {...inReferences}>{t.search.inReferences(recipient)}</Link>}
          <Link {...all}>{t.lists.clear}</Link>
        </>
      }
    >
      {t.lists.nothing}
    </Empty>
  );
}

/** The chosen rows. Those of another page stay chosen, and count when it is shown again. */
function useSelection<Kind extends Exported>(): [Selection<Kind>, () => void] {
  const { t } = useLanguage();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const choose = (ids: readonly string[], isChosen: boolean) =>
    setChosen((before) => {
      const after = new Set(before);
      for (const id of ids) {
        if (isChosen) after.add(id);
        else after.delete(id);
      }
      return after;
    });
  return [{ chosen, choose, label: ({ to }) => t.lists.select(to.name) }, () => setChosen(new Set())];
}

/** The columns that all mailings have. */
function useColumns<Kind extends Exported>({
  open,
  mark,
  until,
}: Pick<Props<Kind, string, unknown>, 'open' | 'mark' | 'until'>): readonly Column<Kind>[] {
  const { t, format } = useLanguage();
  return [
    {
      label: t.letters.recipient,
      long: true,
      cell: (mailing) => (
        <>
          <Link {...open(mailing.id)}>{mailing.to.name}</Link>
          <small>
            {mailing.to.city} - {mailing.to.state}
          </small>
        </>
      ),
    },
    { label: t.letters.status, cell: mark },
    { label: t.letters.reference, long: true, cell: ({ reference }) => reference ?? '' },
    {
      label: t.letters.date,
      cell: (mailing) => {
        const next = until(mailing);
        return (
          <>
            {format.instant(mailing.created_at)}
            {next && <small>{next}</small>}
          </>
        );
      },
    },
  ];
}
