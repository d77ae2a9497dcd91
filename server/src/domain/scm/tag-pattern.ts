// Patterns of tags: `*` stands for any letters, `?` for one. No name of git contains either. Pure.
import { compareVersions } from '@assay/scanner/versions';

export const isTagPattern = (tag: string): boolean => /[*?]/.test(tag);

/** Reads each letter of the tag once for each star at most. */
export function fitsTag(pattern: string, tag: string): boolean {
  let [at, from] = [0, 0];
  let star: { at: number; from: number } | undefined;
  while (from < tag.length) {
    if (pattern[at] === '*') star = { at: at++, from };
    else if (pattern[at] === '?' || pattern[at] === tag[from]) [at, from] = [at + 1, from + 1];
    else if (star === undefined) return false;
    else [at, from, star] = [star.at + 1, star.from + 1, { ...star, from: star.from + 1 }];
  }
  return /^\**$/.test(pattern.slice(at));
}

/** The latest of those that fit, by the order of versions: v1.10 before v1.9. Undefined if none fits. */
export function latestTag(pattern: string, tags: readonly string[]): string | undefined {
  const plain = (tag: string) => tag.replace(/^\D+/, '');
  return tags
    .filter((tag) => fitsTag(pattern, tag))
    .sort((a, b) => compareVersions('generic', plain(a), plain(b)) || (a < b ? -1 : 1))
    .at(-1);
}
