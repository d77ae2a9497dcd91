// Everyday names of libraries that have recognisers: names of folders, and names in lists of third-party code.

import type { LibraryRule } from './rule.ts';
import { libraryRules } from './rule-files.ts';
import { escaped } from './signs.ts';

export interface LibraryNames {
  /** Lower-case names of folders that contain the whole library. */
  names: ReadonlySet<string>;
  /** Files whose version has priority over that of others. */
  mainFiles: ReadonlySet<string>;
  /** purls of libraries whose banners have priority over this one's. */
  yieldsTo: readonly string[];
  /** Whether the makers of the library publish a part of it as this package (purl without version). */
  isPublishedAs(purl: string): boolean;
}

const LONGEST_ADDRESS = 2000;

let byPurl: Map<string, LibraryNames> | undefined;
let byName: Map<string, LibraryRule> | undefined;
let byAddress: Map<string, LibraryRule[]> | undefined;

/** By purl without version. For a library without a recogniser, the name is that in its purl. */
export function libraryNames(purl: string): LibraryNames {
  byPurl ??= tableOf(libraryRules());
  const known = byPurl.get(purl);
  if (known !== undefined) return known;
  const name = decodeURIComponent(purl.slice(purl.lastIndexOf('/') + 1)).toLowerCase();
  const names = { names: new Set([name]), mainFiles: new Set<string>(), yieldsTo: [], isPublishedAs: () => false };
  byPurl.set(purl, names);
  return names;
}

/** The library with this name or repository address; undefined when no recogniser knows it. */
export function libraryCalled(name: string, repository = ''): LibraryRule | undefined {
  byName ??= new Map(libraryRules().flatMap((rule) => namesOf(rule).map((one) => [nameKey(one), rule] as const)));
  byAddress ??= Map.groupBy(
    libraryRules().filter((rule) => rule.repository !== undefined),
    (rule) => addressKey(rule.repository ?? ''),
  );
  if (repository.length > LONGEST_ADDRESS || name.length > LONGEST_ADDRESS) return undefined;
  const called = byName.get(nameKey(name));
  const [first, ...others] = (repository === '' ? undefined : byAddress.get(addressKey(repository))) ?? [];
  // When several libraries share a repository, the name decides which one is meant.
  return others.length > 0 ? called : (first ?? called);
}

let fileNames: Map<string, RegExp[]> | undefined;

/** The version in the name of a library's file (`jquery-3.7.1.min.js`); '' if there is none. */
export function versionInFileName(purl: string, file: string): string {
  fileNames ??= new Map(
    libraryRules().flatMap((rule) =>
      rule.fileNames === undefined ? [] : [[rule.purl, rule.fileNames.map(namePattern)]],
    ),
  );
  for (const pattern of fileNames.get(purl) ?? []) {
    const version = pattern.exec(file.slice(0, LONGEST_ADDRESS))?.groups?.version;
    if (version !== undefined) return version;
  }
  return '';
}

function namePattern(name: string): RegExp {
  return new RegExp(
    `^${name.split('{version}').map(escaped).join('(?<version>[0-9]+(?:\\.[0-9][0-9A-Za-z]*){0,4}(?:-[0-9A-Za-z]+)?)')}$`,
  );
}

function tableOf(rules: readonly LibraryRule[]): Map<string, LibraryNames> {
  const purls = new Map(rules.map(({ name, purl }) => [name, purl]));
  return new Map(
    rules.map((rule) => [
      rule.purl,
      {
        names: new Set(namesOf(rule)),
        mainFiles: new Set(rule.mainFiles),
        yieldsTo: (rule.yieldsTo ?? []).flatMap((name) => purls.get(name) ?? []),
        isPublishedAs: (purl) => (rule.publishedAs ?? []).some((one) => isSaidBy(one, purl)),
      },
    ]),
  );
}

/** `pkg:npm/lodash.*` says `pkg:npm/lodash.merge`. */
function isSaidBy(pattern: string, purl: string): boolean {
  return pattern.endsWith('*') ? purl.startsWith(pattern.slice(0, -1)) : purl === pattern;
}

function namesOf({ name, folders = [] }: LibraryRule): string[] {
  return [name, ...folders]
    .flatMap((one) => [one.toLowerCase(), one.toLowerCase().replace(/^lib/, '')])
    .filter((one) => one.length > 1);
}

/** `Basis Universal` means basis_universal. */
function nameKey(name: string): string {
  return name.toLowerCase().replace(/[\s_-]+/g, '-');
}

/** Ignores the scheme, `www`, a final `.git` and a final slash. */
function addressKey(address: string): string {
  return address
    .toLowerCase()
    .replace(/^[a-z+]+:\/\//, '')
    .replace(/^www\./, '')
    .replace(/\/+$/, '')
    .replace(/\.git$/, '');
}
