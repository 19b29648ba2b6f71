import { type AccentColors, accentColors, PAPERS } from '../../core/domain/faces.ts';

/** The service's own accent color, for companies that have chosen none. */
export const SERVICE_ACCENT = '#0a5c4a';

const serviceColors: { light: AccentColors; dark: AccentColors } = {
  light: { accent: SERVICE_ACCENT, onAccent: '#ffffff', tint: '#e8f2ee' },
  dark: { accent: '#86d9c1', onAccent: '#06281f', tint: '#1d322e' },
};

/**
 * The page's whole style: system fonts, one sheet of paper with the edge of an airmail envelope. Written for old phones
 * too: no flex gaps, no nesting, no functions newer than custom properties, and a color of the light scheme
 * before each of these, for browsers without them. Decoration carries no meaning.
 */
const sheet = ({ light, dark }: typeof serviceColors) => `
:root {
  color-scheme: light dark;
  --desk: #efebe1;
  --paper: ${PAPERS.light};
  --ink: #17242a;
  --soft: #4b5a60;
  --line: #ddd6c6;
  --edge: #6d7a7f;
  --accent: ${light.accent};
  --on-accent: ${light.onAccent};
  --accent-tint: ${light.tint};
  --ochre: #dfa32b;
  --stamp: #e4dccb;
  --quiet: #5a666b;
  --alert: #9f1d17;
  --alert-tint: #fdeeec;
  --focus: #1a4fb8;
}
@media (prefers-color-scheme: dark) {
  :root {
    --desk: #0d1517;
    --paper: ${PAPERS.dark};
    --ink: #eaf0ed;
    --soft: #b0bfbc;
    --line: #31413f;
    --edge: #8fa19d;
    --accent: ${dark.accent};
    --on-accent: ${dark.onAccent};
    --accent-tint: ${dark.tint};
    --ochre: #d9a441;
    --stamp: #3a4a4a;
    --quiet: #a3b1b5;
    --alert: #ffb8ae;
    --alert-tint: #3b1f1c;
    --focus: #ffd36b;
  }
  /* Most logos are drawn for white paper. */
  .logo { padding: .375rem .625rem; border-radius: .375rem; background: #ffffff; }
}
*, *::before, *::after { box-sizing: border-box; }
[hidden] { display: none !important; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0;
  padding: 0 0 2rem;
  background: var(--desk);
  color: var(--ink);
  font: 1.125rem/1.55 -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  overflow-wrap: break-word;
  word-wrap: break-word;
}
.sheet {
  max-width: 35rem;
  margin: 0 auto;
  background: var(--paper);
}
.sheet::before {
  content: "";
  display: block;
  height: .625rem;
  background: repeating-linear-gradient(-55deg,
    var(--accent), var(--accent) 18px, transparent 18px, transparent 27px,
    var(--ochre) 27px, var(--ochre) 45px, transparent 45px, transparent 54px);
}
/* Large text makes a rem wider and the phone no wider: space at the sides is bounded by vw, after a value for browsers without min(). */
header, main { padding: 0 1.25rem; padding: 0 min(1.25rem, 6vw); }
header {
  display: flex;
  align-items: flex-start;
  justify-content: space-between;
  padding-top: 1.25rem;
}
.sender { flex: 1 1 0; min-width: 0; margin-right: 1rem; margin-right: min(1rem, 5vw); }
.sender p { margin: 0; }
.sender small { display: block; color: var(--soft); font-size: .9375rem; }
.sender b { font-size: 1.125rem; line-height: 1.3; }
.logo {
  display: block;
  max-width: 100%;
  max-height: 3.5rem;
  margin-bottom: .625rem;
  width: auto;
  height: auto;
}
.stamp { flex: none; width: 4.75rem; max-width: 24vw; height: auto; }
.stamp-paper { fill: var(--stamp); }
.stamp-teeth { fill: none; stroke: var(--paper); stroke-width: 4; stroke-dasharray: 0 6; stroke-linecap: round; }
.stamp-field { fill: var(--accent); }
.stamp-glyph { fill: none; stroke: var(--on-accent); stroke-width: 1.6; stroke-linecap: round; stroke-linejoin: round; }
.closed .stamp-field { fill: var(--quiet); }
.closed .stamp-glyph { stroke: var(--paper); }
.postmark { fill: none; stroke: var(--ink); stroke-width: 1.8; stroke-linecap: round; stroke-linejoin: round; }
.postmark path + circle { fill: var(--paper); }
.postmark .tick { stroke-width: 3.6; }
main { padding-top: .5rem; padding-bottom: 1.75rem; }
h1, h2 { font-family: "Iowan Old Style", "Palatino Linotype", Palatino, P052, "Noto Serif", Georgia, serif; line-height: 1.2; }
h1 { margin: .75rem 0 .75rem; font-size: 1.8125rem; font-size: min(1.8125rem, 15vw); letter-spacing: -.01em; }
h2 { margin: 0 0 .75rem; font-size: 1.375rem; }
p { margin: 0 0 1rem; }
.lead { font-size: 1.1875rem; }
.soft { color: var(--soft); font-size: 1rem; }
.field { display: flex; align-items: center; margin: 1.5rem 0 .75rem; }
.field p { margin: 0; color: var(--soft); font-size: 1rem; }
label { display: block; font-weight: 700; }
.letter { flex: none; max-width: 18vw; margin-right: .875rem; margin-right: min(.875rem, 4vw); }
.letter path, .letter rect { fill: none; stroke-linecap: round; stroke-linejoin: round; }
.letter .letter-paper { stroke: var(--edge); stroke-width: 1.5; }
.letter .letter-text { stroke: var(--line); stroke-width: 2.5; }
.letter .letter-code { fill: var(--accent-tint); stroke: var(--accent); stroke-width: 2; }
.letter .letter-digits { stroke: var(--accent); stroke-width: 3; }
input[type=tel], input[type=text] {
  display: block;
  width: 100%;
  padding: .5rem .25rem;
  border: 2px solid var(--edge);
  border-radius: .5rem;
  background: var(--paper);
  color: var(--ink);
  font: 700 2rem/1.4 ui-monospace, Menlo, Consolas, "Roboto Mono", "Liberation Mono", monospace;
  letter-spacing: .18em;
  text-align: center;
}
/* Six digits and a space are seven characters of some .8 em: at twice the text size they are all seen on 320 px. */
input[type=tel] { font-size: min(2rem, 10vw); }
input.number { font-size: 1.375rem; letter-spacing: .06em; }
input[aria-invalid=true] { border-color: var(--alert); border-width: 3px; }
.note, .error {
  margin: 0 0 .75rem;
  padding: .75rem 1rem;
  padding: .75rem min(1rem, 5vw);
  border-left: .3125rem solid var(--accent);
  border-radius: .25rem;
  background: var(--accent-tint);
}
.error { border-color: var(--alert); background: var(--alert-tint); color: var(--alert); font-weight: 700; }
/* Still there for screen readers, which announce only what changes in a region they know. */
.note:empty, .error:empty { margin: 0 !important; padding: 0; }
.button {
  display: block;
  width: 100%;
  margin: 1rem 0 0;
  padding: .875rem 1.25rem;
  padding: .875rem min(1.25rem, 4vw);
  border: 2px solid transparent;
  border-radius: .5rem;
  background: var(--accent);
  color: var(--on-accent);
  font: inherit;
  font-weight: 700;
  font-size: 1.1875rem;
  line-height: 1.3;
  text-align: center;
  text-decoration: none;
  cursor: pointer;
  -webkit-appearance: none;
  appearance: none;
}
.button:hover { text-decoration: underline; }
.button[aria-disabled=true] { opacity: .75; cursor: default; }
.second { background: transparent; border-color: var(--accent); color: var(--accent); }
form + .soft { margin-top: .75rem; }
.button + .soft { margin-top: .5rem; text-align: center; }
.only-code { display: flex; margin: 1.25rem 0 1.5rem; font-size: 1rem; }
.only-code > span { min-width: 0; }
.shield { flex: none; margin-right: .625rem; fill: none; stroke: var(--accent); stroke-width: 1.8; stroke-linecap: round; stroke-linejoin: round; }
details { border-top: 1px solid var(--line); }
details:last-child { border-bottom: 1px solid var(--line); }
summary { padding: .75rem .25rem; font-weight: 700; font-size: 1.0625rem; cursor: pointer; }
details p { padding: 0 .25rem; font-size: 1.0625rem; }
main a { color: var(--accent); }
main a.button { color: var(--on-accent); }
.note + h2 { margin-top: 1.25rem; }
dd { margin: 0 0 .75rem; font-weight: 700; word-wrap: break-word; }
ul { padding-left: 1.25rem; }
li { margin-bottom: .5rem; }
.about { margin-top: 2rem; font-size: 1rem; }
.about h2 { margin-bottom: .5rem; font-size: 1.1875rem; }
.about p { margin-bottom: .5rem; }
.about details { margin-top: .75rem; }
.share { margin-top: 2rem; padding: 1.25rem; padding: 1.25rem min(1.25rem, 5vw); border: 1px solid var(--line); border-radius: .5rem; }
.tag { display: inline-block; margin: 0 0 .5rem; padding: .0625rem .625rem; border-radius: 1rem; background: var(--accent-tint); font-size: .9375rem; font-weight: 700; }
.share p { font-size: 1.0625rem; }
.consent { display: flex; align-items: flex-start; font-weight: 400; padding: .25rem 0; }
.consent span, .field div { min-width: 0; }
.consent input { flex: none; width: 1.625rem; width: min(1.625rem, 9vw); height: 1.625rem; height: min(1.625rem, 9vw); margin: .125rem .75rem 0 0; margin-right: min(.75rem, 2.5vw); accent-color: var(--accent); }
.share .note { margin: 1rem 0 0; }
footer { max-width: 35rem; margin: 0 auto; padding: 1.25rem; padding: 1.25rem min(1.25rem, 6vw); color: var(--soft); font-size: .9375rem; }
input:focus, .button:focus, summary:focus { outline: 3px solid var(--focus); outline-offset: 3px; }
@media (min-width: 40rem) {
  body { padding-top: 3rem; }
  .sheet { border-radius: .375rem; overflow: hidden; box-shadow: 0 1px 4px rgba(23, 36, 42, .16); }
  header { padding: 2rem 2.75rem 0; }
  main { padding: .5rem 2.75rem 2.5rem; }
  h1 { font-size: 2.25rem; }
  footer { padding: 1.25rem 2.75rem; }
}
@media (prefers-reduced-motion: no-preference) {
  .postmark { animation: stamped .35s ease-out .2s backwards; transform-origin: 22px 66px; }
  @keyframes stamped { from { opacity: 0; transform: scale(1.7); } }
}
@media (forced-colors: active) {
  /* The browser paints the page black and leaves pictures as they are. */
  .logo { padding: .375rem .625rem; background: #ffffff; forced-color-adjust: none; }
  .button { border-color: ButtonText; }
}
`;

