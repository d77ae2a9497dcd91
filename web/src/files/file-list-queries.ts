// The list of files: its filter and its pages.
import { api, bodyOf } from '../api/client.ts';
import type { FilesSearch } from './search.ts';

const PAGE_FILES = 200;

/** The filter of the address, as the server takes it. */
export function fileFilterOf({ find, license, reviewed, tied, below }: FilesSearch) {
  return {
    search: find ?? '',
    ...(license && { license }),
    ...(below && { folderPath: below }),
    ...(reviewed && { reviewed: reviewed === 'yes' }),
    ...(tied && { inInventory: tied === 'yes' }),
  };
}

/** @param after `next` of the page before; '' for the first page */
export async function fetchFileList(projectId: number, filter: ReturnType<typeof fileFilterOf>, after: string) {
  const params = { path: { projectId }, query: { ...filter, after, limit: PAGE_FILES } };
  return (await bodyOf(api.GET('/projects/{projectId}/codebaseFiles', { params }))).data;
}
