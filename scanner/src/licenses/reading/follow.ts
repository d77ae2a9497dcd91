// Follows references to the named file, the nearest one above or beside the referring file, and to the licenses of that file. Needs all
// licensed files of a tree, so it runs once per tree after the analysis. Pure; linear in the files.
//
// Decided here:
// - A name is looked for from the file's own folder upwards: as written, or without its directories, case and ending (.txt, .md). If a
//   folder has no LICENSE but a LICENSE-MIT or LICENSE.apache, these are the targets, as a choice.
// - "The same license as the package" leads to the nearest folder upwards with a license file or a manifest that declares a license. Files
//   below that folder decide whether a GNU license allows later versions. The license list of debian/copyright counts only if there is
//   nothing else.
// - A file that states its own license keeps its version, whatever the text says that it points to.

import { idsOf } from '../../expressions/index.ts';
import type { LicenseMatch, LicenseReference } from '../../findings.ts';
import { firstOf, itemAt, valueFor } from '../../items.ts';
import { licenseFileRole } from '../primary/license-file-roles.ts';
import { type LicensedFile, namedPaths, primaryLicense } from '../primary/primary.ts';
import { namesGnuOnly } from '../rules/license-ids.ts';
import { isUnknownLicense, PACKAGE_LICENSE } from './references.ts';

/** The properties of a file that following needs. */
interface ReferringFile {
  path: string;
  spdx: readonly string[];
  licenses: readonly LicenseMatch[];
  references: readonly LicenseReference[];
}

/** A file's licenses after its references were followed. */
export interface FollowedLicenses {
  /** Distinct, sorted. */
  spdx: string[];
  /** The file's own matches and, with `via`, those of the files it refers to. */
  licenses: LicenseMatch[];
}

export interface ReferenceFollower {
  /** Adds a licensed file. */
  addLicensed(path: string, spdx: readonly string[]): void;
  /** Adds a manifest that declares a license, as an SPDX expression. */
  addDeclared(path: string, expression: string): void;
  /** Adds a file with references; add it as a licensed file too if it names a license itself. */
  addReferring(file: ReferringFile): void;
  /** The result, by path, for each file whose references have a target. Call it after all files were added. */
  follow(): Map<string, FollowedLicenses>;
}

/** Most files passed through that only refer to another file. */
const LONGEST_CHAIN = 4;
/** The confidence in a statement of another file. */
const FOLLOWED_SCORE = 90;

/** Files below a package that are examined for the versions they allow. */
const MOST_HEADERS = 20_000;
const DEBIAN_COPYRIGHT = /(?:^|\/)debian\/copyright$/;

/** Whether the file states the license of the folder that it lies in. */
function isLicenseFile(path: string): boolean {
  const role = licenseFileRole(baseOf(path));
  return role === 'license' || role === 'text';
}

interface Folder {
  /** Plain name → paths. */
  files: Map<string, string[]>;
  manifests: { path: string; declaredLicense: string }[];
}

interface Target {
  path: string;
  spdx: readonly string[];
}

export function createReferenceFollower(): ReferenceFollower {
  const folders = new Map<string, Folder>();
  const licensed = new Map<string, readonly string[]>();
  const referring = new Map<string, ReferringFile>();

  const folderAt = (path: string): Folder => {
    const known = folders.get(path);
    if (known) return known;
    const folder: Folder = { files: new Map(), manifests: [] };
    folders.set(path, folder);
    return folder;
  };
  const addFile = (path: string): void => {
    const { files } = folderAt(folderOf(path));
    const name = plain(baseOf(path));
    const paths = files.get(name);
    if (!paths) files.set(name, [path]);
    else if (!paths.includes(path)) paths.push(path);
  };

  return {
    addLicensed(path, spdx) {
      const known = spdx.filter((expression) => !isUnknownLicense(expression));
      if (known.length === 0) return;
      licensed.set(path, known);
      addFile(path);
    },
    addDeclared(path, expression) {
      folderAt(folderOf(path)).manifests.push({ path, declaredLicense: expression });
    },
    addReferring(file) {
      referring.set(file.path, file);
      addFile(file.path);
    },
    follow() {
      const outcomes = new Map<string, FollowedLicenses>();
      const said = new Map(licensed);
      // Each round follows one more step of files that only refer to another; this bounds the cost of chains and circles.
      for (let round = 1; round <= LONGEST_CHAIN; round++) {
        const find = createTargetFinder(folders, said, (path) => round < LONGEST_CHAIN && referring.has(path));
        const before = outcomes.size;
        for (const file of referring.values()) {
          const outcome = outcomes.has(file.path) ? undefined : lead(file, (target) => find(file.path, target));
          if (outcome) outcomes.set(file.path, outcome);
        }
        if (outcomes.size === before && round < LONGEST_CHAIN - 1) round = LONGEST_CHAIN - 1;
        for (const [path, { spdx }] of outcomes) if (!licensed.has(path)) said.set(path, spdx);
      }
      return outcomes;
    },
  };
}

