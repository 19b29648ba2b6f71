import type { Glyph } from '../text/interpreter.ts';
import { gapBetween } from '../text/markers.ts';

/** The dots that lead from a text to another at the end of its line, as in a list of prices. */
export interface Leader {
  dots: readonly Glyph[];
  /** The texts beside it. */
  before: Glyph | undefined;
  after: Glyph | undefined;
}

/** Fewer dots are an ellipsis. In ems: dots with another gap are drawn twice, or are none of one leader. */
const LEADER = { fewest: 5, gap: [-0.1, 1.2] } as const;

/** @param lines the text of a page by lines, without blanks */
export function leadersIn(lines: readonly (readonly Glyph[])[]): Leader[] {
  return lines.flatMap((line) => {
    const leaders: Leader[] = [];
    let from = 0;
    for (let at = 1; at <= line.length; at++) {
      if (at < line.length && continues(line[at - 1]!, line[at]!)) continue;
      if (at - from >= LEADER.fewest)
        leaders.push({ dots: line.slice(from, at), before: line[from - 1], after: line[at] });
      from = at;
    }
    return leaders;
  });
}

function continues(one: Glyph, other: Glyph): boolean {
  if (one.text !== '.' || other.text !== '.') return false;
  const [narrowest, widest] = LEADER.gap;
  const gap = gapBetween(one, other);
  return gap >= narrowest && gap <= widest;
}

/** Where the dots of a leader go when it begins and ends elsewhere; those for which there is no room have no place. */
export function placesOf({ dots }: Leader, startsBy: number, endsBy: number): (number | undefined)[] {
  const [first, last] = [dots[0]!.along, dots.at(-1)!.along];
  const [from, length] = [first + startsBy, last + endsBy - first - startsBy];
  const count = Math.min(dots.length, Math.floor((length / (last - first)) * (dots.length - 1) + 1 + ROUNDING));
  return dots.map((_, index) => (index < count ? from + (index * length) / Math.max(count - 1, 1) : undefined));
}

const ROUNDING = 1e-6;
