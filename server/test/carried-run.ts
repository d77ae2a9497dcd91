// Scans one release after the other, lets a person decide what is left open, and counts: what needed a person, and what counted that must not.
import { tar } from './archives.ts';
import { generatedReleases, type Releases, type Trap } from './generated-releases.ts';

/** The server, by HTTP. */
export interface Door {
  // biome-ignore lint/suspicious/noExplicitAny: answers of many operations.
  call(method: string, path: string, body?: unknown): Promise<any>;
  upload(projectId: number, archive: Buffer): Promise<void>;
  jobOver(jobId: number): Promise<void>;
}

export interface CarriedRun {
  releases: number;
  files: number;
  items: number;
  /** Of the files and items of all releases but the first, in percent. */
  filesNeedAPerson: number;
  itemsNeedAPerson: number;
  /** Without the traps. */
  filesNeedAPersonBesideTraps: number;
  itemsNeedAPersonBesideTraps: number;
  mostFilesNeedAPerson: number;
  mostItemsNeedAPerson: number;
  traps: number;
  /** Trap by trap: a former decision counted. */
  wronglyCarried: string[];
  /** A mere change of years or of a banner that needed a person. */
  wronglyAsked: string[];
  /** Of a second project with the last release, in percent. */
  secondProjectFilesProposed: number;
  secondProjectItemsProposed: number;
}

interface FileRow {
  id: number;
  path: string;
  reviewed: boolean;
}
interface ItemRow {
  id: number;
  name: string;
  reviewStatus: string;
  goneSinceScan?: number;
}

const percent = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10);

export async function carriedRun(door: Door, settings: Releases): Promise<CarriedRun> {
  const projectId = await newProject(door, `Releases ${settings.seed}`);
  await door.call('PUT', `/projects/${projectId}/carrySettings`, { versionBump: 'APPLY' });
  const open = { files: 0, items: 0, filesBeside: 0, itemsBeside: 0, mostFiles: 0, mostItems: 0 };
  const all = { files: 0, items: 0 };
  const wronglyCarried: string[] = [];
  const wronglyAsked: string[] = [];
  let traps = 0;
  let release = 0;
  let last: Record<string, string> = {};
  for (const { files, traps: planted } of generatedReleases(settings)) {
    last = files;
    await scanned(door, projectId, files);
    const fileRows = await filesOf(door, projectId);
    const itemRows = (await itemsOf(door, projectId)).filter(({ goneSinceScan }) => goneSinceScan === undefined);
    const openFiles = fileRows.filter(({ reviewed }) => !reviewed);
    const openItems = itemRows.filter(({ reviewStatus }) => reviewStatus === 'Draft');
    if (release > 0) {
      all.files += fileRows.length;
      all.items += itemRows.length;
      open.files += openFiles.length;
      open.items += openItems.length;
      open.mostFiles = Math.max(open.mostFiles, percent(openFiles.length, fileRows.length));
      open.mostItems = Math.max(open.mostItems, percent(openItems.length, itemRows.length));
      const trapped = new Set(planted.flatMap(({ files: paths, item }) => [...paths, item ?? '']));
      open.filesBeside += openFiles.filter(({ path }) => !trapped.has(path)).length;
      open.itemsBeside += openItems.filter(({ name }) => !trapped.has(nameOf(name))).length;
      traps += planted.length;
      const asked = new Set([...openFiles.map(({ path }) => path), ...openItems.map(({ name }) => nameOf(name))]);
      for (const trap of planted) judge(trap, release, asked, { wronglyCarried, wronglyAsked });
    }
    for (const { id } of openFiles) await door.call('PUT', `/files/${id}/review?markAsReviewed=true`);
    for (const { id } of openItems) await door.call('PUT', `/inventories/${id}/status?status=APPROVED`);
    release++;
  }
  return {
    ...{ releases: release, files: all.files, items: all.items },
    ...{ filesNeedAPerson: percent(open.files, all.files), itemsNeedAPerson: percent(open.items, all.items) },
    ...{
      filesNeedAPersonBesideTraps: percent(open.filesBeside, all.files),
      itemsNeedAPersonBesideTraps: percent(open.itemsBeside, all.items),
    },
    ...{ mostFilesNeedAPerson: open.mostFiles, mostItemsNeedAPerson: open.mostItems },
    ...{ traps, wronglyCarried, wronglyAsked },
    ...(await secondProject(door, last, settings.seed)),
  };
}

/** Without the license that names of items end with. */
const nameOf = (name: string) => name.split(' ').slice(0, 2).join(' ');

function judge(
  { kind, files, item, mustCarry = false }: Trap,
  release: number,
  asked: ReadonlySet<string>,
  { wronglyCarried, wronglyAsked }: { wronglyCarried: string[]; wronglyAsked: string[] },
): void {
  for (const subject of [...files, ...(item === undefined ? [] : [item])]) {
    if (mustCarry && asked.has(subject)) wronglyAsked.push(`release ${release}: ${kind} of ${subject}`);
    if (!mustCarry && !asked.has(subject)) wronglyCarried.push(`release ${release}: ${kind} of ${subject}`);
  }
}

async function secondProject(door: Door, files: Record<string, string>, seed: number) {
  const projectId = await newProject(door, `Second ${seed}`);
  await scanned(door, projectId, files);
  const { data } = await door.call('GET', `/projects/${projectId}/carriedProposals?limit=100`);
  const proposed = (subject: string) =>
    (data as { subject: string; count: number }[])
      .filter((group) => group.subject === subject)
      .reduce((sum, { count }) => sum + count, 0);
  return {
    secondProjectFilesProposed: percent(proposed('FILE'), (await filesOf(door, projectId)).length),
    secondProjectItemsProposed: percent(proposed('ITEM'), (await itemsOf(door, projectId)).length),
  };
}

const newProject = async (door: Door, name: string): Promise<number> =>
  (await door.call('POST', '/projects', { name })).id;

async function scanned(door: Door, projectId: number, files: Record<string, string>): Promise<void> {
  await door.upload(projectId, tar(Object.entries(files).map(([name, content]) => ({ name, content }))));
  const { 'Content: ': jobId } = await door.call('POST', `/scanResource/projectScan/${projectId}`);
  await door.jobOver(jobId);
}

/** All pages of a list. */
async function rowsOf<T>(door: Door, path: string): Promise<T[]> {
  const rows: T[] = [];
  for (let page = 1; ; page++) {
    const { data } = await door.call('GET', `${path}${path.includes('?') ? '&' : '?'}offset=${page}&limit=1000`);
    rows.push(...data);
    if (data.length < 1000) return rows;
  }
}

async function filesOf(door: Door, projectId: number): Promise<FileRow[]> {
  const rows = await rowsOf<{ fileId: number; filePath: string }>(door, `/projects/${projectId}/allscannedfiles`);
  const files: FileRow[] = [];
  for (const { fileId, filePath } of rows) {
    const { data } = await door.call('GET', `/files/${fileId}`);
    files.push({ id: fileId, path: filePath, reviewed: data.reviewed });
  }
  return files;
}

const itemsOf = (door: Door, projectId: number) => rowsOf<ItemRow>(door, `/projects/${projectId}/inventoryItems`);
