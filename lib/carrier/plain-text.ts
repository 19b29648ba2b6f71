/** Letters that Unicode does not take apart into a base letter and an accent. */
const REPLACED: Readonly<Record<string, string>> = {
  º: 'o',
  ª: 'a',
  '°': 'o',
  '&': 'e',
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  ø: 'o',
  Ø: 'O',
  œ: 'oe',
  Œ: 'OE',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '|': '/',
};

/** A text without accents: the carrier's systems refuse or garble everything else than ASCII. */
export function plainText(text: string): string {
  const bare = text.normalize('NFD').replace(/\p{Mn}/gu, '');
  return [...bare]
    .map((character) => REPLACED[character] ?? character)
    .join('')
    .replace(/\s+/gu, ' ')
    .trim();
}
