// Makes packages of vendored folders that nothing else names: a folder in a place for the code of others (`third_party/`, `contrib/`) with a license
// of its own is a library, called as its folder. Its version is what its own build files, headers or README say, else it is unknown. Pure; linear in
// the licensed files and the depth of their folders.
import type { PackageFinding } from '../findings.ts';
import { libraryCalled } from '../libraries/index.ts';
import { formatPurl, parsePurl } from '../purl/purl.ts';
import { absorb } from './absorb.ts';
import { addStatement, type Draft, newDraft } from './describe.ts';
import type { FilePackages } from './files.ts';
import { folderOf, outwards } from './folders.ts';
import { namedLicenseFiles } from './named-license-files.ts';
import type { NoticedFolder } from './noticed-folders.ts';
import type { FolderPlace } from './places.ts';
import { NO_TEXTS } from './requests.ts';
import { type LicensedPath, type VendoredFolder, vendoredFolders } from './vendored-folders.ts';
import { type StatedVersion, versionsOfFolders } from './vendored-versions.ts';

/** Folders that other files of the tree name. */
interface NamedFolders {
  noticed: readonly NoticedFolder[];
  /** By the requests of manifests that put something there. */
  requested: ReadonlyMap<string, Draft>;
}

/** Adds a package for each vendored folder that no package owns, or gives the folder to the library that was found in it under a like name. */
export function addVendored(
  inputs: readonly FilePackages[],
  licensed: readonly LicensedPath[],
  placeOf: (path: string) => FolderPlace | undefined,
  drafts: Map<string, Draft>,
  { noticed, requested }: NamedFolders = { noticed: [], requested: new Map() },
): void {
  const owners = createOwners(drafts);
  const hasOthers = (folder: string) =>
    owners
      .at(folder)
      .concat(owners.insideOf(folder))
      .some(({ isOwn }) => !isOwn);
  const byNotice = new Map(noticed.map((one) => [one.folder, one]));
  addNamed(licensed, placeOf, drafts);
  const vendored = withNoticed(vendoredFolders(licensed, hasOthers, listedPlaces(inputs)), noticed);
  const versionOf = versionsOfFolders(inputs);
  for (const { folder, license, isLicenseAtTop } of vendored) {
    const own = owners.at(folder);
    if (own.length > 0 || owners.isPartOfPackage(folder)) continue;
    // A request without a version is all that is known of a folder that states none.
    if (requested.has(folder) && versionOf(folder) === undefined && !VERSIONED.test(baseOf(folder))) continue;
    const inside = owners.insideOf(folder).filter(({ about }) => isLike(baseOf(folder), about.name));
    const [only, ...others] = inside;
    if (only !== undefined && others.length === 0) {
      only.folders.push(folder);
      owners.add(folder, only);
      continue;
    }
    // Without a license of the whole, its parts are known.
    if (!isLicenseAtTop && owners.insideOf(folder).length > 0) continue;
    const entry = byNotice.get(folder);
    if (entry !== undefined && owners.around(folder).some(({ about }) => isLike(baseOf(folder), about.name))) continue;
    const draft = draftOf(nameFor(folder, entry), versionOf(folder) ?? versionIn(entry), drafts);
    if (draft === undefined) continue;
    draft.about.homepageUrl ||= entry?.homepageUrl ?? '';
    draft.about.repositoryUrl ||= entry?.repositoryUrl ?? '';
    if (entry !== undefined && entry.license !== '' && license === entry.path) {
      draft.about.declaredLicense ||= entry.license;
      draft.about.licensePath ??= entry.path;
    }
    const place = placeOf(`${folder}/`);
    draft.files.push(license);
    draft.places.add(place?.name ?? '');
    draft.about.vendored ??= {
      ...{ folder, licensePath: license },
      ...(entry && {
        listed: { path: entry.path, line: entry.line, ...(entry.license === '' && { isBare: true as const }) },
      }),
      ...(draft.version && { version: draft.version }),
    };
    addStatement(draft, place?.scope ?? 'runtime', !owners.isInsideOther(folder));
    draft.folders.push(folder);
    owners.add(folder, draft);
  }
  giveToRequests(requested, owners, drafts);
}

