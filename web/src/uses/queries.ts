// Queries for the uses of a license, component, copyright holder or digest in all projects that the user may see.
import { api, bodyOf, pageOf } from '../api/client.ts';
import { PAGE_ROWS } from '../table/paged-rows.ts';

/** Exactly one of them. */
export interface Subject {
  licenseId?: number;
  componentId?: number;
  holder?: string;
  digest?: string;
}

export const usesKey = (what: 'projects' | 'inventories' | 'files', subject: Subject, projectId?: number) =>
  ['uses', what, subject, projectId] as const;

export async function fetchUsingProjects(subject: Subject, page: number) {
  const query = { ...subject, offset: page, limit: PAGE_ROWS };
  return pageOf(api.GET('/uses/projects', { params: { query } }));
}

/** Whether the numbers of files are those of all files. */
export async function areFilesComplete(subject: Subject): Promise<boolean> {
  const query = { ...subject, offset: 1, limit: 1 };
  return (await bodyOf(api.GET('/uses/projects', { params: { query } }))).filesAreComplete;
}

export function fetchUsingItems(subject: Subject, projectId: number | undefined, page: number) {
  const query = { ...subject, projectId, offset: page, limit: PAGE_ROWS };
  return pageOf(api.GET('/uses/inventories', { params: { query } }));
}

export function fetchUsingFiles(subject: Subject, projectId: number | undefined, page: number) {
  const query = { ...subject, projectId, offset: page, limit: PAGE_ROWS };
  return pageOf(api.GET('/uses/files', { params: { query } }));
}
