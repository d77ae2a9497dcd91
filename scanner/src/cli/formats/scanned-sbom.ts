// A scan as the source of a document: its packages with the copyright statements and license texts of their own files. The license texts are read when
// the scan has ended, because only then it is known which files belong to a package.
import { tmpdir } from 'node:os';
import { DEFAULT_ARCHIVE_LIMITS } from '../../archives/index.ts';
import { sourceFiles } from '../../archives/source-files.ts';
import { present } from '../../items.ts';
import { licenseFileRoleAt } from '../../licenses/index.ts';
import { folderOf, outwards } from '../../packages/folders.ts';
import { partyOf } from '../../parties.ts';
import {
  digestsOfPackage,
  type SbomComponent,
  type SbomFile,
  type SbomSource,
  type SbomText,
  withoutCredentials,
} from '../../sbom/index.ts';
import type { Inventory, InventoryComponent, ScanItem } from '../../scan/index.ts';
import type { ScanSubject } from './subject.ts';

interface LicenseFile {
  path: string;
  role: SbomText['role'];
  expressions: readonly string[];
}

/** What the files of a scan say, by folder. */
interface Found {
  inventory?: Inventory;
  incompleteness: string;
  statements: Map<string, Set<string>>;
  licenseFiles: LicenseFile[];
  texts: Map<string, string>;
}

export function scannedSbom(items: AsyncIterable<ScanItem>, subject: ScanSubject, listsFiles: boolean): SbomSource {
  const found: Found = { incompleteness: '', statements: new Map(), licenseFiles: [], texts: new Map() };
  let components: readonly SbomComponent[] | undefined;
  const inventory = () => present(found.inventory, 'inventory, which comes before the end of a scan');
  const all = () => (components ??= componentsOf(inventory(), found));
  return {
    subject: { ...subject, version: '', context: 'source', licenseExpression: '' },
    listsFiles,
    files: filesOf(items, subject, found),
    contents: () => ({ licenses: inventory().licenses, incompleteness: found.incompleteness, comparison: '' }),
    async *components() {
      yield* all();
    },
  };
}

async function* filesOf(items: AsyncIterable<ScanItem>, subject: ScanSubject, found: Found): AsyncGenerator<SbomFile> {
  for await (const item of items) {
    if (item.type === 'inventory') found.inventory = item.inventory;
    else if (item.type === 'end') found.incompleteness = item.reason;
    else if (item.type === 'file') {
      note(item, found);
      yield { path: item.path, facts: item.facts };
    }
  }
  const owners = ownersOf(present(found.inventory, 'inventory, which comes before the end of a scan').components);
  const wanted = found.licenseFiles.filter(({ path }) => owners(path) !== undefined);
  found.licenseFiles = wanted;
  await readTexts(wanted, subject, found);
}

function note({ path, facts }: Extract<ScanItem, { type: 'file' }>, found: Found): void {
  if (facts.copyrights.length > 0) {
    const statements = found.statements.get(path) ?? new Set();
    for (const { statement } of facts.copyrights) statements.add(statement);
    found.statements.set(path, statements);
  }
  const role = facts.kind === 'text' ? licenseFileRoleAt(path, facts.language !== '') : undefined;
  if (role === 'license' || role === 'text') found.licenseFiles.push({ path, role: 'main', expressions: facts.spdx });
  else if (role === 'aside') found.licenseFiles.push({ path, role: 'bundled', expressions: facts.spdx });
  else if (role === 'notice') found.licenseFiles.push({ path, role: 'notice', expressions: facts.spdx });
}

/** The package of a file: by its own files, else by the deepest folder with a package. */
function ownersOf(packages: readonly InventoryComponent[]): (path: string) => InventoryComponent | undefined {
  const byFolder = new Map<string, InventoryComponent>();
  const byFile = new Map<string, InventoryComponent>();
  for (const one of packages) {
    for (const folder of one.ownedFolders) if (!byFolder.has(folder)) byFolder.set(folder, one);
    for (const file of one.ownedFiles ?? []) if (!byFile.has(file)) byFile.set(file, one);
  }
  return (path) => {
    const folder = outwards(folderOf(path)).find((one) => byFolder.has(one));
    return byFile.get(path) ?? (folder === undefined ? undefined : byFolder.get(folder));
  };
}

/** A license text is no longer than this; a larger file is told as not read. */
const MOST_TEXT_BYTES = 4 * 1024 * 1024;

