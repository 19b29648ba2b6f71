import { AwsError } from '../aws-error.ts';

/** `undefined` is omitted; an array repeats its element. */
export type XmlContent = string | number | boolean | undefined | XmlContent[] | { [name: string]: XmlContent };

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};

/** An XML document with one root element, as S3 writes it. */
export function xmlDocument(root: string, content: XmlContent): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(root, content)}`;
}

/** The undecoded contents of all elements `name`, in order. */
export function xmlElements(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}(?:\\s[^>]*)?>([\\s\\S]*?)</${name}>`, 'g'))].map((match) => match[1]!);
}

/** @throws AwsError MalformedXML on an entity XML does not define. */
export function decodeXmlText(text: string): string {
  return text.replace(/&(#x[0-9a-f]+|#\d+|\w+);/gi, (_, entity: string) => {
    if (/^#x/i.test(entity)) return String.fromCodePoint(parseInt(entity.slice(2), 16));
    if (entity.startsWith('#')) return String.fromCodePoint(Number(entity.slice(1)));
    const character = entities[entity];
    if (character === undefined) throw new AwsError('MalformedXML', 'The XML you provided was not well-formed.');
    return character;
  });
}

function element(name: string, content: XmlContent): string {
  if (content === undefined) return '';
  if (Array.isArray(content)) return content.map((item) => element(name, item)).join('');
  const inner =
    typeof content === 'object'
      ? Object.entries(content)
          .map(([child, value]) => element(child, value))
          .join('')
      : String(content).replace(/[&<>"\r]/g, (character) => escapes[character]!);
  return `<${name}>${inner}</${name}>`;
}
