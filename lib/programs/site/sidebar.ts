/** Groups of pages in reading order; the reference follows. Slugs are those of `docs/site/pages`. */
export const sidebar = [
  { label: 'Comece aqui', translations: { en: 'Start here' }, items: ['index', 'inicio-rapido', 'clientes'] },
  {
    label: 'Guias',
    translations: { en: 'Guides' },
    items: [
      'guias/autenticacao',
      'guias/idempotencia',
      'guias/paginacao',
      'guias/envio-de-arquivos',
      'guias/pdf',
      'guias/word',
      'guias/status',
      'guias/webhooks',
      'guias/verificacoes',
      'guias/testes',
      'guias/agentes',
      'guias/limites',
      'guias/precos',
    ],
  },
  {
    label: 'Erros',
    translations: { en: 'Errors' },
    collapsed: true,
    items: [{ autogenerate: { directory: 'erros' } }],
  },
  { label: 'Novidades', translations: { en: 'Changelog' }, items: ['novidades'] },
];
