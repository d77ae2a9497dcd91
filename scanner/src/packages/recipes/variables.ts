// Variables of build recipes: replaces references in values by the values of others. Pure; knows no build system.

/** The longest value, and the deepest chain of references. Other references stay as written. */
const MAX_VALUE = 500_000;
const MAX_DEPTH = 20;

/** Replaces `${name}`, and in files of make `$(name)`. Unknown names stay as written, so that callers see what is incomplete. */
export function expandedBy(
  text: string,
  lookUp: (name: string) => string | undefined,
  reference: RegExp = /\$\{([\w-]{1,100})\}/g,
): string {
  const budget = { left: MAX_VALUE };
  const expand = (value: string, within: ReadonlySet<string>): string =>
    value.replace(reference, (whole, name: string) => {
      const found = within.has(name) || within.size >= MAX_DEPTH ? undefined : lookUp(name);
      if (found === undefined || found.length > budget.left) return whole;
      budget.left -= found.length + 1;
      return expand(found, new Set([...within, name]));
    });
  return expand(text, new Set());
}

/** Words of a list, each with the number of line breaks before it. */
export function wordsOf(value: string): { word: string; lineOffset: number }[] {
  return value
    .split('\n')
    .flatMap((line, lineOffset) => line.split(/\s+/).flatMap((word) => (word === '' ? [] : [{ word, lineOffset }])));
}
