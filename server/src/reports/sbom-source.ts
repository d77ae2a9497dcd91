// A project's inventory and files as input of the scanner's SBOM writers. Statements and license texts are those of the notices.
import { createHash } from 'node:crypto';
import { dependencyScopes } from '@assay/scanner';
import { decodedText } from '@assay/scanner/items';
import { partyOf } from '@assay/scanner/package-facts';
import {
  type SbomComponent,
  type SbomFile,
  type SbomSource,
  type SbomText,
  type SbomVulnerability,
  uuidOf,
} from '@assay/scanner/sbom';
import { parseWireTime } from '../domain/wire-times.ts';
import type { ReportFile, ReportItem, ReportVulnerability } from './data.ts';
import { collectNotices } from './notices/collect.ts';
import { isYes } from './options.ts';
import type { ReportSource } from './report.ts';
import { analysisOf } from './vulnerability-analysis.ts';

/** What the components need from other lists. */
interface Beside {
  dependsOn: Map<number, string[]>;
  needed: Set<number>;
  /** By item: the statements that the notices print. */
  statements: Map<number, string[]>;
  texts: Map<number, SbomText[]>;
  /** Digests of files that are a package as a whole, by path. */
  packages: Map<string, SbomComponent['digests']>;
}

export async function sbomSource(source: ReportSource): Promise<SbomSource> {
  const { head, options, toolVersion, brand } = source;
  const licenses = new Map<string, number>();
  const beside = await listBeside(source);
  const isWanted = (option: string | undefined) => ['vdr', 'vex'].includes((option ?? '').trim().toLowerCase());
  const { createdAt, documentId } = await identityOf(source, beside);
  return {
    subject: {
      name: head.project.name,
      version: '',
      documentId,
      createdAt,
      tool: { name: 'assay', version: toolVersion },
      licenseExpression: head.project.primaryLicense,
      context: 'source',
      // Without a name of the house, the brand is the name of this program, which supplies nothing.
      ...(brand.name !== 'Assay' && { supplier: { name: brand.name } }),
    },
    listsFiles: isYes(options.includeFiles),
    files: isYes(options.includeFiles) ? filesOf(source, licenses) : nothing(),
    contents: () => ({
      licenses: [...licenses]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([expression, files]) => ({ expression, files })),
      incompleteness: '',
      comparison: head.advisories.coverage.words || 'All items were compared with advisories.',
      advisories: { dataAsOf: head.advisories.dataAsOf ?? 'no data', isStale: head.advisories.dataIsStale },
    }),
    async *components() {
      for await (const item of shipped(source)) yield componentOf(item, beside);
    },
    ...(isWanted(options.vulnerabilities) && { vulnerabilities: () => vulnerabilitiesOf(source) }),
  };
}

async function* nothing(): AsyncGenerator<SbomFile> {}

/** Published components, also rejected ones: they are in the product until somebody takes them out. */
async function* shipped({ list }: ReportSource): AsyncGenerator<ReportItem> {
  for await (const item of list('inventoryItems')) if (item.isPublished && item.type === 'Component') yield item;
}

const keyOf = (id: number): string => `item-${id}`;

/** A document has the time of its newest fact and an id of all facts, so that the same facts give the same bytes. */
async function identityOf(
  source: ReportSource,
  { statements, texts, packages }: Beside,
): Promise<{ createdAt: Date; documentId: string }> {
  const { head, options, toolVersion, brand } = source;
  const digest = createHash('sha256');
  const times = [head.project.createdOn, head.advisories.dataAsOf ?? ''];
  for await (const item of shipped(source)) {
    // No SBOM says it, so a repeated review gives the same document.
    digest.update(JSON.stringify({ ...item, whyDecided: undefined }));
    times.push(item.updatedOn);
  }
  for await (const row of source.list('links')) digest.update(JSON.stringify(row));
  for await (const row of source.list('vulnerabilities')) {
    digest.update(JSON.stringify(row));
    times.push(row.on);
  }
  for await (const row of source.list('statementEdits')) {
    digest.update(JSON.stringify(row));
    times.push(row.at);
  }
  for (const facts of [statements, texts, packages]) for (const one of facts) digest.update(JSON.stringify(one));
  if (isYes(options.includeFiles))
    for await (const { path, sha256 } of source.list('files')) digest.update(JSON.stringify([path, sha256]));
  const { id, name, primaryLicense } = head.project;
  return {
    createdAt: newest(times),
    documentId: uuidOf([
      id,
      name,
      primaryLicense,
      head.advisories,
      options,
      brand.name,
      toolVersion,
      digest.digest('hex'),
    ]),
  };
}

