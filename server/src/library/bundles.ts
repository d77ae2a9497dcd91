// Bundles of components: names, versions, licenses and addresses, in one signed file for an installation that cannot ask registries. Lines are components
// with a package URL; custom components belong to their installation and are left out.
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { type BundleFormat, openSignedBundle, type SignedHeader, writeSignedBundle } from '@assay/scanner/bundles';
import { canonicalPurl } from '@assay/scanner/packages';
import { bundleMemory } from '../db/advisories/bundles.ts';
import { findLibraryImport, insertLibraryImport, listForBundle } from '../db/components/learned.ts';
import type { Db } from '../db/postgres/connection.ts';
import { batchesById } from '../db/postgres/rows.ts';
import { installationId } from '../db/site-settings.ts';
import type { LearnedComponent, LibraryImport } from '../domain/components/learned.ts';
import { componentPurlOf } from '../domain/inventories/inventory.ts';
import { badRequest } from '../errors.ts';
import { listOf, membersOf, momentOf, textOf } from '../registries/answers.ts';
import { licenseReader } from './declared-licenses.ts';
import { type Learned, learnComponents } from './learn.ts';

export const LIBRARY_BUNDLE_EXTENSION = '.assay-library';

const FORMAT: BundleFormat<SignedHeader> = {
  name: 'assay-library',
  what: 'components',
  isSound: ({ createdAt, sha256 }) => !Number.isNaN(Date.parse(createdAt)) && /^[0-9a-f]{64}$/.test(sha256),
};
const COMPONENTS_AT_ONCE = 1000;

interface Place {
  db: Db;
  now(): Date;
}

/** Writes the components of this library, or those of a file of lines as they stand in a bundle. */
export async function makeLibraryBundle(
  { db, now }: Place,
  file: string,
  privateKey: string,
  lines?: string,
): Promise<SignedHeader> {
  const about = { installation: await installationId(db), createdAt: now().toISOString() };
  return writeSignedBundle(
    file,
    FORMAT,
    about,
    lines === undefined ? linesOfLibrary(db) : linesOfFile(lines),
    privateKey,
  );
}

async function* linesOfLibrary(db: Db): AsyncGenerator<object> {
  for await (const rows of batchesById(COMPONENTS_AT_ONCE, async (after) => ({
    rows: await listForBundle(db, after, COMPONENTS_AT_ONCE),
  })))
    for (const { purl, url, description, versions } of rows) yield { purl, url, description, versions };
}

async function* linesOfFile(file: string): AsyncGenerator<object> {
  let number = 0;
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    number++;
    if (line.trim() === '') continue;
    const read = readLine(line);
    if ('problem' in read)
      throw badRequest(`Line ${number} of ${file} cannot be taken: ${read.problem} No bundle was made.`);
    yield read.line;
  }
}

function readLine(text: string): { line: object } | { problem: string } {
  try {
    const line = JSON.parse(text);
    const read = componentOf(line);
    return 'problem' in read ? read : { line };
  } catch {
    return { problem: 'it is not JSON.' };
  }
}

/** A line of a bundle as a component; a sentence if it is none. */
function componentOf(line: unknown): LearnedComponent | { problem: string } {
  const members = membersOf(line);
  const purl = textOf(members.get('purl'));
  const canonical = canonicalPurl(purl);
  if ('problem' in canonical) return { problem: `"${purl.slice(0, 200)}" in its member "purl" is no package URL: ${canonical.problem}.` }; // biome-ignore format: one claim
  if (componentPurlOf(canonical.value) !== canonical.value)
    return { problem: `"${purl.slice(0, 200)}" in its member "purl" names a version; versions belong in the member "versions".` }; // biome-ignore format: one claim
  const versions = listOf(members.get('versions'))
    .map(membersOf)
    .map((version) => ({
      version: textOf(version.get('version')),
      license: textOf(version.get('license')),
      releasedOn: momentOf(version.get('releasedOn')),
      isWithdrawn: version.get('isWithdrawn') === true,
      requirements: [],
    }));
  const [description, homepageUrl] = [textOf(members.get('description')), textOf(members.get('url'))];
  return { purl: canonical.value, facts: { description, homepageUrl, versions } };
}

export interface BundleImport {
  fileName: string;
  importedBy: string;
  signal?: AbortSignal;
  onProgress?(done: number, total: number): Promise<void>;
  /** Of lines that could not be taken. */
  onIssues?(issues: { path: string; message: string }[]): Promise<void> | void;
}

/** Returns the receipt, and whether this bundle was imported before: then nothing is changed. */
export async function importLibraryBundle(
  { db, now }: Place,
  file: string,
  options: BundleImport,
): Promise<{ receipt: Omit<LibraryImport, 'id'>; isRepeated: boolean }> {
  const { trusted } = await bundleMemory(db);
  const bundle = await openSignedBundle<SignedHeader, unknown>(file, FORMAT, trusted);
  if ('problem' in bundle) throw badRequest(`${bundle.problem} Nothing was imported.`);
  const { header } = bundle;
  const before = await findLibraryImport(db, header.sha256);
  if (before) return { receipt: before, isRepeated: true };
  const origin = { kind: 'BUNDLE' as const, name: header.installation, asOf: new Date(header.createdAt) };
  const total: Learned & { refused: number; components: number } = { components: 0, newComponents: 0, versions: 0, newVersions: 0, filledVersions: 0, refused: 0 }; // biome-ignore format: one claim
  const licenseOf = await licenseReader(db);
  let number = 0;
  for await (const batch of batchesOfLines(bundle.items())) {
    options.signal?.throwIfAborted();
    const read = batch.map(componentOf);
    const issues = read.flatMap((one, at) =>
      'problem' in one ? [{ path: `line ${number + at + 1}`, message: `The line was left out: ${one.problem}` }] : [],
    );
    const learned = read.flatMap((one) => ('problem' in one ? [] : [one]));
    const outcome = await db.transaction().execute((tx) => learnComponents(tx, learned, origin, licenseOf));
    for (const key of ['newComponents', 'versions', 'newVersions', 'filledVersions'] as const)
      total[key] += outcome[key];
    total.components += learned.length;
    total.refused += issues.length;
    number += batch.length;
    if (issues.length > 0) await options.onIssues?.(issues);
    await options.onProgress?.(number, header.items);
  }
  const receipt = {
    ...total,
    ...{ fileName: options.fileName, importedBy: options.importedBy, importedAt: now(), madeAt: origin.asOf },
    ...{ sha256: header.sha256, publicKey: header.publicKey, installation: header.installation },
  };
  await insertLibraryImport(db, receipt);
  return { receipt, isRepeated: false };
}

async function* batchesOfLines(lines: AsyncIterable<unknown>): AsyncGenerator<unknown[]> {
  let batch: unknown[] = [];
  for await (const line of lines) {
    batch.push(line);
    if (batch.length < COMPONENTS_AT_ONCE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** A receipt as a sentence. */
export function receiptText(receipt: Omit<LibraryImport, 'id'>, isRepeated: boolean): string {
  const { components, newComponents, versions, newVersions, filledVersions, refused, importedAt } = receipt;
  if (isRepeated)
    return `This bundle was imported on ${importedAt.toISOString().slice(0, 10)} already. Nothing was changed.`;
  const left = refused === 0 ? '' : ` ${refused} lines were left out.`;
  return `${components} components, ${newComponents} of them new; ${versions} versions, ${newVersions} new, ${filledVersions} completed.${left}`;
}
