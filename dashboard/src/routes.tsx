import type { QueryClient } from '@tanstack/react-query';
import { useQuery } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  Outlet,
  useParams,
} from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import {
  accountQuery,
  balanceQuery,
  homeQuery,
  lettersQuery,
  pixQuery,
  statementQuery,
  verificationsQuery,
} from './api/queries.ts';
import { queryString } from './api/request.ts';
import { loaded } from './api/script.ts';
import type { EventSearch, LetterSearch, RequestSearch, StatementSearch, VerificationSearch } from './api/search.ts';
import { Failure, Loading } from './parts/states.tsx';
import { useInSlices } from './parts/use-in-slices.ts';
import { sessionQuery } from './session/session.tsx';
import { SignInPage } from './session/sign-in-page.tsx';
import { SIGNED_OUT } from './session/use-sign-out.ts';
import { BrokenPage, BrokenScreen, MissingPage, WholePage } from './shell/error-pages.tsx';
import { lastAccount } from './shell/last-account.ts';
import { Shell } from './shell/shell.tsx';

const NoAccountPage = lazy(() => loaded(import('./session/no-account-page.tsx')));

const root = createRootRouteWithContext<{ client: QueryClient }>()({
  component: Gate,
  notFoundComponent: MissingPage,
  errorComponent: BrokenPage,
});

/** Signed-out people see nothing. After a session ends, signing in returns to the same address. */
function Gate() {
  const session = useQuery(sessionQuery);
  const known = useInSlices(session.data);
  const [first, setFirst] = useState<string>();
  if (known && first === undefined) setFirst(known.person.id);
  const isOther = known && first !== undefined && known.person.id !== first;
  const { refetch } = session;
  useEffect(() => {
    const channel = new BroadcastChannel(SIGNED_OUT);
    channel.onmessage = () => void refetch();
    return () => channel.close();
  }, [refetch]);
  useEffect(() => {
    // Somebody else signed in in another tab: nothing of the first person may stay on this page.
    if (isOther) window.location.reload();
  }, [isOther]);
  if (known === undefined || isOther) {
    return (
      <WholePage>
        {session.error ? <Failure error={session.error} retry={() => void session.refetch()} /> : <Loading rows={4} />}
      </WholePage>
    );
  }
  return known === null ? <SignInPage ended={first !== undefined} /> : <Outlet />;
}

const home = createRoute({ getParentRoute: () => root, path: '/', component: Home, errorComponent: BrokenPage });

function Home() {
  const { data: session } = useQuery(sessionQuery);
  const accounts = session?.accounts ?? [];
  const account = accounts.find(({ id }) => id === lastAccount()) ?? accounts[0];
  if (!session) return null;
  if (!account) {
    return (
      <Suspense fallback={<Loading />}>
        <NoAccountPage session={session} />
      </Suspense>
    );
  }
  return <Navigate to="/$accountId" params={{ accountId: account.id }} replace />;
}

const account = createRoute({
  getParentRoute: () => root,
  path: '/$accountId',
  component: AccountShell,
  errorComponent: BrokenPage,
});

function AccountShell() {
  const { data: session } = useQuery(sessionQuery);
  const { accountId } = useParams({ from: '/$accountId' });
  return session?.accounts.some(({ id }) => id === accountId) ? <Shell key={accountId} /> : <MissingPage />;
}

/** The query parameters that a screen understands; the rest is dropped, so that a mistyped link still opens. */
function searchOf<Name extends string>(...names: readonly Name[]) {
  return (search: Record<string, unknown>): Partial<Record<Name, string>> => {
    const found: Partial<Record<Name, string>> = {};
    for (const name of names) {
      const value = search[name];
      if (typeof value === 'string' && value !== '') found[name] = value;
    }
    return found;
  };
}

/** A screen whose script loads when it is first opened. */
const screen = <Script extends Record<string, unknown>, Name extends keyof Script>(
  load: () => Promise<Script>,
  name: Name,
) => lazyRouteComponent(() => loaded(load()), name);

// A loader starts the screen's queries while the screen's script loads, and waits for nothing: the screen shows
// failures.
const accountHome = createRoute({
  getParentRoute: () => account,
  path: '/',
  loader: ({ context: { client }, params: { accountId } }) => {
    void client.prefetchQuery(homeQuery(accountId));
  },
  component: screen(() => import('./home/home-page.tsx'), 'HomePage'),
});

const letters = createRoute({
  getParentRoute: () => account,
  path: '/letters',
  validateSearch: (search: Record<string, unknown>) =>
    searchOf('cursor', 'from', 'until', 'status', 'reference', 'recipient', 'tracking_code')(search) as LetterSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { client }, params: { accountId }, deps }) => {
    void client.prefetchQuery(lettersQuery(accountId, deps));
  },
  component: screen(() => import('./letters/letters-page.tsx'), 'LettersPage'),
});

const newLetter = createRoute({
  getParentRoute: () => account,
  path: '/letters/new',
  validateSearch: searchOf('again'),
  component: screen(() => import('./letters/new-letter-page.tsx'), 'NewLetterPage'),
});

const mailMerge = createRoute({
  getParentRoute: () => account,
  path: '/letters/spreadsheet',
  component: screen(() => import('./mail-merge/mail-merge-page.tsx'), 'MailMergePage'),
});

const mailMergeProgress = createRoute({
  getParentRoute: () => account,
  path: '/letters/spreadsheet/$mailMergeId',
  component: screen(() => import('./mail-merge/progress-page.tsx'), 'ProgressPage'),
});