/**
 * Android 4 and Safari 9 skip custom properties, which they do not support: the color of the light scheme comes before each.
 * WebKit of those years does not skip them in drawings, and paints black: there, only browsers that support them get them.
 */
function withPlainColors(css: string): string {
  const light = new Map(
    [...css.slice(0, css.indexOf('}')).matchAll(/(--[a-z-]+): ([^;]+);/g)].map(([, name, color]) => [name!, color!]),
  );
  const plain = css.replace(/([\w-]+): ([^;{}]*var\(--[^;{}]*);/g, (declaration, property: string, value: string) => {
    const color = value.replace(/var\((--[a-z-]+)\)/g, (_, name: string) => light.get(name)!);
    return PAINTS.test(property) ? `${property}: ${color};` : `${property}: ${color}; ${declaration}`;
  });
  const drawings = [...css.matchAll(/^(\.[^{}]+) \{([^{}]*)\}$/gm)].flatMap(([, selector, declarations]) => {
    const painted = [...declarations!.matchAll(/(?:fill|stroke): var\(--[a-z-]+\)/g)].map(([paint]) => paint);
    return painted.length > 0 ? [`${selector}{${painted.join(';')}}`] : [];
  });
  return `${plain}@supports (color: var(--ink)) {${drawings.join('')}}\n`;
}

const PAINTS = /^(?:fill|stroke)$/;

/** Removes comments, which are only for readers of this file; a page has 50 KB. */
const COMMENTS = /\/\*[^]*?\*\/\s*/g;

const styleOf = (colors: typeof serviceColors) => withPlainColors(sheet(colors).replace(COMMENTS, ''));

const serviceStyle = styleOf(serviceColors);

/** The style with a company's accent, `#rrggbb`; null for the service's. */
export function styleWith(accent: string | null): string {
  return accent === null ? serviceStyle : styleOf(accentColors(accent));
}
