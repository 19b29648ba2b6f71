import { defineRouteMiddleware, type StarlightRouteData } from '@astrojs/starlight/route-data';

/** Pages of the reference that have no text of their own: lists of operations, and events. */
const WITHOUT_TEXT = /^(?:en\/)?(?:404|api)(?:$|\/(?!operations\/(?!tags\/)))/;

/** Tells programs where the page is as Markdown, and feed readers where the changelog is. */
export const onRequest = defineRouteMiddleware((context) => {
  const { starlightRoute: route } = context.locals as unknown as { starlightRoute: StarlightRouteData };
  const base = (import.meta as unknown as { env: { BASE_URL: string } }).env.BASE_URL.replace(/\/$/, '');
  const path = context.url.pathname.slice(base.length).replace(/^\/|\/$/g, '');
  const folder = route.lang === 'en' ? '/en' : '';
  const alternate = (type: string, href: string) =>
    route.head.push({ tag: 'link', attrs: { rel: 'alternate', type, href: base + href }, content: '' });
  alternate('application/atom+xml', `${folder}/novidades.xml`);
  if (!WITHOUT_TEXT.test(path))
    alternate('text/markdown', `/${path === '' || path === 'en' ? `${path}/index` : path}.md`.replace('//', '/'));
});
