// The license texts that a system keeps once for all of its packages. Copyright files of Debian's packages refer to them ("the complete text is in
// /usr/share/common-licenses/GPL-2"), so their words belong into the notices of each such package. Pure.
const COMMON = /(?:^|\/)usr\/share\/common-licenses\/([^/]+)$/;
const REFERENCE = /\/usr\/share\/common-licenses\/([A-Za-z][A-Za-z0-9.+-]*[A-Za-z0-9])/g;
const COPYRIGHT_OF_PACKAGE = /(?:^|\/)usr\/share\/doc\/[^/]+\/copyright$/;

export interface CommonText {
  path: string;
  text: string;
  expressions: string[];
}

/** The name of a license text that packages share; undefined for all other paths. */
export const commonLicenseName = (path: string): string | undefined => COMMON.exec(path)?.[1];

/** The names that a text refers to, each once, in its order. */
export function commonLicensesIn(text: string): string[] {
  return [...new Set([...text.matchAll(REFERENCE)].map(([, name = '']) => name))];
}

/** Whether the words of a license are missing if a file with this path refers to a text that is not there. */
export const needsCommonText = (path: string): boolean => COPYRIGHT_OF_PACKAGE.test(path);

/** `GPL` is a link to the newest version of the system. */
export function commonTextNamed(name: string, texts: ReadonlyMap<string, CommonText>): CommonText | undefined {
  const exact = texts.get(name);
  if (exact !== undefined) return exact;
  const versions = [...texts.keys()].filter(
    (one) => one.startsWith(`${name}-`) && /^[\d.]+$/.test(one.slice(name.length + 1)),
  );
  const newest = versions.sort((a, b) => compareNumbers(a.slice(name.length + 1), b.slice(name.length + 1))).at(-1);
  return newest === undefined ? undefined : texts.get(newest);
}

function compareNumbers(a: string, b: string): number {
  const [left, right] = [a, b].map((one) => one.split('.').map(Number));
  for (let at = 0; at < Math.max(left?.length ?? 0, right?.length ?? 0); at++) {
    const difference = (left?.[at] ?? 0) - (right?.[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
