import { defineRouteMiddleware, type StarlightRouteData } from '@astrojs/starlight/route-data';

type Entry = StarlightRouteData['sidebar'][number];

/** Labels of the reference in the sidebar, by the language of the page (`buildSite` gives them to the reference). */
const labels = new Map([
  ['pt-BR', 'Referência da API'],
  ['en', 'API reference'],
]);

/** Groups of the reference: the tags of the description, and what its package writes. */
const groupsInPortuguese: Readonly<Record<string, string>> = {
  Overview: 'Visão geral',
  Letters: 'Cartas',
  Verifications: 'Verificações',
  Account: 'Conta',
  'Postal codes': 'CEPs',
  Events: 'Eventos',
};

/** The package of the reference calls these "Webhooks", as the tag of their endpoints is called. */
const eventGroups: Readonly<Record<string, string>> = { 'pt-BR': 'Eventos dos webhooks', en: 'Webhook events' };

/** The reference is built once for each language; the sidebar shows that of the page, in its words. */
export const onRequest = defineRouteMiddleware(async (context, next) => {
  await next();
  const { starlightRoute: route } = context.locals as unknown as { starlightRoute: StarlightRouteData };
  const others = [...labels].filter(([lang]) => lang !== route.lang).map(([, label]) => label);
  route.sidebar = route.sidebar
    .filter(({ label }) => !others.includes(label))
    .map((entry) => (entry.label === labels.get(route.lang) ? inWordsOf(route.lang, entry) : entry));
});

function inWordsOf(lang: string, entry: Entry): Entry {
  const label = (holdsEvents(entry) && eventGroups[lang]) || (lang === 'pt-BR' && groupsInPortuguese[entry.label]);
  const named = label ? { ...entry, label } : entry;
  return named.type === 'group' ? { ...named, entries: named.entries.map((each) => inWordsOf(lang, each)) } : named;
}

function holdsEvents(entry: Entry): boolean {
  if (entry.type !== 'group') return false;
  const [first] = entry.entries;
  return first?.type === 'link' && first.href.includes('/api/webhooks/');
}