const letter = createRoute({
  getParentRoute: () => account,
  path: '/letters/$letterId',
  component: screen(() => import('./letters/letter-page.tsx'), 'LetterPage'),
});

const editLetter = createRoute({
  getParentRoute: () => account,
  path: '/letters/$letterId/edit',
  component: screen(() => import('./letters/edit-letter-page.tsx'), 'EditLetterPage'),
});

const verifications = createRoute({
  getParentRoute: () => account,
  path: '/verifications',
  validateSearch: (search: Record<string, unknown>) =>
    searchOf('cursor', 'from', 'until', 'status', 'reference', 'recipient')(search) as VerificationSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { client }, params: { accountId }, deps }) => {
    void client.prefetchQuery(verificationsQuery(accountId, deps));
  },
  component: screen(() => import('./verifications/verifications-page.tsx'), 'VerificationsPage'),
});

const newVerification = createRoute({
  getParentRoute: () => account,
  path: '/verifications/new',
  validateSearch: (search: Record<string, unknown>) => searchOf('after')(search),
  component: screen(() => import('./verifications/new-verification-page.tsx'), 'NewVerificationPage'),
});

const verificationFigures = createRoute({
  getParentRoute: () => account,
  path: '/verifications/figures',
  validateSearch: (search: Record<string, unknown>) => searchOf('from', 'until')(search),
  component: screen(() => import('./verifications/figures-page.tsx'), 'FiguresPage'),
});

const verification = createRoute({
  getParentRoute: () => account,
  path: '/verifications/$verificationId',
  component: screen(() => import('./verifications/verification-page.tsx'), 'VerificationPage'),
});

const balance = createRoute({
  getParentRoute: () => account,
  path: '/balance',
  validateSearch: (search: Record<string, unknown>) =>
    searchOf('cursor', 'from', 'until', 'type')(search) as StatementSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { client }, params: { accountId }, deps }) => {
    void client.prefetchQuery(accountQuery(accountId));
    void client.prefetchQuery(balanceQuery(accountId));
    void client.prefetchQuery(pixQuery(accountId, null));
    void client.prefetchQuery(statementQuery(accountId, deps));
  },
  component: screen(() => import('./money/balance-page.tsx'), 'BalancePage'),
});

const apiKeys = createRoute({
  getParentRoute: () => account,
  path: '/developers/api-keys',
  component: screen(() => import('./developers/api-keys-page.tsx'), 'ApiKeysPage'),
});

const webhooks = createRoute({
  getParentRoute: () => account,
  path: '/developers/webhooks',
  component: screen(() => import('./developers/webhooks-page.tsx'), 'WebhooksPage'),
});

const webhook = createRoute({
  getParentRoute: () => account,
  path: '/developers/webhooks/$endpointId',
  validateSearch: (search: Record<string, unknown>) => searchOf('cursor')(search),
  component: screen(() => import('./developers/webhook-page.tsx'), 'WebhookPage'),
});

const requests = createRoute({
  getParentRoute: () => account,
  path: '/developers/requests',
  validateSearch: (search: Record<string, unknown>) =>
    searchOf('cursor', 'from', 'until', 'outcome', 'operation', 'key')(search) as RequestSearch,
  component: screen(() => import('./developers/requests-page.tsx'), 'RequestsPage'),
});

const request = createRoute({
  getParentRoute: () => account,
  path: '/developers/requests/$requestId',
  component: screen(() => import('./developers/request-page.tsx'), 'RequestPage'),
});

const events = createRoute({
  getParentRoute: () => account,
  path: '/developers/events',
  validateSearch: (search: Record<string, unknown>) =>
    searchOf('cursor', 'from', 'until', 'type', 'object')(search) as EventSearch,
  component: screen(() => import('./developers/events-page.tsx'), 'EventsPage'),
});

const settings = createRoute({
  getParentRoute: () => account,
  path: '/settings',
  component: screen(() => import('./settings/settings-page.tsx'), 'SettingsPage'),
});

const people = createRoute({
  getParentRoute: () => account,
  path: '/people',
  component: screen(() => import('./settings/people-page.tsx'), 'PeoplePage'),
});

const activity = createRoute({
  getParentRoute: () => account,
  path: '/activity',
  validateSearch: (search: Record<string, unknown>) => searchOf('cursor')(search),
  component: screen(() => import('./settings/activity-page.tsx'), 'ActivityPage'),
});

// A parameter is a text: by default the router reads it as JSON, which makes another text of `1e5` and none of `true`.
const parseSearch = (search: string): Record<string, unknown> => Object.fromEntries(new URLSearchParams(search));

export function dashboardRouter(client: QueryClient) {
  return createRouter({
    routeTree: root.addChildren([
      home,
      account.addChildren([
        accountHome,
        letters,
        newLetter,
        mailMerge,
        mailMergeProgress,
        letter,
        editLetter,
        verifications,
        newVerification,
        verificationFigures,
        verification,
        balance,
        apiKeys,
        webhooks,
        webhook,
        requests,
        request,
        events,
        settings,
        people,
        activity,
      ]),
    ]),
    context: { client },
    parseSearch,
    stringifySearch: queryString,
    defaultPreload: 'intent',
    defaultPendingComponent: () => <Loading />,
    defaultNotFoundComponent: MissingPage,
    defaultErrorComponent: BrokenScreen,
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof dashboardRouter>;
  }
}
