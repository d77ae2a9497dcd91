// A disk that becomes full while an image is fetched or an upload is received. The temporary folder of the server lies on a small disk of its own, which can
// be made larger; only root of Linux may mount one.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildImage, openRegistry, type Registry } from '@assay/scanner/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tar } from '../../../test/archives.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';

const SMALL = 'size=2m';
const LARGE = 'size=64m';
const FULL =
  /There is no space left on the disk of .*, so nothing of this was stored\. Free some space and try again\./;
const disk = mkdtempSync(join(tmpdir(), 'assay-small-disk-'));
const mount = (...options: string[]) =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', options.join(','), 'tmpfs', disk]).status === 0;
const isMounted = mount(SMALL);
if (!isMounted) console.warn('Skipped: what a full disk does to images and uploads (mount needs root of Linux).');

/** Cannot be compressed, so it is larger than the small disk on its way as well. */
const large = randomBytes(6_000_000).toString('base64');
const image = buildImage([[{ name: 'etc/a', body: 'a' }], [{ name: 'usr/large', body: large }]]);

afterAll(() => {
  if (isMounted) spawnSync('umount', [disk]);
  rmdirSync(disk);
});

describe.skipIf(!isMounted)('a disk that becomes full', () => {
  let h: Harness;
  let registry: Registry;
  let projectId: number;

  beforeAll(async () => {
    registry = await openRegistry({ full: image });
    h = await startHarness({ ASSAY_OUTGOING_ALLOW: '127.0.0.1', ASSAY_INSECURE_REGISTRIES: registry.host });
    await h.work();
    rmSync(h.app.folder.temporary, { recursive: true, force: true });
    symlinkSync(disk, h.app.folder.temporary);
    return async () => {
      await registry.close();
      await h.close();
    };
  });
  beforeEach(async () => {
    mount('remount', SMALL);
    projectId = (await h.call('POST', '/projects', { body: { name: `full ${crypto.randomUUID()}` } })).body.id;
  });
  const files = async () =>
    (await h.database.pool.query('select path from files where project_id = $1 order by path', [projectId])).rows;
  const sync = async () => h.jobOver((await h.call('POST', `/scmInstances/sync?projectId=${projectId}`)).body.id);
  const upload = () =>
    h.call('POST', `/project/uploadProjectCodebase?projectId=${projectId}`, {
      raw: tar([{ name: 'large', content: large }]),
      headers: { 'content-type': 'application/octet-stream' },
    });

  it('in the middle of an image leaves nothing of it, and the next sync with space brings it', async () => {
    await h.call('POST', `/projects/${projectId}/imageSources`, { body: { image: `${registry.host}/team/full:full` } });
    const failed = await sync();
    expect([failed.status, failed.error]).toEqual(['Failed', expect.stringMatching(FULL)]);
    expect([readdirSync(disk), await files()]).toEqual([[], []]);

    mount('remount', LARGE);
    expect(await sync()).toMatchObject({ status: 'Completed', error: '' });
    expect(await files()).toEqual([{ path: 'image.0/full/etc/a' }, { path: 'image.0/full/usr/large' }]);
    expect(readdirSync(disk)).toEqual([]);
  });

  it('in the middle of an upload leaves nothing of it, and the next upload with space is taken', async () => {
    const refused = await upload();
    expect([refused.status, refused.text]).toEqual([507, expect.stringMatching(FULL)]);
    expect([readdirSync(disk), await files()]).toEqual([[], []]);

    mount('remount', LARGE);
    expect((await upload()).status).toBe(200);
    expect(await files()).toEqual([{ path: 'large' }]);
    expect(readdirSync(disk)).toEqual([]);
  });
});
