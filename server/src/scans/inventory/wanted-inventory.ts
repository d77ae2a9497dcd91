// Derives the wanted inventory from the packages and licenses in a scan's files. Reads the results of the scan and the registries from the database,
// and writes nothing, so that it can run before the project is locked.

import type { Issue } from '@assay/scanner';
import { storableText } from '@assay/scanner/foreign-text';
import { valueFor } from '@assay/scanner/items';
import { commonFolder, type PrimaryLicense } from '@assay/scanner/licenses';
import {
  declaredToExpression,
  describePackages,
  type FilePackages,
  folderLicensedBy,
  isManifestFile,
  isRootLicenseFile,
  type LicensedTreeFile,
  namesFolders,
  ownLicenseNames,
  type PlaceRules,
  primaryLicenses,
  withoutMissing,
} from '@assay/scanner/packages';
import { listCorpusMatches } from '../../db/corpus.ts';
import { listCurations } from '../../db/curations.ts';
import { listRememberedLicenses } from '../../db/decisions/remembered-licenses.ts';
import type { ArchiveOfProject } from '../../db/files/archive-findings.ts';
import { findOutermostPaths, listLicensedFiles, listLicenseMatches, listPackageFiles } from '../../db/files/facts.ts';
import { listCodebaseFolderPaths } from '../../db/files/files.ts';
import type { Tx } from '../../db/postgres/connection.ts';
import type { Project } from '../../db/projects/projects.ts';
import { listLookupSummaries, listRegistries } from '../../db/registries.ts';
import { siteSettings } from '../../db/site-settings.ts';
import { pathInArchive, tieToArchives } from '../../domain/derivation/archive-paths.ts';
import { findCopies } from '../../domain/derivation/corpus-match.ts';
import { curatedLicense, everythingBeside } from '../../domain/derivation/curations.ts';
import { deriveInventory } from '../../domain/derivation/inventory-derivation.ts';
import { DEFAULT_DERIVATION_OPTIONS } from '../../domain/derivation/inventory-findings.ts';
import { filledIn, type Lookup } from '../../domain/derivation/registries.ts';
import { describedDependency, type Resolution, withResolved } from '../../domain/derivation/resolved-dependencies.ts';
import { derivationSettingsOf, type ScanProfileSettings } from '../../domain/derivation/scan-profile.ts';
import { componentPurlOf } from '../../domain/inventories/inventory.ts';
import { type CustomLicense, customLicenseNames, declaredNames } from '../../domain/licenses/custom-license.ts';
import { projectSettler } from '../../reviews/settlement.ts';

/** A project with facts of all its files. */
export interface ScannedProject {
  project: Project;
  /** Options of the scan profile at the beginning of the scan. */
  settings: ScanProfileSettings;
  /** Archives with contents that count; none if the profile does not search them. */
  archives: readonly ArchiveOfProject[];
  /** Answers of registries about dependencies without a lockfile. */
  resolutions: readonly Resolution[];
}

export type FoundInventory = Awaited<ReturnType<typeof findInventory>>;

/** The findings in the files, with the library's names of custom licenses, and the issues of several files together. */
export async function findInventory(
  tx: Tx,
  { project, settings, archives, resolutions }: ScannedProject,
  customLicenses: readonly (CustomLicense & { name: string })[],
) {
  const copies = settings.exactMatches
    ? await listCorpusMatches(tx, project.id, { inArchives: settings.archiveDiscovery })
    : [];
  const stored = [...(await listPackageFiles(tx, project.id)), ...packagesInArchives(archives)];
  const { files: packageFiles, issues } = await withFolders(tx, project.id, [...stored, ...findCopies(copies)]);
  // A license in a manifest or lockfile belongs to its packages, so the file itself is not a licensed file.
  const manifests = new Set(packageFiles.filter(({ packages }) => isManifestFile(packages)).map(({ path }) => path));
  // An archive has the licenses of the files inside it, which are counted here themselves.
  const archivePaths = new Set([
    ...archives.map(({ path }) => path),
    ...copies.flatMap(({ archive }) => (archive === '' ? [] : [archive])),
  ]);
  const licensedFiles = [...(await listLicensedFiles(tx, project.id)), ...licensedInArchives(archives)].filter(
    ({ path }) => !manifests.has(path) && !archivePaths.has(path),
  );
  const { wanted, primary } = await deriveFromFiles(tx, {
    project,
    settings,
    resolutions,
    customLicenses,
    packageFiles,
    licensedFiles,
    placedFiles: await withPlaces(tx, licensedFiles),
    root: commonFolder(await findOutermostPaths(tx, project.id)),
  });
  return {
    wanted: tieToArchives(wanted, archivePaths),
    issues: [...lossesOf(stored), ...issues],
    primaryLicense: primary,
  };
}