type FindTargets = (from: string, target: string) => Target[];

/**
 * `isOpen` recognises files with references that are not followed yet. The search waits for these files and does not
 * skip them.
 */
function createTargetFinder(
  folders: ReadonlyMap<string, Folder>,
  said: ReadonlyMap<string, readonly string[]>,
  isOpen: (path: string) => boolean,
): FindTargets {
  function named(folder: string | undefined, name: string): string[] {
    return folder === undefined ? [] : (folders.get(folder)?.files.get(plain(name)) ?? []);
  }

  /** LICENSE-MIT and LICENSE-APACHE for a reference to LICENSE. Cached, because it is needed repeatedly for large folders. */
  const variants = oncePerKey((key: string): string[] => {
    const [folder, stem] = key.split('\n') as [string, string];
    const files = folders.get(folder)?.files;
    if (!files || !/^(?:licenses?|copying)$/.test(stem)) return [];
    return [...files].flatMap(([other, paths]) =>
      other.startsWith(stem) && /^[-_.]/.test(other.slice(stem.length)) ? paths : [],
    );
  });

  let sortedPaths: string[] | undefined;

  /** Licensed files in and below a folder, except its license files. */
  function headersBelow(at: string): LicensedFile[] {
    sortedPaths ??= [...said.keys()].sort();
    const prefix = at === '' ? '' : `${at}/`;
    const headers: LicensedFile[] = [];
    for (let i = firstNotBefore(sortedPaths, prefix); i < sortedPaths.length; i++) {
      const path = itemAt(sortedPaths, i);
      if (!path.startsWith(prefix) || headers.length === MOST_HEADERS) break;
      if (!isLicenseFile(path)) headers.push({ path, spdx: [...valueFor(said, path)] });
    }
    return headers;
  }

  const packageLicenseOf = oncePerKey((at: string): Target | undefined => {
    const folder = folders.get(at);
    if (!folder) return undefined;
    const licenseFiles = [...folder.files.values()]
      .flat()
      .filter((path) => isLicenseFile(path) && said.has(path))
      .sort()
      .map((path) => ({ path, spdx: [...valueFor(said, path)] }));
    const headers = licenseFiles.some(({ spdx }) => spdx.some(namesGnuOnly)) ? headersBelow(at) : [];
    const { expression, basis } = primaryLicense({ licenseFiles, manifests: folder.manifests, headers });
    return expression === '' ? undefined : { path: namedPaths(basis), spdx: [expression] };
  });

  function packageLicense(from: string): Target[] {
    let last: Target | undefined;
    for (const folder of upwards(folderOf(from))) {
      const found = packageLicenseOf(folder);
      if (!found) continue;
      if (!DEBIAN_COPYRIGHT.test(found.path)) return found.path === from ? [] : [found];
      last ??= found;
    }
    return last && last.path !== from ? [last] : [];
  }

  return (from, target) => {
    if (target === PACKAGE_LICENSE) return packageLicense(from);
    const name = baseOf(target);
    for (const folder of upwards(folderOf(from))) {
      const exact = [...named(joined(folder, folderOf(target)), name), ...named(folder, name)];
      const paths = [...new Set(exact.length > 0 ? exact : variants(`${folder}\n${plain(name)}`))].filter(
        (path) => path !== from,
      );
      const speaking = paths.filter((path) => said.has(path));
      if (speaking.length === 0 && paths.some(isOpen)) return [];
      if (speaking.length === 0) continue;
      if (exact.length > 0 || speaking.length === 1)
        return [{ path: firstOf(speaking), spdx: valueFor(said, firstOf(speaking)) }];
      const licenseFiles = speaking.map((path) => ({ path, spdx: [...valueFor(said, path)] }));
      const { expression } = primaryLicense({ licenseFiles, manifests: [], headers: [] });
      return [{ path: namedPaths(speaking), spdx: [expression] }];
    }
    return [];
  };
}

