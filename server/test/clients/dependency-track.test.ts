// The public program @dependency-track/bom (npm, 1.0.2, Apache-2.0), unchanged, against the addresses of Dependency-Track. It is no dependency: it brings
// 47 packages of 2020. To run these tests: npm install --prefix FOLDER @dependency-track/bom@1.0.2, and ASSAY_TEST_DEPENDENCY_TRACK=FOLDER.
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSite, type Site } from './client.ts';

const run = promisify(execFile);
const program = join(
  process.env.ASSAY_TEST_DEPENDENCY_TRACK ?? '/nowhere',
  'node_modules/@dependency-track/bom/bin/dependency-track',
);
const isThere = existsSync(program);
if (!isThere) console.warn('ASSAY_TEST_DEPENDENCY_TRACK names no folder with @dependency-track/bom: it is not run');

describe.skipIf(!isThere)('@dependency-track/bom', () => {
  let site: Site;
  const folder = mkdtempSync(join(tmpdir(), 'assay-dependency-track-'));
  beforeAll(async () => {
    site = await openSite();
    await site.h.call('PUT', '/siteSettings', { body: { dependencyTrackUploads: true } });
    const advisory = {
      ...{ id: 'CVE-2026-7777', aliases: [], summary: 'Widgets fall over', severity: 'high' },
      packages: [{ purl: 'pkg:npm/widgets', versions: ['>=1.0.0 <1.4.2'] }],
    };
    await site.h.jobOver((await site.h.call('POST', '/advisories/own', { body: { advisories: [advisory] } })).body.id);
    const components = [{ type: 'library', name: 'widgets', version: '1.4.1', purl: 'pkg:npm/widgets@1.4.1' }];
    writeFileSync(
      join(folder, 'bom.json'),
      JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, components }),
    );
  });
  afterAll(async () => {
    await site.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function call(...args: string[]): Promise<string> {
    const root = site.api.replace('/codeinsight/api', '');
    const [url, key] = [
      ['--dependencyTrackBaseUrl', root],
      ['--apiKey', site.admin.token],
    ] as const;
    const name = ['--projectName', 'Shop', '--projectVersion', '2.0', '--failOnError', 'true'];
    const { stdout } = await run(process.execPath, [program, ...args, ...url, ...key, ...name], { cwd: folder });
    return stdout.trim();
  }

  it('uploads, reads the figures, and deletes the project', async () => {
    expect(await call('-u', join(folder, 'bom.json'))).toContain('Bom file uploaded');
    await site.h.allJobsOver();
    expect(JSON.parse(await call('-m'))).toMatchObject({ high: 1, components: 1, inheritedRiskScore: 5 });
    // It prints a promise instead of the findings.
    expect(await call('-f')).toBe('{}');
    expect(await call('-d')).toContain('Project [Shop - 2.0] has been deleted');
    await site.h.allJobsOver();
    await expect(call('-m')).rejects.toMatchObject({ stdout: expect.stringContaining('not found') });
  });
});
