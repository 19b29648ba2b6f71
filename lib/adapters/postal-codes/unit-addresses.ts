/*
 * Addresses of large users, post offices and community boxes are free text that contains the building's number
 * ("Alameda Hungria 200", "Rua Principal S/N"). A letter to them has the number in a separate field, like any address.
 */

/** `, 200 Loja 4`, `, nº 12`, ` s/n`: the building's number and everything after it. */
const MARKED_NUMBER = /(?:,\s+(?:n[º°o]?\.?\s*)?\d|[,\s]\s*s[/\\]n(?!\p{L})).*$/iu;

/**
 * `Brasil 46`, `Marta 28E`, `Oliveira 39 Loja 1`: a number and the word before it, which shows what the number belongs
 * to.
 */
const BARE_NUMBER =
  /(\S+)\s+\d+(?:-?[A-Z])?(?=$|\s+(?:\d+[ªº]|loja|sala|bloco|box|piso|conjunto|quadra|lote|andar|térreo)(?!\p{L}))/giu;

/** Words whose number is part of the street's name: `Rua 4`, `Quadra 5`, `km 18`. */
const NUMBERED_WORDS = new Set(
  (
    'rua avenida av av. travessa alameda via viela beco praça largo acesso estrada rodovia linha ramal km quilômetro ' +
    'quadra lote bloco conjunto chácara módulo área setor etapa fase loja sala box andar casa vila gleba nº nr'
  ).split(' '),
);

/** `BR 116`, `SQS 310`; Roman numerals (`Avenida Pio XII 20`) are names. */
const ACRONYM = /^(?![IVXLC]+$)[A-Z]{2,5}$/;

/** The street of a free-text address, without the number and what follows it. */
export function streetOfUnit(address: string): string {
  const marked = address.replace(MARKED_NUMBER, '').trim();
  for (const match of marked.matchAll(BARE_NUMBER)) {
    const word = match[1]!;
    if (NUMBERED_WORDS.has(word.toLowerCase()) || ACRONYM.test(word)) continue;
    return marked.slice(0, match.index + word.length);
  }
  return marked || address;
}
