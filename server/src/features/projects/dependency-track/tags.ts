// Tags as programs send them.

export const MOST_TAGS = 1000;
const LONGEST_TAG = 255;

/** Without blanks around them, in small letters as Dependency-Track keeps them, each once. */
export function tagsOf(names: readonly string[]): string[] {
  const tags = names.map((name) => name.trim().toLowerCase().slice(0, LONGEST_TAG)).filter((name) => name !== '');
  return [...new Set(tags)].slice(0, MOST_TAGS);
}