function newest(times: readonly string[]): Date {
  let last = new Date(0);
  for (const text of times) {
    const at = parseWireTime(text);
    if (at !== undefined && at > last) last = at;
  }
  return last;
}

async function listBeside(source: ReportSource): Promise<Beside> {
  const shown = new Set<number>();
  const alone = new Set<string>();
  for await (const item of shipped(source)) {
    shown.add(item.id);
    const [path] = item.files;
    if (item.ownFiles === 1 && item.fileCount === 1 && path !== undefined) alone.add(path);
  }
  const beside: Beside = {
    dependsOn: new Map(),
    needed: new Set(),
    statements: new Map(),
    texts: isYes(source.options.includeTexts ?? 'yes') ? await textsOf(source) : new Map(),
    packages: await packagesOf(source, alone),
  };
  for await (const { parentId, childId, type } of source.list('links')) {
    if (type === 'POSSIBLY_RELATED' || !shown.has(childId) || !shown.has(parentId)) continue;
    addTo(beside.dependsOn, parentId, keyOf(childId));
    if (childId !== parentId) beside.needed.add(childId);
  }
  // Everything that is published, also what is not shipped: a bill of materials tells the scope, and leaves nothing out.
  const all = { ...source, options: { ...source.options, scopes: 'all' } };
  const { entries, notShipped } = await collectNotices(all);
  for (const { id, statements } of entries)
    if (statements.shown.length > 0)
      beside.statements.set(
        id,
        statements.shown.map(({ text }) => text),
      );
  const others = new Set(notShipped.map(({ id }) => id));
  for await (const { id, copyrights } of shipped(source)) if (others.has(id)) beside.statements.set(id, copyrights);
  return beside;
}

function addTo<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

async function textsOf({ list }: ReportSource): Promise<Map<number, SbomText[]>> {
  const byDigest = new Map<string, string>();
  for await (const { sha256, text } of list('foundTexts')) byDigest.set(sha256, text);
  const texts = new Map<number, SbomText[]>();
  const add = (itemId: number, text: SbomText) => addTo(texts, itemId, text);
  for await (const { itemId, role, path, expressions, sha256 } of list('itemTexts')) {
    const text = byDigest.get(sha256);
    // NOTICE files have a list of their own.
    if (text !== undefined && role !== 'notice') add(itemId, { role, path, expressions, text });
  }
  for await (const { itemId, path, text } of list('noticeFiles'))
    if (text !== '') add(itemId, { role: 'notice', path, expressions: [], text });
  return texts;
}

/** An item of one archive or program is that file. A manifest or source file is only a part of its package. */
async function packagesOf({ list }: ReportSource, wanted: ReadonlySet<string>): Promise<Beside['packages']> {
  const found: Beside['packages'] = new Map();
  if (wanted.size === 0) return found;
  for await (const { path, kind, md5, sha1, sha256 } of list('files'))
    if (wanted.has(path) && (kind === 'archive' || kind === 'binary'))
      found.set(path, [
        { algorithm: 'MD5', value: md5 },
        { algorithm: 'SHA-1', value: sha1 },
        { algorithm: 'SHA-256', value: sha256 },
      ]);
  return found;
}

