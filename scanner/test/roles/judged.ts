// The judged files of the grammar of roles: which licenses each lists and which it only names, as the tests read them.
import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';

export const JUDGED_FOLDER = new URL('../../src/licenses/roles/', import.meta.url);

export interface JudgedFile {
  set: string;
  text: string;
  lists: string[];
  /** Licenses that are only named, with their roles. */
  names?: Record<string, string>;
  /** The same as patterns of ids, in excerpts of real files. */
  unwanted?: string[];
  /** Ids that are no fault. */
  also?: string[];
}

export const judgedFileNames = (): string[] =>
  readdirSync(JUDGED_FOLDER)
    .filter((name) => /^judged-cases.*\.yaml$/.test(name))
    .sort();

export const readJudged = (): JudgedFile[] =>
  judgedFileNames().flatMap((name) => {
    const set = name.replace(/^judged-cases-?|\.yaml$/g, '') || 'one';
    const files = parse(readFileSync(new URL(name, JUDGED_FOLDER), 'utf8')) as JudgedFile[];
    return files.map((file) => ({ ...file, set }));
  });

const familyOf = (id: string): string => id.replace(/ WITH .*$|-(?:only|or-later)$/g, '');

const fits = (pattern: string, id: string): boolean =>
  new RegExp(`^${pattern.replace(/[.+]/g, '\\$&').replaceAll('*', '.*')}$`).test(id);

const isListed = ({ lists }: JudgedFile, id: string): boolean => lists.some((one) => fits(one, id));

const isUnwanted = ({ names = {}, unwanted }: JudgedFile, id: string): boolean =>
  unwanted ? unwanted.some((one) => fits(one, id)) : Object.keys(names).some((one) => familyOf(one) === familyOf(id));

/** Whether a name is of a license that the file lists; undefined if it is judged neither so nor otherwise. */
export function isLicensing(file: JudgedFile, ids: readonly string[]): boolean | undefined {
  const isIn = ids.some((id) => isListed(file, id) || file.lists.some((one) => familyOf(one) === familyOf(id)));
  const isOut = ids.some((id) => isUnwanted(file, id));
  return isIn === isOut ? undefined : isIn;
}

/** Whether the found ids are right. */
export function isRight(file: JudgedFile, ids: readonly string[]): boolean {
  const isFound = file.lists.every((one) => ids.some((id) => fits(one, id)));
  const others = ids.filter((id) => !isListed(file, id) && !file.also?.some((one) => fits(one, id)));
  return isFound && !others.some((id) => isUnwanted(file, id));
}
