// The primary license of each package of a tree and of the tree itself, with the reasons. A file counts for the package with the nearest folder
// around it. Only the project's own files count for the project: nothing below vendor, node_modules and the like. Pure; linear in the files.

import { parseSpdxExpression } from '../expressions/index.ts';
import type { LicenseMatch } from '../findings.ts';
import { valueFor } from '../items.ts';
import {
  isBuildTool,
  isInTextFolder,
  isProse,
  isQuestions,
  isReadme,
  licensedFolder,
  licenseFileRole,
  licenseFileRoleAt,
  mayHoldTextInSource,
} from '../licenses/primary/license-file-roles.ts';
import {
  commonFolder,
  type DeclaredLicense,
  type LicensedFile,
  type PrimaryLicense,
  primaryLicense,
} from '../licenses/primary/primary.ts';
import type { DescribedPackage } from './describe.ts';
import { folderOf, isThirdParty } from './folders.ts';
import { createPlaces } from './places.ts';

/** A file with license findings. */
export interface LicensedTreeFile {
  path: string;
  spdx: readonly string[];
  /** Written in a programming language: its license is in a header. */
  isSource: boolean;
  /** Positions of the expressions; needed for the files that `isRootLicenseFile` names. */
  matches?: readonly LicenseMatch[];
}

/** What the license of a package follows from besides its files. */
export type LicensedPackage = Pick<
  DescribedPackage,
  'purl' | 'licenseExpression' | 'declaredLicense' | 'licensePath' | 'files' | 'ownedFolders' | 'ownedFiles'
>;

export interface PrimaryLicenses {
  project: PrimaryLicense;
  /** By purl. Packages without a known license are included, with '' and the reason. */
  packages: Map<string, PrimaryLicense>;
}

/** Whether the order of license statements in the file matters: license files, READMEs, and every file of a folder LICENSES. */
export function isRootLicenseFile(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return (
    licenseFileRole(name) !== 'none' ||
    isReadme(name) ||
    isQuestions(name) ||
    isInTextFolder(path) ||
    mayHoldTextInSource(name)
  );
}

/** The folder of which this file states the license, with the same rules as for the primary license; undefined if the file is no license file. */
export function folderLicensedBy(file: LicensedTreeFile): string | undefined {
  const { path, isSource } = file;
  const role = licenseFileRoleAt(path, isSource);
  const name = path.slice(path.lastIndexOf('/') + 1);
  const isFile = isSource && !isPage(name) ? isTextInSource(name, file) : role === 'license' || role === 'text';
  return isFile ? licensedFolder(path) : undefined;
}

interface Evidence {
  licenseFiles: LicensedFile[];
  headers: LicensedFile[];
  readmes: LicensedFile[];
  /** Lists of questions and answers, heard if there is nothing else. */
  questions: LicensedFile[];
}

const noEvidence = (): Evidence => ({ licenseFiles: [], headers: [], readmes: [], questions: [] });

export function primaryLicenses(
  packages: readonly LicensedPackage[],
  files: readonly LicensedTreeFile[],
  /** The folder of the whole tree, with its slash. Default: the common folder of the given files. */
  top: string = commonFolder([...files.map(({ path }) => path), ...packages.flatMap((one) => one.files)]),
): PrimaryLicenses {
  const owners = new Map<string, Evidence>();
  for (const { ownedFolders } of packages)
    for (const folder of ownedFolders) if (!owners.has(folder)) owners.set(folder, noEvidence());
  const copied = new Map<string, Evidence>();
  for (const { ownedFiles = [] } of packages) {
    const evidence = noEvidence();
    for (const path of ownedFiles) copied.set(path, evidence);
  }
  const own = noEvidence();
  for (const file of files) {
    const owner = copied.get(file.path) ?? nearest(owners, folderOf(file.path));
    if (owner) add(owner, file);
    if (!isThirdParty(file.path) && !copied.has(file.path)) add(own, file);
  }
  const manifests = projectManifests(packages, top);
  const hasOthers = own.licenseFiles.length + own.readmes.length > 0;
  return {
    project: primaryLicense({
      ...own,
      headers: ofProduct(own.headers),
      top,
      manifests,
      readmes: readmesIn(top, hasOthers ? own.readmes : own.questions),
    }),
    packages: new Map(packages.map((one) => [one.purl, ofPackage(one, owners, copied)])),
  };
}

