// Real programs in Python, as people wrote them for this interface (programs/), run against a server that listens.
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CODE_BASE, openSite, type Site, scannedProject } from './client.ts';

const run = promisify(execFile);
const PROGRAMS = fileURLToPath(new URL('./programs/', import.meta.url));
const hasPython = spawnSync('python3', ['-c', 'import requests']).status === 0;
if (!hasPython) console.warn('python3 with its requests is not installed: the programs in Python are not run');

describe.skipIf(!hasPython)('programs in Python', () => {
  let site: Site;
  let projectId: number;
  const folder = mkdtempSync(join(tmpdir(), 'assay-programs-'));
  const archive = join(folder, 'code.tar.gz');
  beforeAll(async () => {
    site = await openSite();
    writeFileSync(archive, CODE_BASE);
    await site.client.post('/customFields', { scope: 'PROJECT', label: 'Application Name' });
    await site.client.post('/customFields', { scope: 'INVENTORY', label: 'Vulnerability Ignore List' });
    projectId = await scannedProject(site, 'for programs');
  });
  afterAll(async () => {
    await site.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function python(program: string, ...args: (string | number)[]): Promise<string> {
    const env = { ...process.env, API: site.api, TOKEN: site.admin.token, PYTHONDONTWRITEBYTECODE: '1' };
    const { stdout } = await run('python3', [join(PROGRAMS, program), ...args.map(String)], { cwd: folder, env });
    return stdout.trim();
  }

  it('upload, scan, notices and report, into a folder that exists in the second run', async () => {
    for (const round of ['first', 'second']) {
      const told = JSON.parse(await python('scan_and_report.py', 'Teams/Payments', 'by a program', archive, 'Audit'));
      const { project, fileName, ...rest } = told;
      expect(fileName, round).toBe(`Audit-by_a_program-${/\d+/.exec(fileName)![0]}.zip`);
      expect(rest, round).toEqual({
        state: 'completed',
        notices: 202,
        names: expect.arrayContaining(['audit-report.html', 'audit-report.json', 'audit-report.xlsx']),
      });
      const { data } = (await site.client.get(`/projects/${project}`)).json();
      expect(data).toMatchObject({ projectPath: 'Projects/Teams/Payments', risk: 'LOW', projectVisibiity: 'Public' });
    }
  });

  it('a report reads all data of a project, and is uploaded', async () => {
    const { inventoryItems } = (await site.client.get(`/project/inventory/${projectId}`)).json();
    const [first, second] = inventoryItems;
    await site.client.post(`/tasks?inventoryId=${first.id}`, { type: 'MISCELLANEOUS', summary: 'look' });
    await site.client.put(`/inventories/${second.id}`, { licenseId: '20' });
    const report = (
      await site.client.post('/reports', { name: 'All of it', path: 'all/create.sh', order: '9' })
    ).json();
    const told = JSON.parse(await python('report.py', projectId, report.id, folder));
    expect(told).toEqual({
      projects: [projectId],
      items: inventoryItems.length,
      summary: inventoryItems.length,
      versions: expect.any(Number),
      changes: expect.any(Number),
      evidences: 5,
      files: 5,
      associated: expect.any(Number),
      tasks: 1,
    });
    for (const name of ['versions', 'changes', 'associated']) expect(told[name]).toBeGreaterThan(0);
  });

  it('the same for an empty project', async () => {
    const { id } = (await site.client.post('/projects', { name: 'bare' })).json();
    const report = (await site.client.post('/reports', { name: 'Nothing', path: 'none/create.sh', order: '9' })).json();
    const told = JSON.parse(await python('report.py', id, report.id, folder));
    expect(told).toEqual({
      projects: [id],
      items: 0,
      summary: 0,
      versions: 0,
      changes: 0,
      evidences: 0,
      files: 0,
      associated: 0,
      tasks: 0,
    });
  });

  it.each(['id', 'name'])('a report is registered, changed, and removed by its %s', async (by) => {
    const lines = (await python('register.py', `SBOM Report - ${by}`, by)).split('\n');
    expect(lines).toEqual([
      expect.stringMatching(/^\d+$/),
      'True',
      'Report updated successfully.',
      'True',
      'Report deleted successfully.',
      'None',
    ]);
  });

  it('an SDK and its habits', async () => {
    const told = JSON.parse(await python('sdk.py', projectId, archive));
    expect(told.reports).toBeGreaterThanOrEqual(3);
    expect(told.projects).toBeGreaterThanOrEqual(2);
    expect(told.items.length).toBeGreaterThan(2);
    expect(told.items).toEqual(told.items.map((_: number, index: number) => index + 1));
    expect(told.empty).toEqual([1, 0, 0]);
  });
});
