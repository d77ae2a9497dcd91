// The primary license of each package of a tree and of the tree itself, with the reasons. A file speaks for the package in whose folder it
// lies, the nearest one; for the project speaks what is its own: nothing below vendor, node_modules and the like. Pure; linear in the files.
import { commonFolder, type LicensedFile, type PrimaryLicense, primaryLicense } from '../licenses/primary.ts';
import { folderOf, isThirdParty } from './folders.ts';

/** A file that speaks of licenses. */
export interface LicensedTreeFile {
  path: string;
  spdx: readonly string[];
  /** Written in a programming language: its license stands in a header. */
  isSource: boolean;
}

/** What has to be known of a package. */
export interface LicensedPackage {
  purl: string;
  /** SPDX expression of what the manifest declares; '' when it declares nothing certain. */
  licenseExpression: string;
  /** As written; '' when nothing is declared. */
  declaredLicense: string;
  /** Manifests and lockfiles that prove it. */
  files: readonly string[];
  ownedFolders: readonly string[];
}

export interface PrimaryLicenses {
  project: PrimaryLicense;
  /** By purl. Packages without a license in sight are in it too, with '' and the reason. */
  packages: Map<string, PrimaryLicense>;
}

const LICENSE_FILE = /^(?:(?:un)?licen[cs]es?|copying|copyright|notice)(?:[-_. ].*)?$/i;

const README = /^readme(?:[-_. ].*)?$/i;

interface Evidence {
  licenseFiles: LicensedFile[];
  headers: LicensedFile[];
  readmes: LicensedFile[];
}

const noEvidence = (): Evidence => ({ licenseFiles: [], headers: [], readmes: [] });

export function primaryLicenses(
  packages: readonly LicensedPackage[],
  files: readonly LicensedTreeFile[],
): PrimaryLicenses {
  const owners = new Map<string, Evidence>();
  for (const { ownedFolders } of packages)
    for (const folder of ownedFolders) if (!owners.has(folder)) owners.set(folder, noEvidence());
  const own = noEvidence();
  for (const file of files) {
    const owner = nearest(owners, folderOf(file.path));
    if (owner) add(owner, file);
    if (!isThirdParty(file.path)) add(own, file);
  }
  const manifests = projectManifests(packages, own);
  return {
    project: primaryLicense({ ...own, manifests, readmes: readmesAtTop(own, manifests) }),
    packages: new Map(packages.map((one) => [one.purl, ofPackage(one, owners)])),
  };
}

function add(evidence: Evidence, { path, spdx, isSource }: LicensedTreeFile): void {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (LICENSE_FILE.test(name) && !isSource) evidence.licenseFiles.push({ path, spdx: [...spdx] });
  else if (isSource) evidence.headers.push({ path, spdx: [...spdx] });
  else if (README.test(name)) evidence.readmes.push({ path, spdx: [...spdx] });
}

/** Those of folders below speak of parts. README.md goes before README.de.md. */
function readmesAtTop({ licenseFiles, headers, readmes }: Evidence, manifests: readonly { path: string }[]) {
  const top = commonFolder([...licenseFiles, ...headers, ...readmes, ...manifests].map(({ path }) => path));
  return readmesIn(top, readmes);
}

/** `folder` with its slash. */
function readmesIn(folder: string, readmes: readonly LicensedFile[]): LicensedFile[] {
  return readmes
    .filter(({ path }) => path.lastIndexOf('/') + 1 === folder.length && path.startsWith(folder))
    .sort((a, b) => a.path.length - b.path.length || (a.path < b.path ? -1 : 1));
}

function nearest(owners: ReadonlyMap<string, Evidence>, from: string): Evidence | undefined {
  for (let folder = from; ; folder = folderOf(folder)) {
    const owner = owners.get(folder);
    if (owner || folder === '') return owner;
  }
}

/** A copy of a package in several folders is judged by the first that says anything. */
function ofPackage(
  { licenseExpression, declaredLicense, files, ownedFolders }: LicensedPackage,
  owners: ReadonlyMap<string, Evidence>,
) {
  const declared = licenseExpression || declaredLicense;
  const manifests = declared === '' ? [] : [{ path: files[0] ?? 'the manifest', declaredLicense: declared }];
  const evidence = ownedFolders.map((folder) => {
    const found = owners.get(folder)!;
    return { ...found, readmes: readmesIn(folder === '' ? '' : `${folder}/`, found.readmes) };
  });
  const speaking =
    evidence.find(({ licenseFiles, headers }) => licenseFiles.length + headers.length > 0) ??
    evidence.find(({ readmes }) => readmes.length > 0);
  return primaryLicense({ manifests, ...(speaking ?? noEvidence()) });
}

/** Manifests of the project's own packages that lie no deeper than its license file, the nearest to the root first. */
function projectManifests(packages: readonly LicensedPackage[], { licenseFiles }: Evidence) {
  const depth = (path: string) => path.split('/').length;
  const deepest = licenseFiles.reduce((least, { path }) => Math.min(least, depth(path)), Number.POSITIVE_INFINITY);
  return packages
    .filter(({ declaredLicense, ownedFolders }) => declaredLicense !== '' && ownedFolders.length > 0)
    .flatMap(({ licenseExpression, declaredLicense, files, ownedFolders }) =>
      files
        .filter((path) => !isThirdParty(path) && ownedFolders.includes(folderOf(path)) && depth(path) <= deepest)
        .map((path) => ({ path, declaredLicense: licenseExpression || declaredLicense })),
    )
    .sort((a, b) => depth(a.path) - depth(b.path) || (a.path < b.path ? -1 : 1));
}
