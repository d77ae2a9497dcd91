// Projects with given files, scanned by a server in tests, and what the scans say.
import { expect } from 'vitest';
import { tar } from './archives.ts';
import type { Harness } from './harness.ts';

export type Files = Record<string, string | Buffer>;

export interface LogLine {
  code: string;
  path: string;
  message: string;
}

/** @param harness of the test file; it starts after this call. @param word begins the names of projects and scan profiles. */
export function scannedProjects(harness: () => Harness, word: string) {
  let count = 0;

  async function upload(projectId: number, files: Files): Promise<void> {
    const query = `projectId=${projectId}&deleteExistingFileOnServer=true`;
    const { status } = await harness().call('POST', `/project/uploadProjectCodebase?${query}`, {
      raw: tar(Object.entries(files).map(([name, content]) => ({ name, content }))),
      headers: { 'content-type': 'application/octet-stream' },
    });
    expect(status).toBe(200);
  }

  return {
    /** The files take the place of those before. */
    upload,

    async projectWith(files: Files): Promise<number> {
      const { body } = await harness().call('POST', '/projects', { body: { name: `${word} ${++count}` } });
      await upload(body.id, files);
      return body.id;
    },

    async useProfile(projectId: number, settings: Record<string, unknown>): Promise<void> {
      const name = `${word} profile ${++count}`;
      const made = await harness().call('POST', '/scanProfiles', { body: { name, settings } });
      const used = await harness().call('PUT', `/projects/${projectId}`, { body: { scanProfileName: name } });
      expect([made.status, used.status]).toEqual([201, 200]);
    },

    /** The scan's summary of files, and its log. */
    async scan(projectId: number, query = ''): Promise<{ details: string; log: LogLine[] }> {
      const id = (await harness().call('POST', `/scanResource/projectScan/${projectId}${query}`)).body['Content: '];
      const job = await harness().jobOver(id);
      expect(job).toMatchObject({ status: 'Completed', error: '' });
      const lines: LogLine[] = (await harness().call('GET', `/jobs/${id}/log?limit=1000`)).body.data ?? [];
      return { details: job.details, log: lines.map(({ code, path, message }) => ({ code, path, message })) };
    },

    /** Names of the items that have files, each with these. */
    async inventory(projectId: number): Promise<Record<string, string[]>> {
      const { rows } = await harness().database.pool.query(
        `select i.name, array_remove(array_agg(f.path order by f.path), null) as files from inventory_items i
         left join inventory_files x on x.item_id = i.id left join files f on f.id = x.file_id
         where i.project_id = $1 group by i.id having count(x.file_id) > 0 order by i.name`,
        [projectId],
      );
      return Object.fromEntries(rows.map(({ name, files }) => [name, files]));
    },
  };
}
