import type { PageKind } from '../../core/domain/confirmation-page.ts';
import { type Html, html } from '../../core/html.ts';

/** Line drawings on a 24-unit grid, one for each state. */
const glyphs: Record<PageKind, Html> = {
  on_its_way: html`<path d="M3 6h18v13H3zM3 7.5l9 6.5 9-6.5" />`,
  code_expected: html`<path d="M4 11l8-7 8 7v9H4zM10 20v-5h4v5" />`,
  confirmed: html`<path d="M4 11l8-7 8 7v9H4zM10 20v-5h4v5" />`,
  locked: html`<path d="M5 11h14v9H5zM8 11V8a4 4 0 0 1 8 0v3M12 14.5v2" />`,
  expired: html`<circle cx="12" cy="12" r="8.5" /><path d="M12 7v5l3.5 2" />`,
  no_longer_valid: html`<circle cx="12" cy="12" r="8.5" /><path d="M6 6l12 12" />`,
  number_expected: html`<path d="M3 6h18v13H3zM3 7.5l9 6.5 9-6.5" />`,
  number_unknown: html`<path d="M8.5 9a3.5 3.5 0 1 1 5.5 2.9c-1.5 1-2 1.6-2 3.1M12 18.9v.1" />`,
  letter_genuine: html`<path d="M3 6h18v13H3zM3 7.5l9 6.5 9-6.5" />`,
  letter_not_posted: html`<path d="M3 6h18v13H3zM3 7.5l9 6.5 9-6.5" />`,
  letter_revoked: html`<circle cx="12" cy="12" r="8.5" /><path d="M6 6l12 12" />`,
  unknown_link: html`<path d="M8.5 9a3.5 3.5 0 1 1 5.5 2.9c-1.5 1-2 1.6-2 3.1M12 18.9v.1" />`,
  throttled: html`<path d="M7 4h10M7 20h10M8 4c0 4 4 5 4 8s-4 4-4 8M16 4c0 4-4 5-4 8s4 4 4 8" />`,
};

/** States in which the person can do nothing here; their stamp is gray. */
const closed: readonly PageKind[] = [
  'locked',
  'expired',
  'no_longer_valid',
  'unknown_link',
  'number_unknown',
  'letter_revoked',
  'throttled',
];

/** States in which a postmark confirms what the person came for. */
const done: readonly PageKind[] = ['confirmed', 'letter_genuine'];

/** The postmark over the stamp's corner: everything is done. */
const postmark = html`<g class="postmark">
  <path d="M40 56q4.5-4 9 0t9 0 9 0 9 0M42 64q4-4 8 0t9 0 8 0 9 0M40 72q4.5-4 9 0t9 0 9 0 9 0" />
  <circle cx="22" cy="66" r="20" />
  <circle cx="22" cy="66" r="15.5" />
  <path class="tick" d="M14.5 66.5l5.5 5.5 10-11" />
</g>`;

/**
 * The postage stamp at the top right, as on an envelope. The teeth are dots every 6 units along a 66 × 78 rectangle: 11
 * and 13 steps, so that a dot falls on each corner.
 */
export function stamp(kind: PageKind): Html {
  return html`<svg
    class="stamp${closed.includes(kind) ? ' closed' : ''}"
    viewBox="0 0 76 90"
    width="76"
    height="90"
    aria-hidden="true"
    focusable="false"
  >
    <rect class="stamp-paper" x="7" y="3" width="66" height="78" />
    <rect class="stamp-teeth" x="7" y="3" width="66" height="78" />
    <rect class="stamp-field" x="14" y="10" width="52" height="64" />
    <g class="stamp-glyph" transform="translate(19.6 21.6) scale(1.7)">${glyphs[kind]}</g>
    ${done.includes(kind) ? postmark : null}
  </svg>`;
}

/** A letter with the place of the code marked, beside the field it belongs to. */
export const letterWithCode = html`<svg
  class="letter"
  viewBox="0 0 56 64"
  width="56"
  height="64"
  aria-hidden="true"
  focusable="false"
>
  <path class="letter-paper" d="M5 2h35l11 11v49H5z" />
  <path class="letter-text" d="M12 12h16M12 18h12M12 27h32M12 52h32M12 57h20" />
  <rect class="letter-code" x="10" y="32" width="36" height="14" rx="3" />
  <path class="letter-digits" d="M16 39h.1M21 39h.1M26 39h.1M31 39h.1M36 39h.1M41 39h.1" />
</svg>`;

export const shield = html`<svg
  class="shield"
  viewBox="0 0 24 24"
  width="24"
  height="24"
  aria-hidden="true"
  focusable="false"
>
  <path d="M12 3l7.5 2.7v5.5c0 4.6-3.1 8-7.5 9.8-4.4-1.8-7.5-5.2-7.5-9.8V5.7zM8.5 12l2.5 2.5 4.5-5" />
</svg>`;

/** The stamp again, as the icon of the tab; without one browsers ask the server for `/favicon.ico`. */
export const icon = (color: string) =>
  `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'%3E%3Crect width='24' height='24' rx='5' fill='%23${color.slice(1)}'/%3E%3Cpath d='M4.5 7h15v10.5h-15zm0 1l7.5 5.5L19.5 8' fill='none' stroke='%23fff' stroke-width='1.8'/%3E%3C/svg%3E`;
