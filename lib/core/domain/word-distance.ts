/** Longest word that is compared; longer ones are cut, since a street's word has at most 30 letters. */
const LONGEST = 40;

const rows = [0, 1, 2].map(() => new Uint8Array(LONGEST + 1));

/**
 * Letters to change, add, leave out or swap with their neighbor so that one word becomes the other: optimal string
 * alignment, which counts a swap as one error and not as two. The libraries at hand count two (fastest-levenshtein) or
 * know no bound, with which most pairs end after a few letters.
 * @returns more than `bound` if the distance is
 */
export function wordDistance(one: string, other: string, bound: number): number {
  const width = Math.min(other.length, LONGEST);
  const height = Math.min(one.length, LONGEST);
  if (Math.abs(width - height) > bound) return bound + 1;
  let [before, previous, current] = rows as [Uint8Array, Uint8Array, Uint8Array];
  for (let column = 0; column <= width; column++) previous[column] = column;
  for (let row = 1; row <= height; row++) {
    const letter = one.charCodeAt(row - 1);
    current[0] = row;
    let least = row;
    for (let column = 1; column <= width; column++) {
      const opposite = other.charCodeAt(column - 1);
      let cost = previous[column - 1]! + (letter === opposite ? 0 : 1);
      if (previous[column]! + 1 < cost) cost = previous[column]! + 1;
      if (current[column - 1]! + 1 < cost) cost = current[column - 1]! + 1;
      const isSwap =
        row > 1 && column > 1 && letter === other.charCodeAt(column - 2) && opposite === one.charCodeAt(row - 2);
      if (isSwap && before[column - 2]! + 1 < cost) cost = before[column - 2]! + 1;
      current[column] = cost;
      if (cost < least) least = cost;
    }
    if (least > bound) return bound + 1;
    [before, previous, current] = [previous, current, before];
  }
  return previous[width]!;
}
