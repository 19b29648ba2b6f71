/** Groups of pages in the order in which one reads them; the reference follows. Slugs are those of `docs/site/pages`. */
export const sidebar = [
  { label: 'Comece aqui', translations: { en: 'Start here' }, items: ['index', 'inicio-rapido'] },
  {
    label: 'Guias',
    translations: { en: 'Guides' },
    items: ['guias/limites', 'guias/precos'],
  },
  {
    label: 'Erros',
    translations: { en: 'Errors' },
    collapsed: true,
    items: [{ autogenerate: { directory: 'erros' } }],
  },
  { label: 'Novidades', translations: { en: 'Changelog' }, items: ['novidades'] },
];
