// Packages as sources, against a stand-in for registries that answers as they document it.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { tar, tarGz, zip } from '../../../test/archives.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { type RegistryStandIn, startRegistry } from '../../../test/registry-server.ts';

let h: Harness;
let registry: RegistryStandIn;
let projectId: number;
let count = 0;
beforeAll(async () => {
  h = await startHarness({ ASSAY_OUTGOING_ALLOW: '127.0.0.1' });
  await h.work();
  registry = await startRegistry();
  for (const name of ['npm', 'pypi', 'maven', 'cargo', 'gem', 'nuget', 'composer', 'pub', 'hex'])
    await h.database.pool.query('update registries set is_asked = true, base_address = $2 where name = $1', [
      name,
      registry.url,
    ]);
});
beforeEach(async () => {
  registry.answers.clear();
  registry.calls.length = 0;
  projectId = (await h.call('POST', '/projects', { body: { name: `project ${++count}` } })).body.id;
});
afterAll(async () => {
  await registry.close();
  await h.close();
});

const digest = (algorithm: string, bytes: Buffer, form: 'hex' | 'base64' = 'hex') =>
  createHash(algorithm).update(bytes).digest(form);
const TARBALL = tarGz([{ name: 'package/index.js', content: 'module.exports = 1;\n' }]);
const path = () => `/projects/${projectId}/packageSources`;

function answerNpm(dist: Record<string, string> = {}, bytes: Buffer = TARBALL): void {
  registry.answers.set('/@shop%2Fleft', {
    versions: {
      '1.0.0': {
        dist: {
          tarball: `${registry.url}/left-1.0.0.tgz`,
          integrity: `sha512-${digest('sha512', bytes, 'base64')}`,
          ...dist,
        },
      },
      '1.1.0': {},
    },
  });
  registry.answers.set('/left-1.0.0.tgz', TARBALL);
}

const add = (...purls: string[]) => h.call('POST', path(), { body: { purls } });

async function synchronise(): Promise<{ status: string; error: string; details: string }> {
  const { status, body } = await h.call('POST', `/scmInstances/sync?projectId=${projectId}`);
  expect(status, JSON.stringify(body)).toBe(202);
  return h.jobOver(body.id);
}

const paths = async () =>
  (await h.database.pool.query('select path from files where project_id = $1 order by path', [projectId])).rows.map(
    (row) => row.path,
  );

