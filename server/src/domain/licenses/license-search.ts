// The order of licenses in a search: the license that the words name comes first, then those whose names contain them. Pure.
//
//   Tier | The words are
//   -----+-----------------------------------------------------------------------
//   0    | its id; of a deprecated id, the license that took its place comes first
//   1    | its id, which is deprecated
//   2    | its full name
//   3    | another name of it
//   4    | the beginning of its id
//   5    | the beginning of its full name
//   6    | beginnings of words of its names
//   7    | parts of its names or family
import { currentId } from '@assay/scanner/expressions';

export interface NamedLicense {
  shortName: string;
  name: string;
  family: string;
  is_deprecated: boolean;
}

/** The current id or expression that took the place of a deprecated id; '' for others. */
export function successorOf(license: { shortName: string; is_deprecated: boolean }): string {
  const current = license.is_deprecated ? currentId(license.shortName) : undefined;
  return current === undefined || current === license.shortName ? '' : current;
}

/**
 * @param find the words; without any, all licenses are listed by id
 * @param meant the id of the license that goes by the words as another name; '' if there is none
 */
export function searchLicenses<License extends NamedLicense>(
  licenses: readonly License[],
  find: string,
  meant: string,
): License[] {
  const words = foldedWords(find);
  const whole = words.join(' ');
  const successor = currentId(whole)?.toLowerCase() ?? '';
  return licenses
    .map((license) => ({ license, tier: words.length === 0 ? 0 : tierOf(license, { words, whole, successor, meant }) }))
    .filter((ranked): ranked is { license: License; tier: number } => ranked.tier !== undefined)
    .sort((a, b) => a.tier - b.tier || (words.length > 0 ? nearer(a.license, b.license) : byId(a.license, b.license)))
    .map(({ license }) => license);
}

interface Sought {
  words: string[];
  whole: string;
  successor: string;
  meant: string;
}

function tierOf(license: NamedLicense, { words, whole, successor, meant }: Sought): number | undefined {
  const [id, name] = [license.shortName.toLowerCase(), foldedWords(license.name).join(' ')];
  if (id === successor || (id === whole && !license.is_deprecated)) return 0;
  if (id === whole) return 1;
  if (name === whole) return 2;
  if (meant !== '' && id === meant.toLowerCase()) return 3;
  if (id.startsWith(whole)) return 4;
  if (name.startsWith(whole)) return 5;
  const parts = `${id} ${name}`.split(/[^\p{L}\p{N}.]+/u);
  if (words.every((word) => parts.some((part) => part.startsWith(word)))) return 6;
  const text = `${id} ${name} ${license.family.toLowerCase()}`;
  return words.every((word) => text.includes(word)) ? 7 : undefined;
}

const foldedWords = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

const byId = (a: NamedLicense, b: NamedLicense): number =>
  a.shortName.toLowerCase() < b.shortName.toLowerCase() ? -1 : 1;

/** Licenses in use come before deprecated ones, and short ids before long ones, which are variants. */
function nearer(a: NamedLicense, b: NamedLicense): number {
  return Number(a.is_deprecated) - Number(b.is_deprecated) || a.shortName.length - b.shortName.length || byId(a, b);
}