/** What was found in the files of one code base, and what its inventory depends on beside them. */
export interface FoundInFiles extends Omit<ScannedProject, 'archives'> {
  customLicenses: readonly (CustomLicense & { name: string })[];
  packageFiles: readonly FilePackages[];
  licensedFiles: readonly LicensedTreeFile[];
  /** The licensed files; license files and READMEs with the order of the licenses in them. */
  placedFiles: readonly LicensedTreeFile[];
  /** The folder that all files have in common. */
  root: string;
}

/** The wanted inventory of one code base, and its primary license in the stored form. Writes nothing. */
export async function deriveFromFiles(tx: Tx, found: FoundInFiles) {
  const { project, settings, resolutions, customLicenses, packageFiles, licensedFiles } = found;
  const licenseName = customLicenseNames(customLicenses);
  const ownNames = ownLicenseNames(declaredNames(customLicenses));
  const packages = describePackages(packageFiles, ownNames, await placeRules(tx), licensedFiles);
  const primary = primaryLicenses(packages, found.placedFiles, found.root);
  const complete = withResolved(packages, resolutions, describedDependency);
  const curated = await curatedLicenses(tx, complete);
  const wanted = deriveInventory(
    filledIn(complete, await knownLookups(tx, settings, complete), (type, declared) =>
      declaredToExpression(type, declared, ownNames),
    ).map((one) => ({
      ...one,
      licenseExpression: licenseName(one.licenseExpression),
      ...curated(one),
      primaryLicense: named(primaryOf(one, primary.packages.get(one.purl) ?? NOTHING_KNOWN), licenseName),
    })),
    found.placedFiles.map((file) => ({
      path: file.path,
      expressions: file.spdx.map(licenseName),
      ...licensedBy(file),
    })),
    {
      ...DEFAULT_DERIVATION_OPTIONS,
      ...derivationSettingsOf(settings),
      rememberedLicenses: await listRememberedLicenses(tx),
      settleChoice: await projectSettler(tx, project.id),
    },
  );
  return { wanted, primary: told(named(primary.project, licenseName)) };
}

/** What stored findings of other versions of the analyser no longer tell. */
export function lossesOf(stored: readonly { path: string; problem?: string }[]): Issue[] {
  return stored.flatMap(({ path, problem }) =>
    problem === undefined ? [] : [{ code: 'unreadable' as const, path, message: problem }],
  );
}

function licensedBy(file: LicensedTreeFile) {
  const licensedFolder = folderLicensedBy(file);
  return licensedFolder === undefined ? {} : { licensedFolder };
}

/** Leaves out what lists say about folders that the code base does not have. The issues are those of several files together. */
async function withFolders(tx: Tx, projectId: number, found: readonly FilePackages[]) {
  const files = found.map(({ path, packages }) => ({ path, packages }));
  if (!namesFolders(files)) return { files, issues: [] };
  return withoutMissing(files, await listCodebaseFolderPaths(tx, projectId));
}

async function placeRules(tx: Tx): Promise<PlaceRules> {
  const { placesOutsideProduct: places } = await siteSettings(tx);
  return Object.fromEntries(
    places.map(({ name, scope, folders }) => [name, { scope, folders: folders.map((one) => one.toLowerCase()) }]),
  );
}