function componentOf(item: ReportItem, { dependsOn, needed, statements, texts, packages }: Beside): SbomComponent {
  const [, path = ''] = /^pkg:[^/]+\/([^?#]*)/.exec(item.purl) ?? [];
  const at = path.lastIndexOf('/');
  const namespace = at < 0 ? '' : decodedText(path.slice(0, at));
  const name = item.componentName === 'N/A' ? item.name : item.componentName;
  return {
    key: keyOf(item.id),
    purl: item.purl,
    cpe: item.cpe,
    namespace,
    // Some components have the namespace in their names: a reader would put it there again.
    name: namespace !== '' && name.startsWith(`${namespace}/`) ? name.slice(namespace.length + 1) : name,
    version: ['N/A', 'Unknown'].includes(item.versionName) ? '' : item.versionName,
    scope: scopeOf(item),
    declared: item.licenseFacts.declared.expression,
    concluded: item.licenseExpression,
    description: item.description,
    ...suppliedBy(item),
    references: referencesOf(item),
    digests: digestsOf(item, packages),
    copyrights: statements.get(item.id) ?? [],
    texts: texts.get(item.id) ?? [],
    evidence: item.files,
    dependsOn: dependsOn.get(item.id) ?? [],
    tie: item.dependencyLevel === 'N/A' ? 'part' : tieOf(item, needed),
    notCompared: item.coverage.sentence,
    isRejected: item.status === 'Rejected',
  };
}

function suppliedBy({ supplier }: ReportItem): Pick<SbomComponent, 'supplier'> {
  const party = partyOf(supplier);
  return party === undefined ? {} : { supplier: party };
}

/** The home page may be one of the other addresses, if the package has none of its own. */
function referencesOf({ url, references }: ReportItem): SbomComponent['references'] {
  const isNamed = url === '' || references.some((one) => one.url === url);
  return isNamed ? references : [{ type: 'website', url }, ...references];
}

/** Those of the file that lies here come before those that others state. */
function digestsOf({ files, digests }: ReportItem, packages: Beside['packages']): SbomComponent['digests'] {
  const own = files.flatMap((file) => packages.get(file) ?? []).slice(0, 3);
  return own.length > 0 ? own : digests;
}

/** What only others need hangs on them; what nobody needs must not be lost. */
const tieOf = ({ id, dependencyLevel }: ReportItem, needed: ReadonlySet<number>) =>
  dependencyLevel === 'Transitive' && needed.has(id) ? 'indirect' : 'direct';

function scopeOf({ foundScope, dependencyScope }: ReportItem): SbomComponent['scope'] {
  const found = dependencyScopes.find((one) => one === foundScope);
  return found ?? (dependencyScope === 'Non Runtime' ? 'development' : 'runtime');
}

/** A vulnerability with the same analysis of several items is written once. */
async function* vulnerabilitiesOf(source: ReportSource): AsyncGenerator<SbomVulnerability> {
  const isVex = (source.options.vulnerabilities ?? '').trim().toLowerCase() === 'vex';
  const shown = new Set<number>();
  for await (const { id } of shipped(source)) shown.add(id);
  const all = new Map<string, SbomVulnerability & { affects: string[] }>();
  for await (const row of source.list('vulnerabilities')) {
    if (!shown.has(row.itemId)) continue;
    // What nobody decided has no analysis: whoever reads the document would take it for one.
    const found = sbomVulnerability(row, isVex && isDecided(row));
    const { affects: _, ...same } = found;
    const key = JSON.stringify(same);
    const known = all.get(key);
    if (known === undefined) all.set(key, found);
    else known.affects.push(keyOf(row.itemId));
  }
  yield* all.values();
}

const isDecided = ({ state, reason, isSuppressed }: ReportVulnerability): boolean =>
  state !== '' || reason !== '' || isSuppressed;

/** @param withAnalysis whether it tells what people decided */
export function sbomVulnerability(row: ReportVulnerability, withAnalysis: boolean) {
  const { id, severity, score, summary, publishedOn, fixedIn } = row;
  return {
    ...{ id, severity, score, summary, publishedOn, fixedIn, affects: [keyOf(row.itemId)] },
    ...(withAnalysis && { analysis: analysisOf(row) }),
  };
}

/** A component of which only its name is told. */
export function sbomComponentOfVex(itemId: number, name: string, purl: string, notCompared: string): SbomComponent {
  return {
    ...{ key: keyOf(itemId), purl, cpe: '', namespace: '', name: name || purl || keyOf(itemId), version: '' },
    ...{ scope: 'runtime', declared: '', concluded: '', description: '', references: [], digests: [] },
    ...{ copyrights: [], texts: [], evidence: [], dependsOn: [], tie: 'direct', notCompared, isRejected: false },
  };
}

async function* filesOf(source: ReportSource, licenses: Map<string, number>): AsyncGenerator<SbomFile> {
  for await (const file of source.list('files')) {
    for (const expression of file.licenses) licenses.set(expression, (licenses.get(expression) ?? 0) + 1);
    const copyrights = file.copyrights.map((statement) => ({
      statement,
      holder: '',
      years: '',
      startLine: 1,
      endLine: 1,
    }));
    yield { path: file.path, facts: { ...NO_FACTS, ...factsOf(file), copyrights } };
  }
}

type Facts = SbomFile['facts'];

/** Lists that a report does not have. The writers do not print them. */
const NO_FACTS = {
  mediaType: '',
  lines: { total: 0, code: 0, comment: 0, blank: 0 },
  licenses: [],
  licenseReferences: [],
  authors: [],
  emails: [],
  urls: [],
  searchTerms: [],
  packages: [],
} satisfies Partial<Facts>;

function factsOf({ sizeBytes, md5, sha1, sha256, language, kind, licenses }: ReportFile) {
  return { sizeBytes, md5, sha1, sha256, language, kind: (kind || 'binary') as Facts['kind'], spdx: licenses };
}
