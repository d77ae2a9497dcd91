// Uploads that the server has a part of. Which file it was is remembered here, so that only the same file continues it.
import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from '../api/client.ts';

export interface UnfinishedUpload {
  uploadId: string;
  fileName: string;
  /** Null until its sender tells it. */
  sizeBytes: number | null;
  receivedBytes: number;
  /** It waits for the upload that is put together from it and others. */
  isPartial: boolean;
  expiresOn: string;
  jobId: number | null;
}

const PREFIX = 'assay-upload-';
const MOST_REMEMBERED = 50;

async function listUnfinished(projectId: number): Promise<UnfinishedUpload[]> {
  const path = { projectId };
  const { data } = await bodyOf(api.GET('/projects/{projectId}/uploads', { params: { path } }));
  return data.filter(({ jobId }) => jobId === null);
}

export function unfinishedQuery(projectId: number) {
  return queryOptions({ queryKey: ['project', projectId, 'uploads'], queryFn: () => listUnfinished(projectId) });
}

const markOf = ({ name, size, lastModified }: File) => JSON.stringify([name, size, lastModified]);

export function remember(uploadId: string, file: File): void {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  for (const key of keys.slice(0, Math.max(0, keys.length - MOST_REMEMBERED + 1))) localStorage.removeItem(key);
  localStorage.setItem(PREFIX + uploadId, markOf(file));
}

/** The upload of this very file that the server has a part of. */
export async function own(projectId: number, file: File): Promise<UnfinishedUpload | undefined> {
  const uploads = await listUnfinished(projectId).catch(() => []);
  return uploads.find(
    ({ uploadId, sizeBytes }) => sizeBytes === file.size && localStorage.getItem(PREFIX + uploadId) === markOf(file),
  );
}
