// A scan that finds no package says so: in its result, in its log, and in the figures of the project.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { type Files, scannedProjects } from '../../../test/scanned-projects.ts';

let h: Harness;
const projects = scannedProjects(() => h, 'nothing');
beforeAll(async () => {
  h = await startHarness();
  await h.work();
});
afterAll(() => h.close());

it.each<[string, Files, RegExp]>([
  ['no package', { 'a.txt': 'words', 'b.txt': 'more' }, /^No package was found in 2 files/],
  [
    'a lockfile that gave only issues',
    { 'package-lock.json': '{"lockfileVersion": 3, "packages":' },
    /1 file could not be read completely/,
  ],
  [
    'an archive that does not unpack',
    { 'lib.tar.gz': Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3, 4, 5]) },
    /No package was found/,
  ],
])('%s', async (_, files, words) => {
  const projectId = await projects.projectWith(files);
  const { log, details } = await projects.scan(projectId);
  expect(log.filter(({ code }) => code === 'nothing-found')).toEqual([
    { code: 'nothing-found', path: '', message: expect.stringMatching(words) },
  ]);
  expect(details).toContain('So nothing was compared with advisories');
  const { exposure } = (await h.call('GET', `/projects/${projectId}`)).body.data;
  expect(exposure.coverage).toMatchObject({ compared: 0 });
});

it('not if a package was found', async () => {
  const projectId = await projects.projectWith({
    'package.json': '{"name":"x","version":"1.0.0","dependencies":{"lodash":"1.0.0"}}',
  });
  const { log, details } = await projects.scan(projectId);
  expect(log.filter(({ code }) => code === 'nothing-found')).toEqual([]);
  expect(details).not.toContain('nothing was compared');
});
