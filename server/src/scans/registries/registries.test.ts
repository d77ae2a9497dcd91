// Scans of code bases without a lockfile, which ask registries for the versions that would be installed.
import { makeZip } from '@assay/scanner/testing';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { tar } from '../../../test/archives.ts';
import { inconsistencies } from '../../../test/consistency.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { type RegistryStandIn, startRegistry } from '../../../test/registry-server.ts';
import { closeScanPool } from '../analysis/pool.ts';

let h: Harness;
let registry: RegistryStandIn;
let count = 0;
beforeAll(async () => {
  h = await startHarness({ ASSAY_OUTGOING_ALLOW: '127.0.0.1' });
  registry = await startRegistry();
  for (const name of ['npm', 'pypi', 'maven'])
    await h.call('PUT', `/registries/${name}`, { body: { isAsked: true, baseAddress: `${registry.url}/${name}` } });
  await h.work();
});
afterEach(async () => {
  registry.answers.clear();
  registry.calls.length = 0;
  for (const name of ['npm', 'pypi', 'maven']) await h.call('DELETE', `/registries/${name}/lookups`);
});
afterAll(async () => {
  expect(await inconsistencies(h.database.pool)).toEqual([]);
  await h.close();
  await registry.close();
  await closeScanPool();
});

async function scanAnew(projectId: number, files: Record<string, string>): Promise<void> {
  await h.call('POST', `/project/uploadProjectCodebase?projectId=${projectId}&deleteExistingFileOnServer=true`, {
    raw: tar(Object.entries(files).map(([name, content]) => ({ name, content }))),
    headers: { 'content-type': 'application/octet-stream' },
  });
  const taskId = (await h.call('POST', `/scanResource/projectScan/${projectId}`)).body['Content: '];
  expect(await h.jobOver(taskId)).toMatchObject({ status: 'Completed', error: '' });
}

