// Scans of code bases without a lockfile, which ask registries for the versions that would be installed.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { tar } from '../../test/archives.ts';
import { inconsistencies } from '../../test/consistency.ts';
import { type Harness, startHarness } from '../../test/harness.ts';
import { type RegistryStandIn, startRegistry } from '../../test/registry-server.ts';
import { closeScanPool } from './scan-pool.ts';

let h: Harness;
let registry: RegistryStandIn;
let count = 0;
beforeAll(async () => {
  h = await startHarness({ ASSAY_OUTGOING_ALLOW: '127.0.0.1' });
  registry = await startRegistry();
  for (const name of ['npm', 'pypi'])
    await h.call('PUT', `/registries/${name}`, { body: { isAsked: true, baseAddress: `${registry.url}/${name}` } });
  await h.work();
});
afterEach(async () => {
  registry.answers.clear();
  registry.calls.length = 0;
  for (const name of ['npm', 'pypi']) await h.call('DELETE', `/registries/${name}/lookups`);
});
afterAll(async () => {
  expect(await inconsistencies(h.database.pool)).toEqual([]);
  await h.close();
  await registry.close();
  await closeScanPool();
});

interface Scanned {
  /** Name, level and scope of each component, in order. */
  items: string[];
  notes: Map<string, string>;
  /** `parent > child`. */
  links: string[];
  log: string[];
}

async function scan(files: Record<string, string>, settings: Record<string, unknown> = {}): Promise<Scanned> {
  const id = (await h.call('POST', '/projects', { body: { name: `resolved ${++count}` } })).body.id as number;
  await h.call('POST', '/scanProfiles', { body: { name: `Profile ${count}`, settings } });
  await h.call('PUT', `/projects/${id}`, { body: { scanProfileName: `Profile ${count}` } });
  await h.call('POST', `/project/uploadProjectCodebase?projectId=${id}&deleteExistingFileOnServer=true`, {
    raw: tar(Object.entries(files).map(([name, content]) => ({ name, content }))),
    headers: { 'content-type': 'application/octet-stream' },
  });
  const taskId = (await h.call('POST', `/scanResource/projectScan/${id}`)).body['Content: '];
  expect(await h.jobOver(taskId)).toMatchObject({ status: 'Completed', error: '' });
  const select = async (sql: string, value: number) => (await h.database.pool.query(sql, [value])).rows;
  const items = await select(
    `select name, dependency_level, dependency_scope, detection_notes from inventory_items
     where project_id = $1 and type = 'COMPONENT' order by name`,
    id,
  );
  const links = await select(
    `select p.name as parent, c.name as child from inventory_links l join inventory_items p on p.id = l.parent_id
     join inventory_items c on c.id = l.child_id where p.project_id = $1 order by 1, 2`,
    id,
  );
  const issues = await select(
    "select message from job_issues where job_id = $1 and code like 'registry-%' order by message",
    taskId,
  );
  return {
    items: items.map((one) => `${one.name}, ${one.dependency_level}, ${one.dependency_scope}`),
    notes: new Map(items.map((one) => [one.name, one.detection_notes])),
    links: links.map(({ parent, child }) => `${parent} > ${child}`),
    log: issues.map(({ message }) => message),
  };
}

const manifest = (more: Record<string, unknown>) => ({
  'package.json': JSON.stringify({ name: `shop${count}`, version: '1.0.0', license: 'MIT', ...more }),
});

function tellNpm(): void {
  const one = (versions: Record<string, unknown>, latest: string) => ({
    description: 'x',
    'dist-tags': { latest },
    versions,
  });
  registry.answers.set(
    '/npm/web',
    one(
      {
        '1.0.0': { license: 'MIT' },
        '1.4.0': { license: 'MIT', dependencies: { log: '~2.0.0', gone: '*' } },
        '2.0.0': {},
      },
      '2.0.0',
    ),
  );
  registry.answers.set('/npm/log', one({ '2.0.7': { license: 'ISC' }, '2.1.0': {} }, '2.1.0'));
  registry.answers.set('/npm/lint', one({ '1.0.0': { license: 'MIT', dependencies: { web: '2' } } }, '1.0.0'));
}

