// Queries for the code base of a project: its tree, its files, their text, and review marks.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf } from '../api/client.ts';

export const TREE_PAGE = 500;
export const WINDOW_LINES = 5000;

export type FolderPage = Awaited<ReturnType<typeof fetchFolderPage>>;

/** The entries of a folder from a position, or the page with an entry, `file:name` or `folder:name`. Folders have the totals of what lies below them. */
export async function fetchFolderPage(
  projectId: number,
  folderPath: string,
  which: { offset: number } | { around: string },
) {
  const query = { folderPath, ...which, limit: TREE_PAGE, totals: true };
  return (await bodyOf(api.GET('/projects/{projectId}/codebase', { params: { path: { projectId }, query } }))).data;
}

/** The licenses of all files below a folder, and the totals of the folder; '' is the root. */
export function folderLicensesQuery(projectId: number, folderPath: string) {
  return queryOptions({
    queryKey: ['files', 'licenses', projectId, folderPath],
    queryFn: async () => {
      const params = { path: { projectId }, query: { folderPath } };
      return (await bodyOf(api.GET('/projects/{projectId}/codebaseLicenses', { params }))).data;
    },
  });
}

/** @param remote true for a file of a scan agent, which has an id of its own */
export function fileQuery(fileId: number, remote = false) {
  return queryOptions({
    queryKey: remote ? ['files', 'remote', fileId] : ['files', fileId],
    queryFn: async () =>
      (await bodyOf(api.GET('/files/{fileId}', { params: { path: { fileId }, query: { remote } } }))).data,
  });
}

/** Fingerprints by which other tools recognise a file. The server computes them on request. */
export function fingerprintQuery(fileId: number) {
  return queryOptions({
    queryKey: ['files', fileId, 'fingerprint'],
    queryFn: async () => (await bodyOf(api.GET('/files/{fileId}/fingerprint', { params: { path: { fileId } } }))).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Lines of a file from `startLine`, at most `WINDOW_LINES` of them. */
export function contentQuery(fileId: number, startLine: number) {
  return queryOptions({
    queryKey: ['files', fileId, 'content', startLine],
    queryFn: async () => {
      const params = { path: { fileId }, query: { startLine, maxLines: WINDOW_LINES } };
      return (await bodyOf(api.GET('/files/{fileId}/content', { params }))).data;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** More lines than this with the words are counted and not listed. */
const MOST_FINDS = 50_000;

/** The lines of a whole file that have some words. */
export function findsQuery(fileId: number, words: string) {
  return queryOptions({
    queryKey: ['files', fileId, 'finds', words],
    queryFn: async ({ signal }) => {
      const params = { path: { fileId }, query: { words, fromLine: 1, limit: MOST_FINDS } };
      return (await bodyOf(api.GET('/files/{fileId}/finds', { params, signal }))).data;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Shows the mark at once, and takes it back if the server refuses. */
export function useMarkReviewed(fileId: number, remote = false) {
  const queryClient = useQueryClient();
  const { queryKey } = fileQuery(fileId, remote);
  return useMutation({
    mutationFn: (markAsReviewed: boolean) =>
      bodyOf(api.PUT('/files/{fileId}/review', { params: { path: { fileId }, query: { markAsReviewed, remote } } })),
    async onMutate(reviewed) {
      await queryClient.cancelQueries({ queryKey, exact: true });
      const before = queryClient.getQueryData(queryKey);
      queryClient.setQueryData(queryKey, (file) => file && { ...file, reviewed });
      return before;
    },
    onError: (_error, _reviewed, before) => queryClient.setQueryData(queryKey, before),
    onSettled: () =>
      Promise.all(
        [queryKey, ['files', 'licenses'], ['files', 'list']].map((changed) =>
          queryClient.invalidateQueries({ queryKey: changed, exact: changed === queryKey }),
        ),
      ),
  });
}
