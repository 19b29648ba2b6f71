import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/** Texts that the package of the reference adds around the description. It supports no other language. */
const words: Readonly<Record<string, string>> = {
  Overview: 'Visão geral',
  Operations: 'Operações',
  Authentication: 'Autenticação',
  Authorizations: 'Autorização',
  Information: 'Informações',
  Parameters: 'Parâmetros',
  'Path Parameters': 'Parâmetros do caminho',
  'Query Parameters': 'Parâmetros da consulta',
  'Header Parameters': 'Parâmetros dos cabeçalhos',
  'Request Body': 'Corpo da requisição',
  Responses: 'Respostas',
  Headers: 'Cabeçalhos',
  Example: 'Exemplo',
  Examples: 'Exemplos',
  'Allowed values:': 'Valores permitidos:',
  'Any of:': 'Um ou mais destes:',
  'One of:': 'Um destes:',
};
const WORDS = new RegExp(`(?<=>\\s*)(?:${Object.keys(words).join('|')})(?=\\s*<)`, 'g');
/** Texts that it adds before or after a value of the description. */
const limits: readonly (readonly [english: RegExp, portuguese: string])[] = [
  [/(?<=>(?:&[^;<>]+;|>)= [\d.]+ )characters(?=<)/g, 'caracteres'],
  [/(?<=>(?:&[^;<>]+;|>)= [\d.]+ )items(?=<)/g, 'itens'],
  [/(?<=>)unique items(?=<)/g, 'sem repetição'],
  [/(?<=>)default:(?= )/g, 'padrão:'],
  [/(?<=>)format:(?= )/g, 'formato:'],
  [/(?<=>)discriminator:(?= )/g, 'discriminador:'],
  [/(?<=>)OpenAPI version:/g, 'Versão do OpenAPI:'],
  [/(?<=>)License: Proprietary(?=<)/g, 'Licença: proprietária'],
];
/** The label `required`; the error code of the same name stays. */
const REQUIRED = /(?<=<(?:div|sup) class="sl-openapi-(?:key|request-body)-required[^"]*"[^>]*>\s*)required(?=\s*<)/g;

/** Translates the texts around the reference on the pages of the Portuguese site. */
export function referenceInPortuguese(): AstroIntegration {
  return {
    name: 'reference-in-portuguese',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const pages = join(fileURLToPath(dir), 'api');
        for (const path of globSync('**/*.html', { cwd: pages })) {
          const page = await readFile(join(pages, path), 'utf8');
          const named = page.replace(WORDS, (word) => words[word]!).replace(REQUIRED, 'obrigatório');
          const translated = limits.reduce((text, [english, portuguese]) => text.replace(english, portuguese), named);
          await writeFile(join(pages, path), translated);
        }
      },
    },
  };
}
