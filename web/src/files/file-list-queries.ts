// The list of files: its filter and its pages.
import { api, bodyOf, type PageOf, pageOf } from '../api/client.ts';
import type { ListedFile } from '../api/models.ts';
import type { components } from '../api/schema.d.ts';
import { type FetchAllOptions, PAGE_ROWS } from '../table/paged-rows.ts';
import type { FileGrouping, FilesSearch, SIMILARITIES } from './search.ts';

const PAGE_FILES = 200;

type FileFilter = components['schemas']['FileFilter'];

/** The filter of the address without the chosen group, as the server takes it. */
export function ungrouped(search: FilesSearch): FileFilter {
  const { find, license, mentioned, role, language, kind, reviewed, tied, evidence, below, similar, by } = search;
  return {
    search: find ?? '',
    ...(license && { license }),
    ...(mentioned && { mentioned }),
    ...(role && { role }),
    ...(language && { language }),
    ...(kind && { kind }),
    ...(below && { folderPath: below }),
    ...(reviewed && { reviewed: reviewed === 'yes' }),
    ...(tied && { inInventory: tied === 'yes' }),
    ...(evidence && { hasEvidence: evidence === 'yes' }),
    ...(similar !== undefined && { similarTo: similar, similarBy: by ?? ('EVIDENCE' as const) }),
  };
}

/** The filter of the address, as the server takes it. */
export function fileFilterOf(search: FilesSearch): FileFilter {
  const { groups, group } = search;
  return { ...ungrouped(search), ...(groups !== undefined && group !== undefined && { groupBy: groups, group }) };
}

/** The address of a filter of the server; every filter of the address is in it, so that the former ones go. */
export function searchOfFileFilter(filter: Partial<FileFilter>): Partial<FilesSearch> {
  const yesNo = (is: boolean | undefined) => (is === undefined ? undefined : is ? ('yes' as const) : ('no' as const));
  return {
    find: filter.search || undefined,
    license: filter.license,
    mentioned: filter.mentioned,
    role: filter.role,
    language: filter.language,
    kind: filter.kind,
    below: filter.folderPath || undefined,
    reviewed: yesNo(filter.reviewed),
    tied: yesNo(filter.inInventory),
    evidence: yesNo(filter.hasEvidence),
    similar: filter.similarTo,
    by: filter.similarTo === undefined ? undefined : filter.similarBy,
    group: filter.group,
  };
}

export function fetchFileGroups(projectId: number, search: FilesSearch, by: FileGrouping, page: number) {
  const query = { ...ungrouped(search), by, offset: page, limit: PAGE_ROWS };
  return pageOf(api.GET('/projects/{projectId}/codebaseFileGroups', { params: { path: { projectId }, query } }));
}

/** @param after `next` of the page before; '' for the first page */
export async function fetchFileList(projectId: number, filter: ReturnType<typeof fileFilterOf>, after: string) {
  const params = { path: { projectId }, query: { ...filter, after, limit: PAGE_FILES } };
  return (await bodyOf(api.GET('/projects/{projectId}/codebaseFiles', { params }))).data;
}

/** All files that match, at most so many; the list has no numbers of pages. */
export async function fetchAllFiles(
  projectId: number,
  filter: ReturnType<typeof fileFilterOf>,
  most: number,
  { onProgress, signal }: FetchAllOptions,
): Promise<PageOf<ListedFile>> {
  const rows: ListedFile[] = [];
  let total = 0;
  for (let after: string | null = ''; after !== null && rows.length < most; ) {
    const page: Awaited<ReturnType<typeof fetchFileList>> = await fetchFileList(projectId, filter, after);
    signal.throwIfAborted();
    rows.push(...page.files);
    total = page.counts?.total ?? total;
    after = page.next;
    onProgress(rows.length);
  }
  return { rows: rows.slice(0, most), total };
}

/** How many other files of the project say the same as a file. */
export const similarCountQuery = (projectId: number, fileId: number, by: (typeof SIMILARITIES)[number]) => ({
  queryKey: ['files', 'similar', projectId, fileId, by],
  queryFn: async () => {
    const query = { search: '', similarTo: fileId, similarBy: by, after: '', limit: 1 };
    const params = { path: { projectId }, query };
    return (await bodyOf(api.GET('/projects/{projectId}/codebaseFiles', { params }))).data.counts?.total ?? 0;
  },
});

/** Before the first path and behind the last one. */
const EDGES = { next: '', previous: '\u{10FFFF}' };

/**
 * The nearest file with evidence that is not reviewed, among those that match; behind the last one, the first one. Undefined if there is none.
 *
 * @param from path of the shown file; undefined begins at the edge
 */
export async function fetchOpenFile(
  projectId: number,
  filter: ReturnType<typeof fileFilterOf>,
  direction: 'next' | 'previous',
  from: string | undefined,
) {
  const ask = async (edge: string) => {
    const end = direction === 'next' ? { after: edge } : { before: edge };
    const query = { ...filter, reviewed: false, hasEvidence: true, ...end, limit: 1 };
    const params = { path: { projectId }, query };
    return (await bodyOf(api.GET('/projects/{projectId}/codebaseFiles', { params }))).data.files[0];
  };
  return (from === undefined ? undefined : await ask(from)) ?? (await ask(EDGES[direction]));
}

/** One item gets no more files from a list; a folder can be added whole in the tree. */
export const MOST_PATHS = 20_000;

/** The paths of all files that match except some, page by page. Undefined if there are more than an item gets from a list. */
export async function fetchPaths(
  projectId: number,
  filter: ReturnType<typeof fileFilterOf>,
  exceptIds: readonly number[],
): Promise<string[] | undefined> {
  const except = new Set(exceptIds);
  const paths: string[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const query = { ...filter, after, limit: 1000 };
    const params = { path: { projectId }, query };
    const page: { files: { id: number; path: string }[]; next: string | null } = (
      await bodyOf(api.GET('/projects/{projectId}/codebaseFiles', { params }))
    ).data;
    paths.push(...page.files.filter(({ id }) => !except.has(id)).map(({ path }) => path));
    if (paths.length > MOST_PATHS) return undefined;
    after = page.next;
  }
  return paths;
}
