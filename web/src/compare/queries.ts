// Comparisons of a project with another one, an imported SBOM, a former scan or a file.
import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import { API_ROOT, api, type PageOf, totalIn } from '../api/client.ts';
import type { ComparedSide, Difference, DifferenceRow } from '../api/models.ts';
import { fetchJobs, isScan } from '../jobs/queries.ts';
import { PAGE_ROWS } from '../table/paged-rows.ts';
import type { CompareSearch } from './search.ts';

export interface Compared {
  projectId: number;
  search: CompareSearch;
  /** Instead of the other side of the address. */
  file?: File;
}

export interface About {
  before: ComparedSide;
  after: ComparedSide;
  counts: Difference['counts'];
}

const keyOf = ({ projectId, search: { of, with: other, published }, file }: Compared) =>
  [
    'project',
    projectId,
    'difference',
    of,
    file ? [file.name, file.size, file.lastModified] : other,
    published,
  ] as const;

export const rowsKey = (compared: Compared) => [...keyOf(compared), compared.search.kind ?? 'ALL'] as const;

/** What the last page said of both sides and of all rows; it comes with the rows. */
export function aboutQuery(compared: Compared) {
  return queryOptions<About>({
    queryKey: [...keyOf(compared), 'about'],
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export async function fetchDifference(
  client: QueryClient,
  compared: Compared,
  page: number,
): Promise<PageOf<DifferenceRow>> {
  const { projectId, search, file } = compared;
  const { of = 'inventory', with: other = 'inventory', kind, published } = search;
  const query = { of, published: published === true, offset: page, limit: PAGE_ROWS, ...(kind && { kind }) };
  const path = { projectId };
  const { data, response } = file
    ? await api.POST('/projects/{projectId}/difference', { params: { path, query }, ...formOf(file) })
    : await api.GET('/projects/{projectId}/difference', { params: { path, query: { ...query, with: other } } });
  if (data === undefined) return { rows: [], total: 0 };
  const { before, after, counts } = data;
  client.setQueryData(aboutQuery(compared).queryKey, { before, after, counts });
  return { rows: data.data, total: totalIn(response, data.data.length) };
}

function formOf(file: File) {
  const form = new FormData();
  form.set('sbomFile', file);
  return { body: form as never, bodySerializer: (body: unknown) => body as never };
}

export function tableAddress({ projectId, search }: Compared, format: 'csv' | 'xlsx'): string {
  const { of = 'inventory', with: other = 'inventory', published } = search;
  const query = new URLSearchParams({ of, with: other, format, ...(published && { published: 'true' }) });
  return `${API_ROOT}/projects/${projectId}/difference/table?${query}`;
}

/** The newest imported SBOMs of a project; the interface has all. */
export function sbomChoicesQuery(projectId: number) {
  const query = { offset: 1, limit: 50 };
  return queryOptions({
    queryKey: ['project', projectId, 'sboms', 'choices'],
    queryFn: async () => {
      const { data } = await api.GET('/projects/{projectId}/sboms', { params: { path: { projectId }, query } });
      return data?.data ?? [];
    },
  });
}

/** The newest releases of a project that can be compared. */
export function releaseChoicesQuery(projectId: number) {
  const query = { offset: 1, limit: 50 };
  return queryOptions({
    queryKey: ['project', projectId, 'releases', 'choices'],
    queryFn: async () => {
      const { data } = await api.GET('/projects/{projectId}/releases', { params: { path: { projectId }, query } });
      return (data?.data ?? []).filter(({ state }) => state === 'READY');
    },
  });
}

/** The newest scans of a project that were completed. */
export function scanChoicesQuery(projectId: number) {
  return queryOptions({
    queryKey: ['project', projectId, 'jobs', 'scan-choices'],
    queryFn: async () =>
      (await fetchJobs({ projectId, status: 'Completed' }, 1)).rows.filter(({ jobType }) => isScan(jobType)),
  });
}