async function readTexts(files: readonly LicenseFile[], subject: ScanSubject, found: Found): Promise<void> {
  if (files.length === 0) return;
  const wanted = new Set(files.map(({ path }) => path));
  // Thousands of packages have the same text; it is kept once.
  const kept = new Map<string, string>();
  const options = {
    temporaryFolder: tmpdir(),
    signal: subject.signal,
    wants: (path: string) => wanted.has(path),
    mostBytes: MOST_TEXT_BYTES,
    limits: DEFAULT_ARCHIVE_LIMITS,
    readsArchivesOfFolder: false,
  };
  for await (const file of sourceFiles(subject.source, options)) {
    if (file.type !== 'file' || !wanted.has(file.path)) continue;
    const text = new TextDecoder().decode(file.bytes).toWellFormed();
    if (!kept.has(text)) kept.set(text, text);
    found.texts.set(file.path, kept.get(text) ?? text);
  }
  const missing = files.filter(({ path }) => !found.texts.has(path)).map(({ path }) => path);
  if (missing.length === 0) return;
  const names = `${missing.slice(0, 3).join(', ')}${missing.length > 3 ? ` and ${missing.length - 3} more` : ''}`;
  const sentence = `The license texts in ${names} could not be read again.`;
  found.incompleteness = [found.incompleteness, sentence].filter((text) => text !== '').join(' ');
}

function componentsOf({ components: packages }: Inventory, found: Found): SbomComponent[] {
  const owners = ownersOf(packages);
  const statements = new Map<InventoryComponent, Set<string>>();
  for (const [path, said] of found.statements) {
    const owner = owners(path);
    if (owner === undefined) continue;
    const known = statements.get(owner) ?? new Set();
    for (const one of said) known.add(one);
    statements.set(owner, known);
  }
  const texts = Map.groupBy(found.licenseFiles, ({ path }) => owners(path));
  const keys = keysOf(packages);
  const known = new Set(keys.values());
  const needed = new Set(packages.flatMap((one) => dependenciesOf(one, known)));
  return packages.map((one) => {
    const key = present(keys.get(one), `key of ${one.purl}`);
    return {
      key,
      purl: one.purl,
      cpe: '',
      namespace: one.namespace,
      name: one.name,
      version: one.version,
      scope: one.scope,
      declared: one.licenseExpression,
      concluded: '',
      description: one.description,
      ...suppliedBy(one),
      references: referencesOf(one),
      digests: digestsOfPackage(one),
      copyrights: [...(statements.get(one) ?? [])].sort(),
      texts: (texts.get(one) ?? []).flatMap((file) => textOf(file, found)),
      evidence: one.files,
      dependsOn: dependenciesOf(one, known),
      tie: one.isDirect === undefined ? 'part' : one.isDirect || !needed.has(key) ? 'direct' : 'indirect',
      notCompared: '',
      isRejected: false,
    };
  });
}

function textOf(file: LicenseFile, { texts }: Found): SbomText[] {
  const text = texts.get(file.path);
  return text === undefined ? [] : [{ ...file, text }];
}

function suppliedBy({ supplier = '' }: InventoryComponent): Pick<SbomComponent, 'supplier'> {
  const party = partyOf(supplier);
  return party === undefined ? {} : { supplier: party };
}

function referencesOf({ homepageUrl, repositoryUrl, downloadUrl }: InventoryComponent): SbomComponent['references'] {
  return [
    { type: 'website' as const, url: homepageUrl },
    { type: 'vcs' as const, url: repositoryUrl },
    { type: 'distribution' as const, url: downloadUrl },
  ]
    .filter(({ url }) => url !== '')
    .map(({ type, url }) => ({ type, url: withoutCredentials(url) }));
}

/** The package URL is readable, and the same in every scan. */
function keysOf(packages: readonly InventoryComponent[]): Map<InventoryComponent, string> {
  const taken = new Set<string>();
  return new Map(
    packages.map((one, at) => {
      const key = one.purl === '' || taken.has(one.purl) ? `component-${at + 1}` : one.purl;
      taken.add(key);
      return [one, key];
    }),
  );
}

/** Packages outside the document are left out. */
const dependenciesOf = ({ dependencies }: InventoryComponent, keys: ReadonlySet<string>): string[] => [
  ...new Set(dependencies.map(({ purl }) => purl).filter((purl) => keys.has(purl))),
];
