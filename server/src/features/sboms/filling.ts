// The copy of an imported SBOM with what the server knows and the document lacks: by the inventory of the project,
// by the other SBOMs that stand in it, and by other projects that the caller may see.
// The original stays as it was sent.
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { KnownPart } from '@assay/scanner/sbom';
import about from '../../../package.json' with { type: 'json' };
import type { App } from '../../app.ts';
import { fetchKept } from '../../contents/kept-file.ts';
import { countItems } from '../../db/inventories/item-lists.ts';
import { eachLinkOfProject } from '../../db/inventories/links.ts';
import { getProject } from '../../db/projects/projects.ts';
import { getSbom, listCurrentSboms, type SbomRow } from '../../db/sboms/imports.ts';
import { eachKnownElsewhere, eachKnownHere, type KnownPackageRow } from '../../db/sboms/known-elsewhere.ts';
import { packageFactsOf } from '../../domain/inventories/package-facts.ts';
import { badRequest } from '../../errors.ts';
import { streamOfFile } from '../../file-streams.ts';
import type { Caller } from '../../http/call.ts';
import { DataRefused, IssueList } from '../../project-data/document.ts';
import { readSent } from '../../project-data/reading/index.ts';
import type { KnownLine, SentFilling } from '../../project-data/sbom/filling.ts';
import { MOST_DOCUMENT_ITEMS, writeInventorySbom } from '../../report-runs/written-document.ts';

/** Other SBOMs of the project that are asked. */
const MOST_SOURCES = 20;
/** Fields in the answer; the document says all. */
const MOST_FILLED = 10_000;

interface FillCall {
  app: App;
  caller: Caller;
  signal: AbortSignal;
}

interface Named {
  projectId: number;
  sbomId: number;
}

export async function describeFilling(call: FillCall, named: Named) {
  return filling(call, named, async ({ filled, scores, isSignatureLeftOut, sources }) => {
    const counts = new Map<string, number>();
    for (const { field } of filled) counts.set(field, (counts.get(field) ?? 0) + 1);
    return {
      ...{ sources, scores, isSignatureLeftOut, filledCount: filled.length },
      counts: [...counts].map(([field, count]) => ({ field, count })),
      filled: filled.slice(0, MOST_FILLED),
    };
  });
}

export function filledDocument(call: FillCall, named: Named) {
  return filling(call, named, async (_filled, file, { file_name: sent, path }) => {
    const name = (path || sent).replace(/^.*\//, '').replace(/(?:\.(?:json|xml|ya?ml|rdf|gz|bz2|xz|zst))+$/i, '');
    return { ...(await streamOfFile(file)), fileName: `${name || 'sbom'}.filled.json` };
  });
}

async function filling<Result>(
  call: FillCall,
  { projectId, sbomId }: Named,
  use: (filled: SentFilling & { sources: string[] }, file: string, row: SbomRow) => Promise<Result>,
): Promise<Result> {
  const { app, signal } = call;
  const row = await getSbom(app.db, projectId, sbomId);
  const work = join(app.folder.temporary, `filling-${randomUUID()}`);
  await mkdir(work, { recursive: true, mode: 0o700 });
  try {
    const file = join(work, 'original');
    await fetchKept(app, row.sha256, file, signal);
    const own = await inventorySource(call, projectId, work);
    const sources = [...(typeof own === 'string' ? [] : [own]), ...(await otherSboms(call, row, work))];
    const inventories = await writeKnown(call, row, {
      file: join(work, 'known.jsonl'),
      own: typeof own === 'string' ? own : '',
    });
    const out = join(work, 'filled.json');
    const task = {
      ...{ kind: 'filling' as const, file, name: row.file_name, path: row.path, sources, out },
      known: inventories.file,
      ...{ at: app.now(), toolVersion: about.version, temporaryFolder: work },
    };
    const filled = await readSent(task, new IssueList(), { signal }).catch((error: unknown) => {
      throw error instanceof DataRefused ? badRequest(error.message) : error;
    });
    // The open file can be read after its name is removed.
    const asked = [...sources.map(({ name }) => name), ...inventories.names];
    return await use({ ...filled, sources: [...new Set(asked)] }, out, row);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** The published components, as in every exported SBOM; of a larger project only the name, as its document is not written while somebody waits. */
async function inventorySource({ app, caller }: FillCall, projectId: number, work: string) {
  const title = (name: string) => `the inventory of ${name}`;
  const items = await countItems(app.db, projectId, { presence: 'PRESENT', type: 'COMPONENT' });
  if (items > MOST_DOCUMENT_ITEMS) return title((await getProject(app.db, projectId)).name);
  const file = join(work, 'inventory.json');
  const name = await writeInventorySbom({ app, login: caller.login }, projectId, { file, work });
  return { file, fileName: 'inventory.json', name: title(name) };
}

/** Projects that are named as asked; those that know something are named at each field. */
const MOST_NAMED = 50;

/**
 * What the packages of the document are in other projects: declared licenses, suppliers and digests. Conclusions are decisions, which only their own
 * reaches carry.
 * @param own name of the project's own inventory if it is asked in the same way, with its conclusions and dependencies
 */
async function writeKnown(
  { app, caller }: FillCall,
  { id, project_id }: SbomRow,
  { file, own }: { file: string; own: string },
) {
  const names = new Set<string>(own === '' ? [] : [own]);
  const lines = async function* (): AsyncGenerator<KnownLine> {
    if (own !== '') {
      for await (const rows of eachKnownHere(app.db, id))
        for (const row of rows) yield { source: own, isFar: false, part: { ...partOf(row), concluded: row.concluded } };
      for await (const { parentId, childId, type } of eachLinkOfProject(app.db, project_id))
        if (type === 'DEPENDENCY')
          yield { source: own, isFar: false, edge: { from: String(parentId), to: String(childId), kind: 'depends' } };
    }
    for await (const rows of eachKnownElsewhere(app.db, id, caller))
      for (const row of rows) {
        const source = `the project ${row.project}`;
        if (names.size < MOST_NAMED) names.add(source);
        yield { source, isFar: true, part: partOf(row) };
      }
  };
  await pipeline(
    Readable.from(lines()).map((line: KnownLine) => `${JSON.stringify(line)}\n`),
    createWriteStream(file, { mode: 0o600 }),
  );
  return { file, names: [...names] };
}

function partOf({ itemId, name, version, purl, declared, packageFacts }: KnownPackageRow): KnownPart {
  const { supplier, digests } = packageFactsOf(packageFacts);
  return {
    ...{ ref: String(itemId), group: '', name, version, purl, declared, concluded: '', copyright: '' },
    supplier: supplier === undefined ? '' : supplier.name,
    hashes: digests.map(({ algorithm, value }) => ({ algorithm, value })),
  };
}

async function otherSboms({ app, signal }: FillCall, { id, project_id, sha256 }: SbomRow, work: string) {
  const rows = await listCurrentSboms(app.db, project_id, MOST_SOURCES + 1);
  const sources: { file: string; fileName: string; name: string }[] = [];
  const seen = new Set([sha256.toString('hex')]);
  for (const row of rows) {
    const digest = row.sha256.toString('hex');
    if (row.id === id || seen.has(digest) || sources.length >= MOST_SOURCES) continue;
    seen.add(digest);
    const file = join(work, digest);
    await fetchKept(app, row.sha256, file, signal);
    sources.push({ file, fileName: row.file_name, name: `the SBOM ${row.file_name}` });
  }
  return sources;
}
