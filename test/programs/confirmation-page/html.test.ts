import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { html, verbatim } from '../../../lib/core/html.ts';

describe('html', () => {
  test('escapes values in text and in attributes', () => {
    const value = `<script>alert("x")</script> & 'y'`;
    expect(html`<p title="${value}">${value}</p>`.text).toBe(
      '<p title="&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;y&#39;">' +
        '&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;y&#39;</p>',
    );
  });

  test('escapes an entity again, so that it is shown as written', () => {
    expect(html`${'&lt;'}`.text).toBe('&amp;lt;');
  });

  test('keeps HTML, joins lists, writes numbers, leaves null out', () => {
    const digits = [1, 2].map((digit) => html`<b>${digit}</b>`);
    expect(html`<p>${digits}${null}</p>`.text).toBe('<p><b>1</b><b>2</b></p>');
  });

  test('escapes the strings of a list', () => {
    expect(html`${['<', ['>']]}`.text).toBe('&lt;&gt;');
  });

  test('verbatim text is left unescaped', () => {
    expect(html`<p>${verbatim('a > b & c')}</p>`.text).toBe('<p>a > b & c</p>');
  });

  test('no value can close the attribute or open an element', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const inside = html`${value}`.text;
        expect(inside).not.toMatch(/[<>"']/);
        expect(inside.replace(/&(amp|lt|gt|quot|#39);/g, '')).not.toContain('&');
      }),
    );
  });
});
