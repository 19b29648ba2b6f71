import type { Mailings, Versioned } from '../../adapters/data/mailings/mailings.ts';
import type { Letter } from '../../core/domain/letters.ts';
import type { MailingKind } from '../../core/domain/mailing-fields.ts';
import type { Mailing } from '../../core/domain/mailings.ts';
import { nameSearch, plain, wordsOf } from '../../core/domain/recipient-names.ts';
import { type Searched, searchedBy, searchedFields } from '../../core/domain/search.ts';
import type { Verification } from '../../core/domain/verifications.ts';
import { foundLetter, foundVerification } from '../../core/resources/found-mailing.ts';
import type { PersonResource } from '../../core/schemas/person.ts';
import type { SearchResource } from '../../core/schemas/search.ts';
import { settleAll } from '../../core/settle-all.ts';
import { listPeople, type ListPeopleDeps } from '../people/change-people.ts';

type Found<M extends Mailing> = Pick<Mailings<M>, 'find' | 'list' | 'newest'>;

export interface FindAnythingDeps extends ListPeopleDeps {
  letters: Found<Letter>;
  verifications: Found<Verification>;
}

/** Results of each kind: what fits on a screen without scrolling far. */
const MOST = 6;

/** Everything in an account that a typed text may mean (rule DASH-19): a constant number of queries, at once. */
export async function findAnything(deps: FindAnythingDeps, accountId: string, text: string): Promise<SearchResource> {
  const searched = searchedBy(text);
  const [letters, verifications, people] = await settleAll([
    mailings(deps.letters, 'letter', accountId, searched),
    mailings(deps.verifications, 'verification', accountId, searched),
    searched.person === undefined ? [] : peopleNamed(deps, accountId, searched.person),
  ]);
  return {
    object: 'search',
    searched: searchedFields.filter((field) => searched[field] !== undefined),
    letters: letters.found.map(foundLetter),
    has_more_letters: letters.hasMore,
    verifications: verifications.found.map(foundVerification),
    has_more_verifications: verifications.hasMore,
    people,
  };
}

/** The newest mailings of one kind, each once. */
async function mailings<M extends Mailing>(
  store: Found<M>,
  kind: MailingKind,
  accountId: string,
  { id, tracking_code, postal_code, recipient, reference }: Searched,
): Promise<{ found: M[]; hasMore: boolean }> {
  if (id) {
    const one: Versioned<M> | undefined = id.kind === kind ? await store.find(accountId, id.id) : undefined;
    return { found: one ? [one.mailing] : [], hasMore: false };
  }
  const page = { limit: MOST };
  const [named, ...others] = await settleAll([
    recipient === undefined ? { rows: [], next: null } : store.list(accountId, page, { recipient }),
    tracking_code === undefined ? [] : store.list(accountId, page, { tracking_code }).then(({ rows }) => rows),
    postal_code === undefined ? [] : store.newest(accountId, { postal_code }, MOST),
    reference === undefined ? [] : store.newest(accountId, { reference }, MOST),
  ]);
  const each = new Map([...named.rows, ...others.flat()].map((mailing) => [mailing.id, mailing]));
  // Ids sort by time.
  const found = [...each.values()].sort((one, other) => (one.id < other.id ? 1 : -1)).slice(0, MOST);
  return { found, hasMore: named.next !== null };
}

/** At most a hundred people belong to an account, so they are read and compared. */
async function peopleNamed(deps: ListPeopleDeps, accountId: string, text: string): Promise<PersonResource[]> {
  const wanted = plain(text);
  const search = nameSearch(text);
  const people = await listPeople(deps, accountId);
  return people
    .filter(({ name, email }) => plain(email).startsWith(wanted) || (name !== null && search?.fits(wordsOf(name))))
    .slice(0, MOST);
}