/** Index of the first sorted text that is not before `text`. */
function firstNotBefore(sorted: readonly string[], text: string): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (itemAt(sorted, middle) < text) from = middle + 1;
    else to = middle;
  }
  return from;
}

function oncePerKey<T>(find: (key: string) => T): (key: string) => T {
  const known = new Map<string, { answer: T }>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before.answer;
    const answer = find(key);
    known.set(key, { answer });
    return answer;
  };
}

/** The matches of a file with those of its targets; undefined when they add nothing. */
function lead(file: ReferringFile, targetsOf: (target: string) => Target[]): FollowedLicenses | undefined {
  const stems = new Set(
    file.spdx
      .filter((one) => !isUnknownLicense(one))
      .flatMap(idsOf)
      .map(familyStem),
  );
  const added = new Map<string, LicenseMatch>();
  const answered = new Set<string>();
  for (const reference of file.references) {
    for (const { path, spdx } of targetsOf(reference.target)) {
      answered.add(`${reference.rule}\n${reference.line}`);
      for (const expression of spdx) {
        if (file.spdx.includes(expression) || idsOf(expression).every((id) => stems.has(familyStem(id)))) continue;
        const key = `${expression}\n${path}`;
        if (!added.has(key)) added.set(key, followedMatch(expression, reference, path));
      }
    }
  }
  if (added.size === 0) return undefined;
  // "See the file COPYING" said only that there is a license; now the license is known.
  const own = file.licenses.filter(
    ({ expression, rule, startLine }) => !(isUnknownLicense(expression) && answered.has(`${rule}\n${startLine}`)),
  );
  const licenses = [...own, ...added.values()].sort((a, b) => a.startLine - b.startLine);
  const gone = new Set(file.licenses.map(({ expression }) => expression));
  for (const { expression } of own) gone.delete(expression);
  const kept = file.spdx.filter((expression) => !gone.has(expression));
  const spdx = [...new Set([...kept, ...[...added.values()].map(({ expression }) => expression)])].sort();
  return { spdx, licenses };
}

function followedMatch(expression: string, { line, target, rule }: LicenseReference, via: string): LicenseMatch {
  return {
    expression,
    startLine: line,
    endLine: line,
    score: FOLLOWED_SCORE,
    coverage: 100,
    rule: rule !== '' ? rule : target === PACKAGE_LICENSE ? 'refers-to/package' : `refers-to/${target}`,
    kind: 'reference',
    via,
  };
}

/** `LGPL-2.1-only` → `LGPL`. */
const familyStem = (id: string): string => id.replace(/-\d.*$/, '');

const plain = (name: string): string =>
  name
    .toLowerCase()
    .replace(/\.(?:txt|md|rst|html?)$/, '')
    .replace(/^licence/, 'license');

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** A folder and all above it, the nearest first; the root is ''. */
function* upwards(folder: string): Generator<string> {
  for (let at = folder; ; at = folderOf(at)) {
    yield at;
    if (at === '') return;
  }
}

/** `folder` and a relative path below or beside it; undefined when that leads out of the tree. */
function joined(folder: string, relative: string): string | undefined {
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of relative.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join('/');
}
