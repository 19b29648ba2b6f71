import { type Html, html, verbatim } from '../../core/html.ts';
import { everyResponse } from '../../core/security-headers.ts';
import { sha256Bytes } from '../../core/sha256.ts';
import type { VerdictText } from './verdict-text.ts';

const style = `:root{color-scheme:light dark}body{font:1.0625rem/1.5 system-ui,sans-serif;max-width:40rem;margin:0 auto;padding:1.5rem;overflow-wrap:anywhere}h1{font-size:1.5rem;line-height:1.25}label{display:block;font-weight:600;margin-bottom:.5rem}input,button{font:inherit;max-width:100%}button{margin-top:1rem;padding:.75rem 1.5rem;border:2px solid;border-radius:.5rem;background:#0a5c4a;color:#fff}dt{font-weight:600}dd{margin:0 0 .75rem}[role=status]{border:2px solid;border-radius:.5rem;padding:0 1rem 1rem}`;

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${sha256Bytes(style).toString('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const evidencePageHeaders: Readonly<Record<string, string>> = {
  ...everyResponse,
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Language': 'pt-BR',
  'Content-Security-Policy': policy,
  'Cache-Control': 'no-store',
};

// Must match the policy's hash byte for byte.
const styleElement = verbatim(`<style>${style}</style>`);

/** The page that checks evidence (rule PAGE-10), without a script. */
export function evidencePage(verdict?: VerdictText): string {
  return html`<!doctype html>
    <html lang="pt-BR">
      <head>
        <meta charset="utf-8" />
        <title>${verdict ? `${verdict.heading} · ` : ''}Conferir evidência</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        ${styleElement}
      </head>
      <body>
        <main>
          <h1>Conferir a evidência de uma verificação ou de uma carta</h1>
          ${verdict ? result(verdict) : null}
          <form method="post" enctype="multipart/form-data">
            <label for="file">Arquivo da evidência (JSON)</label>
            <input id="file" name="file" type="file" accept=".json,application/json" required /><br />
            <button>Conferir</button>
          </form>
          <p>
            O arquivo é conferido e esquecido: nada dele é guardado. Quem prefere não enviá-lo confere no próprio
            computador com <code>npx malote-evidence</code> e as <a href="evidence/keys">chaves públicas</a>.
          </p>
        </main>
      </body>
    </html>`.text;
}

function result({ heading, facts, notes }: VerdictText): Html {
  const list = facts.map(
    ([name, value]) =>
      html`<dt>${name}</dt>
        <dd>${value}</dd>`,
  );
  const paragraphs = notes.map((note) => html`<p>${note}</p>`);
  return html`<section role="status">
    <h2>${heading}</h2>
    ${list.length > 0 ? html`<dl>${list}</dl>` : null}${paragraphs}
  </section>`;
}
