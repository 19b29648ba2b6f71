/** A part of a page, under one heading. */
interface Section {
  title: string;
  url: string;
  text: string;
}

const MOST_RESULTS = 5;
const LONGEST_EXCERPT = 1200;
/** Pages that are fetched at once. */
const AT_ONCE = 8;
const TIMEOUT_MS = 20_000;
/** A heading says more than a word in the text. */
const TITLE_WEIGHT = 8;

/** The documentation cannot be read. */
export class NoDocumentation extends Error {}

/**
 * The pages of the documentation that `llms.txt` lists in English, fetched at the first search.
 * @param findLlmsTxt the address of llms.txt
 */
export function openDocumentation(findLlmsTxt: (signal: AbortSignal) => Promise<URL>) {
  let sections: Promise<Section[]> | undefined;
  return {
    /** The sections that have most of the words, best first. @throws NoDocumentation */
    async search(query: string, signal: AbortSignal): Promise<Section[]> {
      sections ??= findLlmsTxt(signal).then(readSections);
      // A failed reading is tried again by the next search.
      sections.catch(() => (sections = undefined));
      return best(await sections, query);
    },
  };
}

async function readSections(llmsTxt: URL): Promise<Section[]> {
  const index = await textAt(llmsTxt);
  const english = index.split(/^## Optional$/m)[0]!;
  const addresses = [...english.matchAll(/^- \[[^\]]*\]\((\S+\.md)\)/gm)].map(([, path]) => new URL(path!, llmsTxt));
  // Only this site is read, whatever its index links to.
  const waiting = addresses.filter(({ origin }) => origin === llmsTxt.origin);
  const sections = sectionsOf(llmsTxt.href, index);
  const work = async () => {
    for (let address = waiting.pop(); address; address = waiting.pop())
      sections.push(...sectionsOf(address.href, await textAt(address)));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return sections;
}

async function textAt(address: URL): Promise<string> {
  try {
    const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (response.ok) return await response.text();
    throw new NoDocumentation(`${address.href}: ${response.status}`);
  } catch (cause) {
    if (cause instanceof NoDocumentation) throw cause;
    throw new NoDocumentation(`${address.href} cannot be read.`, { cause });
  }
}

/** A page's parts, each with the page's title before its own. */
function sectionsOf(url: string, page: string): Section[] {
  const [, top = '', rest = page] = /^# ([^\n]*)\n(.*)$/s.exec(page) ?? [];
  return rest.split(/^(?=##+ )/m).flatMap((part) => {
    const [, heading, text = part] = /^##+ ([^\n]*)\n?(.*)$/s.exec(part) ?? [];
    const title = heading === undefined ? top : `${top}: ${heading}`;
    return text.trim() === '' ? [] : [{ title, url, text: text.trim() }];
  });
}

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}_]{2,}/gu) ?? [];

/** A rare word counts more than a common one, and a long section no more than a short one (as in BM25). */
function best(sections: readonly Section[], query: string): Section[] {
  const words = [...new Set(wordsOf(query))];
  const counted = sections.map((section) => ({ section, counts: countsOf(section) }));
  const weights = words.map((word) => {
    const having = counted.filter(({ counts }) => counts.has(word)).length;
    return Math.log(1 + sections.length / (having + 1));
  });
  return counted
    .map(({ section, counts }) => ({
      section,
      score: words.reduce((sum, word, index) => {
        const count = counts.get(word) ?? 0;
        return sum + (weights[index]! * count) / (count + 2);
      }, 0),
    }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, MOST_RESULTS)
    .map(({ section: { title, url, text } }) => ({
      title,
      url,
      text: text.length > LONGEST_EXCERPT ? `${text.slice(0, LONGEST_EXCERPT)} …` : text,
    }));
}

function countsOf({ title, text }: Section): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (word: string, weight: number) => counts.set(word, (counts.get(word) ?? 0) + weight);
  for (const word of wordsOf(title)) add(word, TITLE_WEIGHT);
  for (const word of wordsOf(text)) add(word, 1);
  return counts;
}
