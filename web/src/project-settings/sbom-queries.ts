// SBOMs that were imported into a project, their receipts, and the import of further ones.
import { queryOptions, useMutation } from '@tanstack/react-query';
import { API_ROOT, api, bodyOf, pageOf } from '../api/client.ts';
import type { SbomElement } from '../api/models.ts';
import { PAGE_ROWS } from '../table/paged-rows.ts';

export const sbomsKey = (projectId: number) => ['project', projectId, 'sboms'] as const;

/** The newest ones; the interface has all. */
const MOST_SHOWN = 20;

export function sbomsQuery(projectId: number) {
  const query = { offset: 1, limit: MOST_SHOWN };
  return queryOptions({
    queryKey: sbomsKey(projectId),
    queryFn: () => pageOf(api.GET('/projects/{projectId}/sboms', { params: { path: { projectId }, query } })),
  });
}

export type Fate = SbomElement['fate'];

export function fetchElements(projectId: number, sbomId: number, fate: Fate | undefined, page: number) {
  const query = { offset: page, limit: PAGE_ROWS, ...(fate && { fate }) };
  return pageOf(
    api.GET('/projects/{projectId}/sboms/{sbomId}/elements', { params: { path: { projectId, sbomId }, query } }),
  );
}

export function issuesQuery(projectId: number, sbomId: number) {
  const query = { offset: 1, limit: PAGE_ROWS };
  return queryOptions({
    queryKey: [...sbomsKey(projectId), sbomId, 'issues'],
    queryFn: () =>
      pageOf(
        api.GET('/projects/{projectId}/sboms/{sbomId}/issues', { params: { path: { projectId, sbomId }, query } }),
      ),
  });
}

/** What the document lacks and the server knows. It takes as long as reading the document, so it is asked for on request alone. */
export function fillingQuery(projectId: number, sbomId: number) {
  return queryOptions({
    queryKey: [...sbomsKey(projectId), sbomId, 'filling'],
    queryFn: async () => {
      const { data } = await bodyOf(
        api.GET('/projects/{projectId}/sboms/{sbomId}/filling', { params: { path: { projectId, sbomId } } }),
      );
      return data;
    },
    retry: false,
  });
}

export const filledAddress = (projectId: number, sbomId: number) =>
  `${API_ROOT}/projects/${projectId}/sboms/${sbomId}/filled`;

export const originalAddress = (projectId: number, sbomId: number) =>
  `${API_ROOT}/projects/${projectId}/sboms/${sbomId}/original`;

/** Returns the id of the job. */
export function useImportSbom(projectId: number) {
  return useMutation({
    mutationFn: async ({ file, isStrict }: { file: File; isStrict: boolean }) => {
      const form = new FormData();
      form.set('mode', isStrict ? 'strict' : 'lenient');
      form.set('sbomFile', file);
      const sent = { body: form as never, bodySerializer: (body: unknown) => body as never };
      const { data } = await bodyOf(
        api.POST('/projects/{projectId}/importSbom', { params: { path: { projectId } }, ...sent }),
      );
      if (!('taskId' in data)) throw new Error('The server answered an import as a dry run.');
      return data.taskId;
    },
  });
}