interface Scanned {
  projectId: number;
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
    projectId: id,
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
    /^What package\.json asks for installs this version by what 127\.0\.0\.1:\d+ listed on \d{4}-\d\d-\d\d; no lockfile pins it\. The license ISC is what 127\.0\.0\.1:\d+ \(asked on/,
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

it('npm: without a lockfile, what exact versions need is resolved too', async () => {
  tellNpm();
  const { items } = await scan(manifest({ dependencies: { web: '1.4.0' } }));
  expect(items.filter((item) => !item.startsWith('shop'))).toEqual([
    'log 2.0.7 (ISC), Transitive, Runtime',
    'web 1.4.0 (MIT), Direct, Runtime',
  ]);
});

it('npm: asks nothing about packages that a lockfile pins', async () => {
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

it('npm: the library takes versions, releases, descriptions and home pages, and keeps what people wrote', async () => {
  const name = `told${count}`;
  registry.answers.set(`/npm/${name}`, {
    description: 'Tells all',
    homepage: 'https://told.example',
    'dist-tags': { latest: '2.0.0' },
    versions: {
      '2.0.0': { license: 'ISC' },
      '1.0.0': { license: 'MIT', deprecated: 'old' },
      '1.5.0': { license: 'ISC' },
      [`3.0.0-${'x'.repeat(300)}`]: {},
    },
    time: { '1.0.0': '2020-01-01T00:00:00.000Z', '1.5.0': '2021-01-01T00:00:00.000Z', '2.0.0': '2022-01-01T00:00:00Z' },
  });
  const files = manifest({ dependencies: { [name]: '^1.0.0' } });
  await scan(files);
  const [component] = (await h.call('GET', `/components/search?searchBy=NAME&filter=EXACT_MATCH&searchTerm=${name}`))
    .body.data;
  expect(component).toMatchObject({ description: 'Tells all', url: 'https://told.example' });
  const versions = async () =>
    (await h.call('GET', `/components/${component.id}`)).body.data.versionList.map(
      (one: {
        name: string;
        releaseDate: string;
        withdrawn: boolean;
        licenseFacts: { concluded: { expression: string } };
        purl: string;
      }) =>
        [one.name, one.releaseDate.slice(0, 4), one.withdrawn, one.licenseFacts.concluded.expression, one.purl].join(),
    );
  const told = [
    `1.0.0,2020,true,MIT,pkg:npm/${name}@1.0.0`,
    `1.5.0,2021,false,ISC,pkg:npm/${name}@1.5.0`,
    `2.0.0,2022,false,ISC,pkg:npm/${name}@2.0.0`,
  ];
  expect(await versions()).toEqual(told);

  // A later answer adds new facts, and is applied once.
  await h.database.pool.query("update components set description = 'Mine' where id = $1", [component.id]);
  await h.call('DELETE', '/registries/npm/lookups');
  registry.answers.set(`/npm/${name}`, {
    description: 'Other words',
    versions: { '1.5.0': { license: 'ISC' }, '2.0.0': { license: 'GPL-2.0-only' }, '9.0.0': { license: 'ISC' } },
    time: { '9.0.0': '2030-01-01T00:00:00.000Z' },
  });
  await scan(files);
  expect(await versions()).toEqual([...told, `9.0.0,2030,false,ISC,pkg:npm/${name}@9.0.0`]);
  const [row] = (await h.database.pool.query('select description from components where id = $1', [component.id])).rows;
  expect(row.description).toBe('Mine');
});

it('PyPI: selects the versions that pip would, and asks for the dependencies of each version', async () => {
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

it('PyPI: a requirements.txt is resolved with its extras and markers; pinned versions stay, and so do those for other systems', async () => {
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

const pom = (inside: string) => `<project>${inside}</project>`;
const coordinates = (name: string) => {
  const [group, artifact, version] = name.split(':');
  const versionPart = version === undefined ? '' : `<version>${version}</version>`;
  return `<groupId>${group}</groupId><artifactId>${artifact}</artifactId>${versionPart}`;
};
const dependency = (name: string, more = '') => `<dependency>${coordinates(name)}${more}</dependency>`;
const dependencies = (...all: string[]) => `<dependencies>${all.join('')}</dependencies>`;
const managed = (...all: string[]) => `<dependencyManagement>${dependencies(...all)}</dependencyManagement>`;
const bom = (name: string) => dependency(name, '<type>pom</type><scope>import</scope>');

/** A repository of poms by `group:artifact:version`. */
function tellMaven(poms: Record<string, string>): void {
  const versions = Map.groupBy(Object.keys(poms), (name) => name.slice(0, name.lastIndexOf(':')));
  for (const [name, all] of versions) {
    const folder = `/maven/${name.replace(':', '/').replace('.', '/')}`;
    const list = all.map((one) => `<version>${one.split(':').at(-1)}</version>`).join('');
    registry.answers.set(
      `${folder}/maven-metadata.xml`,
      `<metadata><versioning><versions>${list}</versions></versioning></metadata>`,
    );
    for (const one of all) {
      const version = one.split(':').at(-1);
      registry.answers.set(`${folder}/${version}/${name.split(':')[1]}-${version}.pom`, pom(poms[one] ?? ''));
    }
  }
}

const mit = '<licenses><license><name>MIT</name></license></licenses>';

it('Maven: parents, bills of material, nearest wins, exclusions, scopes and options, from poms only', async () => {
  tellMaven({
    'o.boot:parent:3': `${mit}<properties><log.version>2.1</log.version></properties>${managed(bom('o.boot:bom:3'))}`,
    'o.boot:bom:3': managed(dependency('o:web:5.0'), dependency('o:deep:7')),
    'o:web:5.0': `${mit}${dependencies(
      dependency('o:log:1.0'),
      dependency('o:mid:1'),
      dependency('o:unwanted:1'),
      dependency('o:maybe:1', '<optional>true</optional>'),
      dependency('o:env:1', '<scope>provided</scope>'),
      dependency('o:junit:4', '<scope>test</scope>'),
    )}`,
    'o:log:1.0': mit,
    'o:log:2.1': mit,
    'o:mid:1': `${mit}${dependencies(dependency('o:deep:1'), dependency('o:far:1'))}`,
    'o:deep:1': mit,
    'o:deep:7': mit,
    'o:far:1': '<licenses><license><name>Apache-2.0</name></license></licenses>',
    'o:check:1': `${mit}${dependencies(dependency('o:matcher:1'))}`,
    'o:matcher:1': mit,
  });
  const exclusion =
    '<exclusions><exclusion><groupId>o</groupId><artifactId>unwanted</artifactId></exclusion></exclusions>';
  const { items, links, notes, log } = await scan({
    'pom.xml': pom(
      `<parent>${coordinates('o.boot:parent:3')}</parent>${coordinates('g:shop:1')}<packaging>pom</packaging>`,
    ),
    'core/pom.xml': pom(`<parent>${coordinates('g:shop:1')}</parent><artifactId>core</artifactId>
      ${dependencies(dependency('o:web', exclusion), `<dependency>${coordinates('o:log')}<version>\${log.version}</version></dependency>`)}`),
    'app/pom.xml': pom(`<parent>${coordinates('g:shop:1')}</parent><artifactId>app</artifactId>
      ${dependencies(dependency('g:core:1'), dependency('o:check:1', '<scope>test</scope>'))}`),
  });
  expect(items.filter((item) => !/^(shop|core|app) /.test(item))).toEqual([
    'check 1 (MIT), Direct, Non Runtime',
    'deep 7 (MIT), Transitive, Runtime',
    'far 1 (Apache-2.0), Transitive, Runtime',
    'log 2.1 (MIT), Direct, Runtime',
    'matcher 1 (MIT), Transitive, Non Runtime',
    'mid 1 (MIT), Transitive, Runtime',
    'web 5.0 (MIT), Direct, Runtime',
  ]);
  expect(links.filter((link) => !/^(shop|core|app) /.test(link))).toEqual([
    'check 1 (MIT) > matcher 1 (MIT)',
    'mid 1 (MIT) > deep 7 (MIT)',
    'mid 1 (MIT) > far 1 (Apache-2.0)',
    'web 5.0 (MIT) > log 2.1 (MIT)',
    'web 5.0 (MIT) > mid 1 (MIT)',
  ]);
  expect(notes.get('far 1 (Apache-2.0)')).toMatch(
    /^What .*pom\.xml asks for installs this version by what 127\.0\.0\.1/,
  );
  expect(log).toEqual([]);
  // A pom never changes, so each is requested once.
  const poms = registry.calls.map(({ path }) => path).filter((path) => path.includes('/parent/'));
  expect(poms).toEqual(['/maven/o/boot/parent/3/parent-3.pom']);
});

it('Maven: says which parent and which dependency the repository does not have', async () => {
  tellMaven({ 'o:web:1': mit });
  const { items, log } = await scan({
    'pom.xml': pom(`<parent>${coordinates('o:gone:1')}</parent>${coordinates('g:shop:1')}
      ${dependencies(dependency('o:web:1'), dependency('o:absent:2'), dependency('o:managed'))}`),
  });
  expect(items.filter((item) => !item.startsWith('shop'))).toEqual([
    'absent 2, Direct, Runtime',
    expect.stringMatching(/^managed/),
    'web 1 (MIT), Direct, Runtime',
  ]);
  expect(log).toEqual([
    'Maven Central does not have 2 packages: o/absent, o/managed.',
    expect.stringMatching(/^Not all dependencies of pom\.xml can be resolved: .*o:absent/),
    'pom.xml cannot be completed: the repository does not have the pom o:gone:1.',
  ]);
});

it('keeps values that the database cannot store as far as possible', async () => {
  registry.answers.set('/npm/web', {
    description: 'a\0b\uD800',
    versions: { '1.0.0\0': { license: 'MIT' }, '1.0.0': { license: 'M\0IT' } },
  });
  const { notes, log } = await scan(manifest({ dependencies: { web: '1.0.0' } }));
  expect([...notes.keys()]).toContain('web 1.0.0 (MIT)');
  expect(log).toEqual([]);
});

it('200: which direct dependency to raise, by the lockfile and by what the registry tells', async () => {
  const deep = (range: string) => ({ license: 'MIT', dependencies: { deep: range } });
  const versions = { '1.0.0': deep('~1.0.0'), '1.1.0': deep('~1.0.0'), '2.0.0': deep('^1.2.0'), '3.0.0': deep('*') };
  registry.answers.set('/npm/web', { description: 'x', 'dist-tags': { latest: '3.0.0' }, versions });
  const deeps = Object.fromEntries(['1.0.0', '1.0.5', '1.2.0', '1.2.1'].map((one) => [one, { license: 'MIT' }]));
  registry.answers.set('/npm/deep', { description: 'x', 'dist-tags': { latest: '1.2.1' }, versions: deeps });
  const lock = {
    name: 'raised',
    lockfileVersion: 3,
    packages: {
      '': { name: 'raised', version: '1.0.0', dependencies: { web: '^1.0.0' } },
      'node_modules/web': { version: '1.0.0', license: 'MIT', dependencies: { deep: '~1.0.0' } },
      'node_modules/deep': { version: '1.0.0', license: 'MIT' },
    },
  };
  const { projectId } = await scan({
    ...manifest({ dependencies: { web: '^1.0.0' } }),
    'package-lock.json': JSON.stringify(lock),
  });
  const own = {
    advisories: [
      { id: 'OWN-1', packages: [{ purl: 'pkg:npm/deep', versions: ['<1.2.0'] }], severity: 'HIGH' },
      { id: 'OWN-2', packages: [{ purl: 'pkg:npm/web', versions: ['<1.1.0'] }] },
    ],
  };
  const { id } = (await h.call('POST', '/advisories/own', { body: own })).body;
  expect(await h.jobOver(id)).toMatchObject({ status: 'Completed' });

  const remedies = (await h.call('GET', `/projects/${projectId}/remedies`)).body.data;
  expect(remedies).toMatchObject([
    {
      purl: 'pkg:npm/deep@1.0.0',
      isDirect: false,
      outcome: 'RAISE',
      targetVersion: '1.2.0',
      curedVulnerabilities: ['OWN-1'],
      raises: [{ purl: 'pkg:npm/web@1.0.0', fromVersion: '1.0.0', toVersion: '2.0.0', proof: 'REGISTRY' }],
      words: 'Upgrade web to 2.0.0. That removes it.',
    },
    { purl: 'pkg:npm/web@1.0.0', outcome: 'RAISE', targetVersion: '1.1.0', raises: [{ toVersion: '1.1.0' }] },
  ]);
  const { inventoryId } = remedies[0];
  expect((await h.call('GET', `/inventories/${inventoryId}/remedies`)).body.data).toEqual([remedies[0]]);

  // Facts that no registry has given are not invented, and can be requested.
  await h.call('DELETE', '/registries/npm/lookups');
  expect((await h.call('GET', `/inventories/${inventoryId}/remedies`)).body.data).toMatchObject([
    { outcome: 'UNTOLD', words: 'Unknown: no registry has listed the versions of web.' },
  ]);
  expect((await h.call('POST', `/inventories/${inventoryId}/remedies`)).body.data).toEqual([remedies[0]]);

  // The range in the lockfile allows a good version, so nothing has to be raised.
  own.advisories[0]!.packages[0]!.versions = ['<1.0.5'];
  await h.jobOver((await h.call('POST', '/advisories/own', { body: own })).body.id);
  expect((await h.call('GET', `/inventories/${inventoryId}/remedies`)).body.data).toMatchObject([
    { outcome: 'REFRESH', raises: [{ toVersion: '1.0.5', proof: 'LOCKFILE' }] },
  ]);
});

it('200: the vulnerable code is not in the tree, and a person accepts it; 409 if it is', async () => {
  const module = 'vendor/example.org/m';
  const files = {
    'go.mod': 'module example.org/app\n\ngo 1.21\n\nrequire example.org/m v1.0.0\n',
    'main.go': 'package main\n',
    'vendor/modules.txt': '# example.org/m v1.0.0\n## explicit\nexample.org/m/http2\n',
    [`${module}/http2/h.go`]: 'package http2\n\nfunc Serve() {}\n',
  };
  const { projectId } = await scan(files);
  const record = (id: string, path: string, symbols: string[]) => ({
    id,
    modified: '2026-01-02T00:00:00Z',
    affected: [
      {
        package: { ecosystem: 'Go', name: 'example.org/m' },
        ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '2.0.0' }] }],
        ecosystem_specific: { imports: [{ path, symbols }] },
      },
    ],
  });
  const records = [
    record('GO-2026-0001', 'example.org/m/html', ['Parse']),
    record('GO-2026-0002', 'example.org/m/http2', ['Serve']),
    { ...record('GO-2026-0003', '', []), affected: [{ ...record('', '', []).affected[0], ecosystem_specific: {} }] },
  ];
  const { id } = (
    await h.call('POST', '/advisories/import?source=go', {
      raw: Buffer.from(makeZip(records.map((one) => ({ name: `${one.id}.json`, body: JSON.stringify(one) })))),
      headers: { 'x-file-name': 'go.zip', 'content-type': 'application/octet-stream' },
    })
  ).body;
  expect(await h.jobOver(id)).toMatchObject({ status: 'Completed', error: '' });
  const items = (await h.call('GET', `/projects/${projectId}/remedies`)).body.data;
  expect(items).toMatchObject([{ purl: 'pkg:golang/example.org/m@v1.0.0', curedVulnerabilities: expect.any(Array) }]);
  const { inventoryId } = items[0];
  const code = (name: string) => `/inventories/${inventoryId}/vulnerabilities/${name}/code`;
  expect((await h.call('GET', code('GO-2026-0001'))).body.data).toMatchObject({
    presence: 'ABSENT',
    searchedFiles: 1,
    searched: [{ path: `${module}/http2/h.go`, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
    records: ['GO-2026-0001'],
  });
  expect((await h.call('GET', code('GO-2026-0002'))).body.data).toMatchObject({
    presence: 'PRESENT',
    found: [{ path: `${module}/http2/h.go`, part: 'Serve', sha256: expect.any(String) }],
  });
  expect((await h.call('GET', code('GO-2026-0003'))).body.data).toMatchObject({
    presence: 'UNDETERMINED',
    records: [],
  });
  for (const name of ['GO-2026-0002', 'GO-2026-0003'])
    expect((await h.call('POST', code(name), { body: {} })).status).toBe(409);
  // A file whose digest an advisory calls malicious, in any package.
  const sha256 = (await h.call('GET', code('GO-2026-0002'))).body.data.found[0].sha256;
  const malware = {
    ...record('MAL-2026-0001', '', []),
    affected: [
      {
        package: { ecosystem: 'npm', name: 'evil' },
        versions: ['1.0.0'],
        database_specific: { iocs: { files: [{ sha256 }] } },
      },
    ],
  };
  const imported = await h.call('POST', '/advisories/import?source=malware', {
    raw: Buffer.from(makeZip([{ name: 'a.json', body: JSON.stringify(malware) }])),
    headers: { 'x-file-name': 'a.zip', 'content-type': 'application/octet-stream' },
  });
  await h.jobOver(imported.body.id);
  expect((await h.call('GET', `/projects/${projectId}/maliciousFiles`)).body.data).toEqual([
    {
      fileId: expect.any(Number),
      filePath: `${module}/http2/h.go`,
      sha256,
      vulnerabilityName: 'MAL-2026-0001',
      summary: '',
      advisoryIds: ['MAL-2026-0001'],
    },
  ]);

  const accepted = await h.call('POST', code('GO-2026-0001'), { body: { detail: 'Vendored in part' } });
  expect(accepted.body.data).toMatchObject({ total: 1, changes: [{ change: 'NEW' }] });
  const { analyzedVulnerabilities } = (await h.call('GET', `/inventories/${inventoryId}/vulnerabilities/analysis`)).body
    .data;
  expect(analyzedVulnerabilities).toMatchObject([
    { suppressed: true, analysis: { state: 'NOT_AFFECTED', justification: 'CODE_NOT_PRESENT' } },
  ]);
  expect((await h.call('GET', `/inventories/${inventoryId}/decisions`)).body.data[0].ground).toMatchObject({
    by: 'person',
    evidence: 'code-not-present',
    searchedFiles: '1',
  });

  // It is valid while the code is absent from the package's files. When it lapses, the vulnerability counts again, and a
  // task says so.
  const stands = async () =>
    (await h.call('GET', `/inventories/${inventoryId}/vulnerabilities/analysis`)).body.data.analyzedVulnerabilities
      .length;
  const tasks = async () =>
    (
      await h.database.pool.query('select summary, details, priority from tasks where project_id = $1 order by id', [
        projectId,
      ])
    ).rows;
  await scanAnew(projectId, { ...files, 'main.go': 'package main\n\nfunc main() {}\n' });
  expect([await stands(), await tasks()]).toEqual([1, []]);
  await scanAnew(projectId, { ...files, [`${module}/http2/more.go`]: 'package http2\n\nfunc More() {}\n' });
  expect([await stands(), await tasks()]).toEqual([1, []]);
  expect((await h.call('GET', `/inventories/${inventoryId}/decisions`)).body.data[0]).toMatchObject({
    standing: 'holds',
    value: { state: 'NOT_AFFECTED', isSuppressed: true },
    ground: { by: 'scan', decidedBy: 'admin', evidence: 'code-not-present', searchedFiles: '2' },
  });
  const [parser, text] = [`${module}/html/p.go`, 'package html\n\nfunc Parse() {}\n'];
  await scanAnew(projectId, { ...files, [parser]: text });
  expect(await stands()).toBe(0);
  expect(await tasks()).toEqual([
    {
      summary: 'An accepted absence of vulnerable code must be checked again',
      details: expect.stringMatching(
        /^GO-2026-0001 in .* admin accepted on .* The code base now contains the vulnerable code\./,
      ),
      priority: 'HIGH',
    },
  ]);
  const open = (await h.call('GET', `/inventories/${inventoryId}/vulnerabilities`)).body.data;
  expect(open.map((one: { vulnerabilityName: string }) => one.vulnerabilityName)).toContain('GO-2026-0001');
  expect((await h.call('GET', `/inventories/${inventoryId}/decisions`)).body.data[0]).toMatchObject({
    value: { isLifted: true },
    ground: { by: 'scan', words: expect.stringContaining('now contains the vulnerable code') },
    author: 'System',
  });
  await scanAnew(projectId, { ...files, [parser]: text });
  expect(await tasks()).toHaveLength(1);
});