/** The request of a folder and the package that was found in it are one package. */
function giveToRequests(requested: ReadonlyMap<string, Draft>, owners: Owners, drafts: Map<string, Draft>): void {
  const absorbed = new Set<Draft>();
  for (const [folder, draft] of requested) {
    const [found, ...others] = owners.at(folder).filter((one) => one !== draft);
    if (found === undefined) {
      draft.folders.push(folder);
      owners.add(folder, draft);
    } else if (others.length === 0 && !found.isOwn) {
      absorb(found, draft);
      absorbed.add(draft);
    }
  }
  for (const draft of absorbed) if (draft.folders.length === 0) drafts.delete(draft.about.purl);
}

/** Folders with a list of the code of others in them: what the list does not name is the project's own. */
function listedPlaces(inputs: readonly FilePackages[]): ReadonlySet<string> {
  return new Set(
    inputs.flatMap(({ path, packages }) => (packages.some(({ role }) => role === 'holds') ? [folderOf(path)] : [])),
  );
}

/** Libraries after which license files are called, unless something else names them in that version. */
function addNamed(
  licensed: readonly LicensedPath[],
  placeOf: (path: string) => FolderPlace | undefined,
  drafts: Map<string, Draft>,
): void {
  const named = namedLicenseFiles(licensed);
  if (named.length === 0) return;
  const keyOf = (name: string, version: string) => `${plain(name)}@${version}`;
  const known = new Set([...drafts.values()].map(({ about }) => keyOf(about.name, about.version)));
  for (const { path, name, version } of named) {
    const finding = known.has(keyOf(name, version)) ? undefined : findingOf(name, version);
    if (finding === undefined || drafts.has(finding.purl)) continue;
    const draft = newDraft(finding);
    const place = placeOf(path);
    draft.about.confidence = 'MEDIUM';
    draft.about.vendored = { folder: folderOf(path), licensePath: path, isCalledSo: true };
    draft.files.push(path);
    draft.ownedFiles.push(path);
    draft.places.add(place?.name ?? '');
    addStatement(draft, place?.scope ?? 'runtime', true);
    drafts.set(finding.purl, draft);
  }
}

/** The version that a list tells counts if the folder itself states none. */
function versionIn(entry: NoticedFolder | undefined): StatedVersion | undefined {
  return entry === undefined || entry.version === ''
    ? undefined
    : { version: entry.version, path: entry.path, line: entry.line };
}

/** `zlib-1.2.11` */
const VERSIONED = /^(.+?)[-_]v?([0-9]+(?:\.[0-9]+)+[0-9A-Za-z.+-]*)$/;

/** As the license file calls it, unless the folder has the name of a known library. */
function nameFor(folder: string, entry: NoticedFolder | undefined): string {
  return entry === undefined || libraryCalled(baseOf(folder)) !== undefined ? folder : entry.name.replace(/ /g, '-');
}

/** With the folders that only a license file names, in their order. A folder whose license lies in the named one is that one with a folder around it. */
function withNoticed(found: readonly VendoredFolder[], noticed: readonly NoticedFolder[]): VendoredFolder[] {
  const known = new Set(found.map(({ folder }) => folder));
  const others = noticed
    .filter(({ folder }) => folder !== '' && !known.has(folder) && !found.some((one) => isAround(one, folder)))
    // A folder of which nothing is told but its name may hold several libraries.
    .filter(({ folder, license }) => license !== '' || !found.some((one) => one.folder.startsWith(`${folder}/`)))
    .map(({ folder, path }) => ({ folder, license: path, isLicenseAtTop: true }));
  return [...found, ...others].sort((a, b) => (a.folder < b.folder ? -1 : 1));
}

