import { defineRouteMiddleware, type StarlightRouteData } from '@astrojs/starlight/route-data';

/** Labels of the reference in the sidebar, by the language of the page (`buildSite` gives them to the reference). */
const labels = new Map([
  ['pt-BR', 'Referência da API'],
  ['en', 'API reference'],
]);

/** The reference is built once for each language; the sidebar shows that of the page. */
export const onRequest = defineRouteMiddleware(async (context, next) => {
  await next();
  const { starlightRoute: route } = context.locals as unknown as { starlightRoute: StarlightRouteData };
  const others = [...labels].filter(([lang]) => lang !== route.lang).map(([, label]) => label);
  route.sidebar = route.sidebar.filter(({ label }) => !others.includes(label));
});