it('sources of five registries come with the digests that they state; each has a folder of its own', async () => {
  answerNpm();
  const sdist = tarGz([{ name: 'six-1.0/six.py', content: 'pass\n' }]);
  registry.answers.set('/pypi/six/json', {
    releases: {
      '1.0': [
        { packagetype: 'bdist_wheel', url: `${registry.url}/six.whl`, digests: { sha256: '0'.repeat(64) } },
        { packagetype: 'sdist', url: `${registry.url}/six.tar.gz`, digests: { sha256: digest('sha256', sdist) } },
      ],
    },
  });
  registry.answers.set('/six.tar.gz', sdist);
  const jar = await zip({ 'org/x/A.java': 'class A {}' });
  registry.answers.set('/org/x/a/1/a-1-sources.jar', jar);
  registry.answers.set('/org/x/a/1/a-1-sources.jar.sha1', digest('sha1', jar));
  const crate = tarGz([{ name: 'c-2.0.0/src/lib.rs', content: 'fn f() {}' }]);
  registry.answers.set('/api/v1/crates/c', {
    crate: {},
    versions: [{ num: '2.0.0', dl_path: '/api/v1/crates/c/2.0.0/download', checksum: digest('sha256', crate) }],
  });
  registry.answers.set('/api/v1/crates/c/2.0.0/download', crate);
  const gem = tar([{ name: 'data.tar.gz', content: tarGz([{ name: 'lib/g.rb', content: 'module G; end' }]) }]);
  registry.answers.set('/api/v1/versions/g.json', [{ number: '3', platform: 'ruby', sha: digest('sha256', gem) }]);
  registry.answers.set('/gems/g-3.gem', gem);

  expect(
    (
      await add(
        'pkg:npm/%40shop/left@1.0.0',
        'pkg:pypi/six@1.0',
        'pkg:maven/org.x/a@1',
        'pkg:cargo/c@2.0.0',
        'pkg:gem/g@3',
      )
    ).status,
  ).toBe(201);
  expect(await synchronise()).toMatchObject({ status: 'Completed', error: '' });
  expect(await paths()).toEqual([
    'purl.0/cargo/c@2.0.0/c-2.0.0/src/lib.rs',
    'purl.0/gem/g@3/data.tar.gz/lib/g.rb',
    'purl.0/maven/org.x/a@1/org/x/A.java',
    'purl.0/npm/@shop/left@1.0.0/package/index.js',
    'purl.0/pypi/six@1.0/six-1.0/six.py',
  ]);
  const [source] = (await h.call('GET', path())).body.data;
  expect(source).toMatchObject({
    instanceId: 0,
    folder: 'purl.0',
    purls: expect.arrayContaining(['pkg:npm/%40shop/left@1.0.0']),
  });

  registry.calls.length = 0;
  expect((await synchronise()).details).toMatch(/nothing has changed/);
  expect(registry.calls.map((call) => call.path)).not.toContain('/left-1.0.0.tgz');

  expect((await h.call('DELETE', `${path()}/0`)).status).toBe(200);
  await add('pkg:npm/%40shop/left@1.0.0');
  expect(await synchronise()).toMatchObject({ status: 'Completed' });
  expect(await paths()).toEqual(['purl.0/npm/@shop/left@1.0.0/package/index.js']);
});

it('sources of NuGet, Composer, pub and Hex come with the digests that these document', async () => {
  const archive = await zip({ 'lib/a.txt': 'a' });
  const inner = tarGz([{ name: 'lib/a.ex', content: 'a' }]);
  const outer = tar([
    { name: 'VERSION', content: '3' },
    { name: 'contents.tar.gz', content: inner },
  ]);
  const at = (name: string, bytes: Buffer) => {
    registry.answers.set(`/archives/${name}`, bytes);
    return `${registry.url}/archives/${name}`;
  };
  registry.answers.set('/some.lib/index.json', {
    items: [{ items: [{ catalogEntry: { '@id': `${registry.url}/catalog/1.json`, version: '1.0.0-Beta' }, packageContent: at('n.nupkg', archive) }] }], // biome-ignore format: one answer
  });
  registry.answers.set('/catalog/1.json', { packageHash: digest('sha512', archive, 'base64'), packageHashAlgorithm: 'SHA512' }); // biome-ignore format: one answer
  registry.answers.set('/p2/acme/lib.json', {
    packages: { 'acme/lib': [{ version: '2.0.0', dist: { type: 'zip', url: at('c.zip', archive), shasum: digest('sha1', archive) } }, { version: '1.0.0', dist: { type: 'zip', url: 'https://x/y', shasum: '' } }] }, // biome-ignore format: one answer
  });
  registry.answers.set('/api/packages/dart_lib', {
    versions: [{ version: '1.2.0', archive_url: at('p.tar.gz', TARBALL), archive_sha256: digest('sha256', TARBALL) }],
  });
  registry.answers.set('/api/packages/elixir_lib', { releases: [{ version: '0.1.0' }] });
  registry.answers.set('/api/packages/elixir_lib/releases/0.1.0', { checksum: digest('sha256', outer) });
  registry.answers.set('/tarballs/elixir_lib-0.1.0.tar', outer);
  await add('pkg:nuget/Some.Lib@1.0.0-Beta', 'pkg:composer/acme/lib@2.0.0', 'pkg:pub/dart_lib@1.2.0', 'pkg:hex/elixir_lib@0.1.0'); // biome-ignore format: one list
  expect(await synchronise()).toMatchObject({ status: 'Completed', error: '' });
  const { rows } = await h.database.pool.query('select path from files where project_id = $1 order by path collate "C"', [projectId]); // biome-ignore format: one query
  expect(rows.map(({ path }) => path.split('/').slice(1).join('/'))).toEqual([
    'composer/acme/lib@2.0.0/lib/a.txt',
    'hex/elixir_lib@0.1.0/VERSION',
    'hex/elixir_lib@0.1.0/contents.tar.gz/lib/a.ex',
    'nuget/Some.Lib@1.0.0-Beta/lib/a.txt',
    'pub/dart_lib@1.2.0/package/index.js',
  ]);
  // Packagist states no digest: nothing vouches for what a code host sends.
  projectId = (await h.call('POST', '/projects', { body: { name: `project ${++count}` } })).body.id;
  await add('pkg:composer/acme/lib@1.0.0');
  expect((await synchronise()).error).toContain('no archive with its sources and a digest');
});

