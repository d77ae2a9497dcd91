// A script that creates a project below a path of folders, uploads, scans, follows the jobs, fills the notices and downloads a report.
// It cuts ids out of messages, so punctuation counts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CODE_BASE, newProject, OCTETS, openSite, type Site, until } from './client.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

/**
 * One POST for each part of the path. If a folder exists, the client cuts its id out of the refusal and uses it as
 * the parent.
 */
async function folderAt(path: string): Promise<string> {
  let parent = '1';
  for (const name of path.split('/')) {
    const answer = await site.client.post('/folders/', { name, parentFolderId: parent });
    if (answer.status === 201) {
      parent = String(answer.json().id);
      continue;
    }
    expect(answer.status).toBe(400);
    const { message } = answer.json().errors[0];
    expect(message.startsWith('Duplicate folder name under the same parent')).toBe(true);
    parent = ` ${message.split(':')[1]}`;
  }
  return parent;
}

describe('folders', () => {
  it('201 for each new part; 400 with the id after the colon for one that exists', async () => {
    const first = await folderAt('teams/red');
    const again = await folderAt('teams/red');
    expect(again.trim()).toBe(first);
    const { data } = (await site.client.get(`/folders/${first}`)).json();
    expect(data).toMatchObject({ id: Number(first), name: 'red', path: 'Projects/teams/red' });
  });

  it('creates a project in the folder whose id has a blank before it', async () => {
    const folderId = await folderAt('teams/red');
    const id = await newProject(site.client, 'in a folder', { folderId: ` ${folderId.trim()}` });
    expect((await site.client.get(`/projects/${id}`)).json().data.projectPath).toBe('Projects/teams/red');
  });

  it('400 whose message ends with "already exists." for a project name that is taken', async () => {
    await newProject(site.client, 'taken');
    const answer = await site.client.post('/projects', { name: 'taken' });
    expect(answer.status).toBe(400);
    expect(answer.json().errors[0].message.endsWith('already exists.')).toBe(true);
  });
});

it('201 for a Git instance of which only url and tag are given', async () => {
  const id = await newProject(site.client, 'with git');
  const answer = await site.client.post(`/scmInstances/Git?projectId=${id}`, {
    url: 'https://example.org/a.git',
    tag: '',
  });
  expect(answer.status).toBe(201);
  expect(answer.json().id).toBe(0);
});

describe('scan, notices, report', () => {
  let projectId: number;
  beforeAll(async () => {
    projectId = await newProject(site.client, 'main');
  });

  /** The script polls until a job is "Completed", so it never ends if the job fails. */
  const completed = (jobId: number | string) =>
    until(
      () => site.client.get(`/jobs/${jobId}`),
      (answer) => {
        const { status } = answer.json();
        expect(['Scheduled', 'Active', 'Completed']).toContain(status);
        return status === 'Completed';
      },
    );

  it('upload', async () => {
    const answer = await site.client.post(
      `/project/uploadProjectCodebase?projectId=${projectId}&deleteExistingFileOnServer=true&expansionLevel=3`,
      CODE_BASE,
      { headers: OCTETS },
    );
    expect(answer.status).toBe(200);
    expect(answer.json()['Content: ']).toContain('File upload successful');
  });

  it('the scan answers its task id as a number, which is also a job id', async () => {
    const answer = await site.client.post(`/scanResource/projectScan/${projectId}?fullRescan=false`, '');
    expect(answer.status).toBe(200);
    const taskId = answer.json()['Content: '];
    expect(typeof taskId).toBe('number');
    expect(answer.text).toBe(`{"Content: ":${taskId}}`);
    expect((await completed(taskId)).json()).toMatchObject({
      id: taskId,
      jobType: 'Project Scan',
      project: { id: projectId },
    });
  });

  it('409 while a scan is open: the task id is the text between "task ID: " and the last two characters', async () => {
    const { rows } = await site.h.database.pool.query(
      `insert into jobs (type, project_id, project_name, triggered_by, status) values ('Project Re-Scan', $1, 'main', $2, 'Active') returning id`,
      [projectId, site.admin.id],
    );
    const answer = await site.client.post(`/scanResource/projectScan/${projectId}`);
    await site.h.database.pool.query('delete from jobs where id = $1', [rows[0].id]);
    expect(answer.status).toBe(409);
    expect(answer.text.split('task ID: ')[1]!.slice(0, -2)).toBe(String(rows[0].id));
  });

  it('202 for the notices: the id is the text between the first and the second colon', async () => {
    const answer = await site.client.post(`/jobs/notices/${projectId}?overwrite=true`);
    expect(answer.status).toBe(202);
    const { message } = answer.json();
    const jobId = message.split(':')[1].trim();
    expect(jobId).toMatch(/^\d+$/);
    expect((await completed(jobId)).json().jobType).toBe('Update Notices');
  });

  it('200 for the generation with the task id inside data; 202, then the zip', async () => {
    const { data } = (await site.client.get('/reports/?name=Audit')).json();
    const generation = await site.client.post(`/projects/${projectId}/reports/${data[0].id}/generate`, {
      options: { includeChildProjects: 'false', maxVersionsBack: '10' },
    });
    expect(generation.status).toBe(200);
    const { taskId } = generation.json().data;
    const download = await until(
      () => site.client.get(`/projects/${projectId}/reports/${data[0].id}/download?taskId=${taskId}`),
      (answer) => {
        expect([200, 202]).toContain(answer.status);
        return answer.status === 200;
      },
    );
    expect(download.bytes.subarray(0, 2).toString()).toBe('PK');
    expect((await completed(taskId)).json()).toMatchObject({ jobType: 'Audit Report', status: 'Completed' });
  });
});
