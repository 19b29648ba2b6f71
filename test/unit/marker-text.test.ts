import { expect, test } from '@jest/globals';
import { markersInLine } from '../../dashboard/src/pdf/marker-text.ts';
import { insideOf } from '../../lib/pdf/text/markers.ts';

test('the dashboard names a marker by its variable, without what it declares', () => {
  expect(markersInLine('De {{nome}}: {{total:r}}, {{obs:l30}}')).toEqual([
    { name: 'nome', start: 3, end: 11 },
    { name: 'total', start: 13, end: 24 },
    { name: 'obs', start: 26, end: 37 },
  ]);
});

test.each('a a:r a:C a:l30 a:r999 a:r1000 a:r0 a:b a: :r a:rr ação a:r:l'.split(' '))(
  'the dashboard and the engine agree on {{%s}}',
  (inside) => {
    expect(markersInLine(`{{${inside}}}`).map(({ name }) => name)).toEqual([insideOf(inside)?.name ?? []].flat());
  },
);