it('npm: direct and transitive dependencies in the versions that npm would install', async () => {
  tellNpm();
  const { items, links, notes, log } = await scan(
    manifest({ dependencies: { web: '^1.0.0' }, devDependencies: { lint: '*' } }),
  );
  expect(items.slice(0, -1)).toEqual([
    'lint 1.0.0 (MIT), Direct, Non Runtime',
    'log 2.0.7 (ISC), Transitive, Runtime',
    expect.stringMatching(/^shop\d+ 1\.0\.0 \(MIT\)/),
    'web 1.4.0 (MIT), Direct, Runtime',
  ]);
  expect(items.at(-1)).toBe('web 2.0.0, Transitive, Non Runtime');
  expect(links.filter((link) => !link.startsWith('shop'))).toEqual([
    'lint 1.0.0 (MIT) > web 2.0.0',
    'web 1.4.0 (MIT) > log 2.0.7 (ISC)',
  ]);
  expect(notes.get('log 2.0.7 (ISC)')).toMatch(
    /^What package\.json asks for installs this version by what 127\.0\.0\.1:\d+ told on \d{4}-\d\d-\d\d; no lockfile pins it\. The license ISC is what 127\.0\.0\.1:\d+ \(asked on/,
  );
  expect(log).toEqual([
    'Not all dependencies of package.json can be resolved: could not find a version that satisfies requirement * for package gone.',
    'npm does not have 1 package: gone.',
  ]);
});

it('npm: direct dependencies alone, and those of the runtime alone, when the profile says so', async () => {
  tellNpm();
  const { items } = await scan(manifest({ dependencies: { web: '^1.0.0' }, devDependencies: { lint: '*' } }), {
    dependencySupport: 'FIRST_LEVEL',
    reportNonRuntimeDependencies: false,
  });
  expect(items.filter((item) => !item.startsWith('shop'))).toEqual(['web 1.4.0 (MIT), Direct, Runtime']);
});

it('npm: asks nobody about what a lockfile pins', async () => {
  tellNpm();
  const lock = {
    lockfileVersion: 3,
    packages: { '': { dependencies: { web: '^1.0.0' } }, 'node_modules/web': { version: '1.0.0', license: 'MIT' } },
  };
  const { items } = await scan({
    ...manifest({ dependencies: { web: '^1.0.0' } }),
    'package-lock.json': JSON.stringify(lock),
  });
  expect(items.filter((item) => !item.startsWith('shop'))).toEqual(['web 1.0.0 (MIT), Direct, Runtime']);
  expect(registry.calls.map(({ path }) => path)).toEqual(['/npm/web']);
});

it('PyPI: takes what pip would take, and asks for what each version needs', async () => {
  const info = (version: string, requires: string[]) => ({
    version,
    license: 'MIT',
    requires_dist: requires,
    summary: 'x',
  });
  registry.answers.set('/pypi/pypi/web/json', {
    info: info('2.0', []),
    releases: { '1.0': [{}], '1.5': [{}], '2.0': [{}], '2.1a1': [{}] },
  });
  registry.answers.set('/pypi/pypi/web/1.5/json', { info: info('1.5', ['log<2', 'old; python_version<"3"']) });
  registry.answers.set('/pypi/pypi/log/json', {
    info: info('2.0', []),
    releases: { '1.9': [{}], '2.0': [{}], '1.10': [{ yanked: true }] },
  });
  registry.answers.set('/pypi/pypi/log/1.9/json', { info: info('1.9', []) });
  const { items, log } = await scan({
    'pyproject.toml': '[project]\nname = "app"\nversion = "1"\ndependencies = ["web<2"]\n',
  });
  expect(items.filter((item) => !item.startsWith('app'))).toEqual([
    'log 1.9 (MIT), Transitive, Runtime',
    'web 1.5 (MIT), Direct, Runtime',
  ]);
  expect(log).toEqual([]);
});

it('PyPI: a requirements.txt is resolved with its extras and markers; what it pins stays, what is for another system too', async () => {
  const tell = (name: string, version: string, requires: string[]) => {
    const info = { version, license: 'MIT', requires_dist: requires, summary: 'x' };
    registry.answers.set(`/pypi/pypi/${name}/json`, { info, releases: { [version]: [{}], '0.1': [{}] } });
    registry.answers.set(`/pypi/pypi/${name}/0.1/json`, { info: { ...info, version: '0.1', requires_dist: [] } });
  };
  tell('web', '2.0', ['log', 'crypt; extra == "safe"', 'never; extra == "other"']);
  tell('log', '3.0', []);
  tell('crypt', '4.0', []);
  tell('pinned', '5.0', ['log']);
  tell('winonly', '6.0', []);
  const { items, log } = await scan({
    'requirements.txt': 'web[safe]>=1\npinned==0.1\nwinonly>1; sys_platform == "win32"\n',
  });
  expect(items).toEqual([
    'crypt 4.0 (MIT), Transitive, Runtime',
    'log 3.0 (MIT), Transitive, Runtime',
    'pinned 0.1 (MIT), Direct, Runtime',
    'web 2.0 (MIT), Direct, Runtime',
    expect.stringMatching(/^winonly/),
  ]);
  expect(log).toEqual([]);
});

it('keeps what the database cannot keep as it is told', async () => {
  registry.answers.set('/npm/web', {
    description: 'a\0b\uD800',
    versions: { '1.0.0\0': { license: 'MIT' }, '1.0.0': { license: 'M\0IT' } },
  });
  const { notes, log } = await scan(manifest({ dependencies: { web: '1.0.0' } }));
  expect([...notes.keys()]).toContain('web 1.0.0 (MIT)');
  expect(log).toEqual([]);
});