/** Answers of registries about packages with missing facts. */
async function knownLookups(
  tx: Tx,
  { dependencySupport }: ScanProfileSettings,
  packages: readonly { purl: string; type: string }[],
): Promise<ReadonlyMap<string, Lookup>> {
  const asked = dependencySupport === 'NONE' ? [] : (await listRegistries(tx)).filter((one) => one.is_asked);
  const types = new Set<string>(asked.map((one) => one.name));
  const purls = packages.filter(({ type }) => types.has(type)).map(({ purl }) => componentPurlOf(purl));
  return purls.length === 0 ? new Map() : listLookupSummaries(tx, [...new Set(purls)]);
}

/** The licenses that enabled curated facts conclude for third-party packages. */
async function curatedLicenses(tx: Tx, packages: readonly CuratedPackage[]) {
  const known = await listCurations(
    tx,
    packages.map(({ purl }) => componentPurlOf(purl)).flatMap((purl) => [purl, everythingBeside(purl)]),
  );
  return (one: CuratedPackage) => {
    const purl = componentPurlOf(one.purl);
    const facts = [purl, everythingBeside(purl)].flatMap((name) => known.get(name) ?? []);
    const license = curatedLicense(one, facts);
    return license === undefined ? {} : { curatedLicense: license };
  };
}

type CuratedPackage = Parameters<typeof curatedLicense>[0] & { purl: string };

/** No file states anything about packages that were only resolved. */
const NOTHING_KNOWN: PrimaryLicense = { expression: '', reasons: [], basis: [], source: 'none' };

/** If no file of the code base states a license, the primary license comes from the registry. */
function primaryOf(
  one: { licenseExpression: string; licenseSource?: string },
  primary: PrimaryLicense,
): PrimaryLicense {
  if (one.licenseSource === undefined || primary.expression !== '') return primary;
  return { ...primary, expression: one.licenseExpression, reasons: [`${one.licenseSource} says so`], source: 'none' };
}

/** License files and READMEs with the order of the licenses in them; for those inside archives, this order is not stored. */
async function withPlaces(tx: Tx, files: readonly (LicensedTreeFile & { id?: number })[]): Promise<LicensedTreeFile[]> {
  const wanted = files.flatMap(({ id, path }) => (id !== undefined && isRootLicenseFile(path) ? [id] : []));
  const matches = await listLicenseMatches(tx, wanted);
  return files.map((file) =>
    file.id !== undefined && matches.has(file.id) ? { ...file, matches: valueFor(matches, file.id) } : file,
  );
}

/** Computed with the scanner's names, which are valid in every expression, and shown with the library's. */
function named({ expression, reasons, source }: PrimaryLicense, licenseName: (expression: string) => string) {
  return {
    source,
    expression: licenseName(expression),
    // The reasons quote declarations of manifests.
    reasons: reasons.map((reason) => storableText(reason.replace(/LicenseRef-[A-Za-z0-9.-]+/g, licenseName))),
  };
}

/** The stored form of a project's primary license. */
function told({ expression, reasons }: ReturnType<typeof named>) {
  return { expression, reasons };
}

function packagesInArchives(archives: readonly ArchiveOfProject[]) {
  return archives.flatMap(({ path: archive, files }) =>
    files.flatMap(({ path, packages, problem }) =>
      packages.length > 0 || problem !== undefined
        ? [{ path: pathInArchive(archive, path), packages, ...(problem === undefined ? {} : { problem }) }]
        : [],
    ),
  );
}

function licensedInArchives(archives: readonly ArchiveOfProject[]) {
  return archives.flatMap(({ path: archive, files }) =>
    files.flatMap(({ path, spdx, isSource }) =>
      spdx.length > 0 ? [{ path: pathInArchive(archive, path), spdx, isSource }] : [],
    ),
  );
}