const isAround = (one: VendoredFolder, folder: string): boolean =>
  folder.startsWith(`${one.folder}/`) && one.license.startsWith(`${folder}/`);

function draftOf(
  folder: string,
  stated: StatedVersion | undefined,
  drafts: Map<string, Draft>,
): (Draft & { version?: StatedVersion }) | undefined {
  const [, bare = baseOf(folder), inName = ''] = VERSIONED.exec(baseOf(folder)) ?? [];
  const version = inName || (stated?.version ?? '');
  const finding = findingOf(bare, version);
  if (finding === undefined) return undefined;
  const known = drafts.get(finding.purl);
  const draft = known ?? newDraft(finding);
  draft.about.confidence ??= version === '' ? 'LOW' : 'MEDIUM';
  drafts.set(finding.purl, draft);
  return inName !== '' || stated === undefined ? draft : Object.assign(draft, { version: stated });
}

/**
 * A library with a recogniser gets the recogniser's purl, so that advisories find it. It must have that very name: a folder `zip` in which no file of
 * libzip was recognised is another library.
 */
function findingOf(name: string, version: string): PackageFinding | undefined {
  const library = libraryCalled(name);
  const isIts = library !== undefined && [library.name, ...(library.folders ?? [])].map(plain).includes(plain(name));
  const known = isIts ? parsePurl(library.purl) : undefined;
  const parts = known !== undefined && 'value' in known ? known.value : { type: 'generic', namespace: null, name };
  const purl = formatPurl({ type: parts.type, namespace: parts.namespace, name: parts.name, version });
  if (!('value' in purl)) return undefined;
  return {
    ...NO_TEXTS,
    role: 'holds',
    purl: purl.value,
    type: parts.type,
    namespace: parts.namespace ?? '',
    name: parts.name,
    version,
    scope: 'runtime',
    dependencies: [],
  };
}

/** The shortest name that may be a part of another: `zlib` of `cmzlib`. */
const SHORTEST_LIKE = 3;

/** Whether one name contains the other: `http-parser` and `ngx-http-parser`, `sqlite` and `sqlite3`. */
function isLike(one: string, other: string): boolean {
  const [short = '', long = ''] = [plain(one), plain(other)].sort((a, b) => a.length - b.length);
  return short.length >= SHORTEST_LIKE && long.includes(short);
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

type Owners = ReturnType<typeof createOwners>;

/** Which packages own folders, and which have folders or files inside them. */
function createOwners(drafts: ReadonlyMap<string, Draft>) {
  const byFolder = new Map<string, Draft[]>();
  const inside = new Map<string, Set<Draft>>();
  const put = (around: string, draft: Draft) => {
    for (const outer of outwards(around)) {
      const some = inside.get(outer) ?? new Set();
      some.add(draft);
      inside.set(outer, some);
    }
  };
  const add = (folder: string, draft: Draft) => {
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), draft]);
    if (folder !== '') put(folderOf(folder), draft);
  };
  for (const draft of drafts.values()) {
    for (const folder of new Set(draft.folders)) add(folder, draft);
    for (const path of draft.ownedFiles) put(folderOf(path), draft);
  }
  const around = (folder: string) => outwards(folderOf(folder)).flatMap((outer) => byFolder.get(outer) ?? []);
  const isVendoredItself = ({ about }: Draft) => about.copied !== undefined || about.vendored !== undefined;
  return {
    add,
    around,
    at: (folder: string): Draft[] => byFolder.get(folder) ?? [],
    insideOf: (folder: string): Draft[] => [...(inside.get(folder) ?? [])],
    /** A package that was installed or published with the folder in it has all files of it. */
    isPartOfPackage: (folder: string): boolean => around(folder).some((one) => !one.isOwn && !isVendoredItself(one)),
    isInsideOther: (folder: string): boolean => around(folder).some((one) => !one.isOwn),
  };
}
