// The copy of an imported SBOM with what the server knows and the document lacks: by the inventory of the project and by the other SBOMs that stand in it.
// The original stays as it was sent.
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import about from '../../../package.json' with { type: 'json' };
import type { App } from '../../app.ts';
import { fetchKept } from '../../contents/kept-file.ts';
import { getSbom, listCurrentSboms, type SbomRow } from '../../db/sboms/imports.ts';
import { badRequest } from '../../errors.ts';
import { streamOfFile } from '../../file-streams.ts';
import type { Caller } from '../../http/call.ts';
import { DataRefused, IssueList } from '../../project-data/document.ts';
import { readSent } from '../../project-data/reading/index.ts';
import type { SentFilling } from '../../project-data/sbom/filling.ts';
import { writeInventorySbom } from '../../report-runs/written-document.ts';

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
    const sources = [await inventorySource(call, projectId, work), ...(await otherSboms(call, row, work))];
    const out = join(work, 'filled.json');
    const task = {
      ...{ kind: 'filling' as const, file, name: row.file_name, path: row.path, sources, out },
      ...{ at: app.now(), toolVersion: about.version, temporaryFolder: work },
    };
    const filled = await readSent(task, new IssueList(), { signal }).catch((error: unknown) => {
      throw error instanceof DataRefused ? badRequest(error.message) : error;
    });
    // The open file can be read after its name is removed.
    return await use({ ...filled, sources: sources.map(({ name }) => name) }, out, row);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** The published components, as in every exported SBOM. */
async function inventorySource({ app, caller }: FillCall, projectId: number, work: string) {
  const file = join(work, 'inventory.json');
  const name = await writeInventorySbom({ app, login: caller.login }, projectId, { file, work });
  return { file, fileName: 'inventory.json', name: `the inventory of ${name}` };
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
