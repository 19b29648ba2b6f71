import { describe, expect, test } from '@jest/globals';
import { documentFolders, folderFor, foldersOf } from '../../lib/core/domain/retention.ts';

const DAY = 86_400_000;
const NOW = Date.parse('2026-11-27T12:00:00Z');

describe('files of mailings (rules LTR-8 and PRIV-1)', () => {
  const daysOf = (prefix: string) => documentFolders.find((folder) => folder.prefix === prefix)?.days;

  test.each([
    [90, 91],
    [91, 91],
    [92, 121],
    [180, 181],
    [270, 271],
    [271, 271],
    // Longer than a letter can be scheduled ahead: the longest there is.
    [272, 271],
  ])('of a letter that is available for %d days are deleted after %d', (available, deleted) => {
    const folder = folderFor('letter', NOW + available * DAY, NOW);
    expect(daysOf(folder)).toBe(deleted);
    expect(foldersOf('letter')).toContain(folder);
  });

  test('of a letter that is available a moment longer than a folder keeps its files go to the next one', () => {
    expect(daysOf(folderFor('letter', NOW + 91 * DAY + 1, NOW))).toBe(121);
  });

  test('of a verification are deleted after 91 days', () => {
    const folder = folderFor('verification', NOW + 90 * DAY, NOW);
    expect(foldersOf('verification')).toEqual([folder]);
    expect(daysOf(folder)).toBe(91);
  });

  test('are in folders none of which is inside another, kept at least as long as the preview', () => {
    const prefixes = documentFolders.map(({ prefix }) => prefix);
    for (const prefix of prefixes) {
      expect(prefix).toMatch(/^[a-z0-9-]+(\/[a-z0-9-]+)?\/$/);
      expect(prefixes.filter((other) => other.startsWith(prefix))).toEqual([prefix]);
    }
    for (const prefix of [...foldersOf('letter'), ...foldersOf('verification')])
      expect(daysOf(prefix)).toBeGreaterThanOrEqual(91);
  });
});