/** With fewer headers, tests and examples say more about the whole than a copied file does. */
const LEAST_HEADERS = 3;

/** Headers of tests, examples and documentation, whose data often comes from others, count only if the product has hardly any. */
function ofProduct(headers: readonly LicensedFile[]): readonly LicensedFile[] {
  const placeOf = createPlaces(headers.map(({ path }) => path));
  const own = headers.filter(({ path }) => placeOf(path) === undefined);
  return own.filter(({ spdx }) => spdx.length > 0).length < LEAST_HEADERS ? headers : own;
}

function add(evidence: Evidence, file: LicensedTreeFile): void {
  const { path, isSource } = file;
  const name = path.slice(path.lastIndexOf('/') + 1);
  const isText = isSource && isTextInSource(name, file);
  if (isSource && !isPage(name) && !isText) {
    if (!isBuildTool(name)) evidence.headers.push(file);
  } else if (isText || licenseFileRole(name) !== 'none' || isInTextFolder(path)) evidence.licenseFiles.push(file);
  else if (isReadme(name)) evidence.readmes.push(file);
  else if (isQuestions(name)) evidence.questions.push(file);
}

const isTextInSource = (name: string, { matches = [] }: LicensedTreeFile): boolean =>
  mayHoldTextInSource(name) && matches.some(({ kind, via }) => kind === 'text' && via === undefined);

/** LICENSE.html and README.html count as written in a language. */
const isPage = (name: string): boolean => isProse(name) && (licenseFileRole(name) !== 'none' || isReadme(name));

/** READMEs of folders below describe parts. README.md has priority over README.de.md. `folder` with its slash. */
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

/** If a package is in several folders, the first one that states a license decides. */
function ofPackage(
  { licenseExpression, declaredLicense, licensePath, ownedFolders, ownedFiles = [] }: LicensedPackage,
  owners: ReadonlyMap<string, Evidence>,
  copied: ReadonlyMap<string, Evidence>,
) {
  const manifests =
    declaredLicense + licenseExpression === ''
      ? []
      : [declaration(licensePath ?? 'the manifest', licenseExpression, declaredLicense)];
  const evidence = ownedFolders.map((folder) => {
    const found = valueFor(owners, folder);
    const top = folder === '' ? '' : `${folder}/`;
    return { ...found, top, readmes: readmesIn(top, found.readmes) };
  });
  const ofFiles = copied.get(ownedFiles[0] ?? '');
  if (ofFiles !== undefined) evidence.push({ ...ofFiles, top: '', readmes: [] });
  const speaking =
    evidence.find(({ licenseFiles, headers }) => licenseFiles.length + headers.length > 0) ??
    evidence.find(({ readmes }) => readmes.length > 0);
  return primaryLicense({ manifests, ...(speaking ?? noEvidence()) });
}

function declaration(path: string, licenseExpression: string, declaredLicense: string): DeclaredLicense {
  const isExact = parseSpdxExpression(declaredLicense.trim())?.expression === declaredLicense.trim();
  return { path, declaredLicense: licenseExpression || declaredLicense, written: declaredLicense, isLoose: !isExact };
}

/** Manifests of the project's own packages at the root; manifests of folders below describe parts. */
function projectManifests(packages: readonly LicensedPackage[], top: string): DeclaredLicense[] {
  return packages
    .flatMap(({ licenseExpression, declaredLicense, licensePath: path, ownedFolders }) =>
      declaredLicense !== '' &&
      path !== undefined &&
      !isThirdParty(path) &&
      ownedFolders.includes(folderOf(path)) &&
      path.slice(0, path.lastIndexOf('/') + 1) === top
        ? [declaration(path, licenseExpression, declaredLicense)]
        : [],
    )
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}