it('a wrong digest is refused, and the code base stays', async () => {
  answerNpm();
  await add('pkg:npm/%40shop/left@1.0.0');
  await synchronise();
  answerNpm({}, Buffer.from('other bytes'));
  const job = await synchronise();
  expect(job.status).toBe('Failed');
  expect(job.error).toMatch(/has the sha512 [0-9a-f]{128}, but the registry states [0-9a-f]{128}/);
  expect(await paths()).toEqual(['purl.0/npm/@shop/left@1.0.0/package/index.js']);
});

it('an address inside of the network that nobody allowed is refused, also behind a redirect', async () => {
  answerNpm({ tarball: 'http://169.254.169.254/latest/meta-data' });
  await add('pkg:npm/%40shop/left@1.0.0');
  const job = await synchronise();
  expect(job.status).toBe('Failed');
  expect(job.error).toMatch(/could not be fetched: .*169\.254\.169\.254|not public|ASSAY_OUTGOING_ALLOW/);
  answerNpm();
  await h.call('POST', `${path()}/0/test`);
  registry.troubles.push({ status: 200, body: JSON.stringify(registry.answers.get('/@shop%2Fleft')) });
  registry.troubles.push({ status: 302, headers: { location: 'http://169.254.169.254/x' } });
  const second = await synchronise();
  expect(second).toMatchObject({ status: 'Failed' });
  expect(await paths()).toEqual([]);
});

it('a version that is missing, a package that is missing, and one without a digest', async () => {
  answerNpm();
  const said = async (purl: string) => {
    const { id } = (await add(purl)).body;
    return (await h.call('POST', `${path()}/${id}/test`)).body.errors[0].message;
  };
  expect(await said('pkg:npm/%40shop/left@9')).toMatch(/has no such version. It has 1.0.0, 1.1.0/);
  expect(await said('pkg:npm/absent@1')).toMatch(/has no package of this name/);
  expect(await said('pkg:npm/%40shop/left@1.1.0')).toMatch(/no archive with its sources and a digest/);
});

it('a registry that is not switched on is not asked', async () => {
  await h.database.pool.query("update registries set is_asked = false where name = 'cargo'");
  await add('pkg:cargo/c@1');
  expect((await synchronise()).error).toMatch(/crates.io is not switched on/);
  expect(registry.calls).toEqual([]);
});

it.each([
  ['no package URL', 'npm/lodash', /is no package URL/],
  ['another type', 'pkg:swift/example.org/m@v1', /sources of the type "swift" are not fetched/],
  ['no version', 'pkg:npm/lodash', /names no version/],
  ['a folder elsewhere', 'pkg:npm/..@1', /elsewhere|no package URL/],
  ['a version that leads elsewhere', 'pkg:npm/a@..%2f..%2fb', /elsewhere/],
  ['qualifiers', 'pkg:npm/a@1?repository_url=http://169.254.169.254', /qualifiers/],
])('400 for %s', async (_what, purl, words) => {
  const { status, body } = await add(purl);
  expect(status).toBe(400);
  expect(body.errors[0].message).toMatch(words);
});
