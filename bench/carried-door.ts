// What benchmarks of carried decisions ask of a server: a scan of a tree, what is open after it and why, a person's decisions about all of it, and what is
// proposed to a second project.
import { type Tree, tarOfTree } from './npm-releases.ts';
import { type BenchServer, followJob, uploadArchive } from './server.ts';

interface OpenFile {
  id: number;
  path: string;
  why: string;
}

interface OpenItem {
  id: number;
  /** `name version` */
  name: string;
  /** A decision on another version is proposed. */
  isProposed: boolean;
  why: string;
}

export interface Open {
  files: number;
  items: number;
  openFiles: OpenFile[];
  openItems: OpenItem[];
}

export async function call<T>(server: BenchServer, method: string, path: string, body?: unknown): Promise<T> {
  const answer = await server.api(method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

export async function uploadAndScan(server: BenchServer, projectId: number, tree: Tree): Promise<void> {
  await uploadArchive(server, projectId, tarOfTree(tree), { replaces: true });
  const { 'Content: ': jobId } = await call<{ 'Content: ': number }>(
    server,
    'POST',
    `/scanResource/projectScan/${projectId}`,
  );
  const { status, details } = await followJob(server, jobId);
  if (status !== 'Completed') throw new Error(`The scan ended ${status}: ${details}`);
}

/** Records in the OSV format, by id, in place of all former ones. */
export async function importAdvisories(server: BenchServer, records: ReadonlyMap<string, object>): Promise<void> {
  const files = [...records].map(([id, record]) => [`${id}.json`, Buffer.from(JSON.stringify(record))] as const);
  const answer = await fetch(`${server.base}/advisories/import?source=osv-npm&full=true&force=true`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${server.token}`,
      'content-type': 'application/octet-stream',
      'x-file-name': 'all.tar',
    },
    body: new Uint8Array(tarOfTree(new Map(files))),
  });
  const { id } = (await answer.json()) as { id: number };
  const { status, details } = await followJob(server, id);
  if (status !== 'Completed') throw new Error(`The import of advisories ended ${status}: ${details}`);
}

/** A person says of all vulnerabilities of these items that their code is not reached. */
export async function setAside(server: BenchServer, projectId: number, names: readonly string[]): Promise<void> {
  const items = await itemsOf(server, projectId);
  const wanted = new Set(names);
  const inventoryIds = items.flatMap(({ id, name }) => (wanted.has(shortName(name)) ? [id] : []));
  const body = { inventoryIds, state: 'NOT_AFFECTED', justification: 'CODE_NOT_REACHABLE', suppress: true };
  const { data } = await call<{ data: { total: number } }>(
    server,
    'POST',
    `/projects/${projectId}/vulnerabilityAnalyses`,
    body,
  );
  if (data.total < names.length)
    throw new Error(`Only ${data.total} of ${names.length} vulnerabilities were set aside`);
}

interface ListedFile {
  id: number;
  path: string;
  isReviewed: boolean;
}

async function filesOf(server: BenchServer, projectId: number): Promise<ListedFile[]> {
  const files: ListedFile[] = [];
  for (let after = ''; ; ) {
    const path = `/projects/${projectId}/codebaseFiles?limit=1000&after=${encodeURIComponent(after)}`;
    const { data } = await call<{ data: { files: ListedFile[]; next: string | null } }>(server, 'GET', path);
    files.push(...data.files);
    if (data.next === null) return files;
    after = data.next;
  }
}

async function pagesOf<T>(server: BenchServer, path: string): Promise<T[]> {
  const rows: T[] = [];
  for (let page = 1; ; page++) {
    const { data } = await call<{ data: T[] }>(server, 'GET', `${path}?offset=${page}&limit=1000`);
    rows.push(...data);
    if (data.length < 1000) return rows;
  }
}

interface ListedItem {
  id: number;
  name: string;
  reviewStatus: string;
  goneSinceScan?: number;
}

interface Group {
  group: string;
  subject: 'ITEM' | 'FILE';
  count: number;
}

async function proposalsOf(server: BenchServer, projectId: number) {
  const items = new Set<number>();
  const files = new Set<number>();
  for (const { group } of await pagesOf<Group>(server, `/projects/${projectId}/carriedProposals`))
    for (const { inventoryId, fileId } of await pagesOf<{ inventoryId: number; fileId: number }>(
      server,
      `/projects/${projectId}/carriedProposals/${group}`,
    ))
      if (fileId === 0) items.add(inventoryId);
      else files.add(fileId);
  return { items, files };
}

const itemsOf = async (server: BenchServer, projectId: number) =>
  (await pagesOf<ListedItem>(server, `/projects/${projectId}/inventoryItems`)).filter(
    ({ goneSinceScan }) => goneSinceScan === undefined,
  );

/** `name version` */
const shortName = (name: string) => name.split(' ').slice(0, 2).join(' ');

/** What nobody has decided, or whose decision does not count any more. */
export async function openRows(server: BenchServer, projectId: number): Promise<Open> {
  const files = await filesOf(server, projectId);
  const items = await itemsOf(server, projectId);
  const proposed = await proposalsOf(server, projectId);
  const lapsed = new Map(
    (await pagesOf<{ filePath: string; why: string }>(server, `/projects/${projectId}/toBeDecidedAgain`)).map(
      ({ filePath, why }) => [filePath, why],
    ),
  );
  const openItems = [];
  for (const { id, name, reviewStatus } of items) {
    if (reviewStatus !== 'Draft') continue;
    const { data } = await call<{ data: { sentence: string } }>(server, 'GET', `/inventories/${id}/whyDecided`);
    openItems.push({
      id,
      name: shortName(name),
      isProposed: proposed.items.has(id),
      why: data.sentence,
    });
  }
  return {
    files: files.length,
    items: items.length,
    openFiles: files
      .filter(({ id, isReviewed }) => !isReviewed && !proposed.files.has(id))
      .map(({ id, path }) => ({ id, path, why: lapsed.get(path) ?? 'nothing was decided about it' })),
    openItems,
  };
}

const MOST_AT_ONCE = 1000;

/** As a person would: all open files are reviewed, and all open items approved. */
export async function decideAll(server: BenchServer, projectId: number, { openItems }: Open): Promise<void> {
  const open = (await filesOf(server, projectId)).filter(({ isReviewed }) => !isReviewed).map(({ id }) => id);
  for (let at = 0; at < open.length; at += MOST_AT_ONCE) {
    const fileIds = open.slice(at, at + MOST_AT_ONCE);
    const body = { action: 'MARK_REVIEWED', fileIds, dryRun: false };
    await call(server, 'POST', `/projects/${projectId}/bulkDecisions/files`, body);
  }
  if (openItems.length === 0) return;
  const body = { action: 'APPROVE', inventoryIds: openItems.map(({ id }) => id), dryRun: false };
  await call(server, 'POST', `/projects/${projectId}/bulkDecisions/items`, body);
}

/** A new project with the same tree: how much of it is proposed, in percent. */
export async function secondProject(server: BenchServer, name: string, tree: Tree) {
  const { id } = await call<{ id: number }>(server, 'POST', '/projects', { name });
  await uploadAndScan(server, id, tree);
  const proposed = await proposalsOf(server, id);
  const share = (part: number, whole: number) => (whole === 0 ? 100 : Math.round((part / whole) * 1000) / 10);
  return {
    secondFilesProposed: share(proposed.files.size, (await filesOf(server, id)).length),
    secondItemsProposed: share(proposed.items.size, (await itemsOf(server, id)).length),
  };
}
