// A search of the library that also asks package registries.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { type RegistryStandIn, startRegistry } from '../../../test/registry-server.ts';

let h: Harness;
let registry: RegistryStandIn;
beforeAll(async () => {
  h = await startHarness({ ASSAY_OUTGOING_ALLOW: '127.0.0.1' });
  registry = await startRegistry();
  for (const name of ['npm', 'pypi', 'maven'])
    await h.call('PUT', `/registries/${name}`, { body: { isAsked: true, baseAddress: `${registry.url}/${name}` } });
});
afterEach(async () => {
  registry.answers.clear();
  registry.troubles.length = 0;
  registry.calls.length = 0;
  await allow(false);
});
afterAll(async () => {
  await h.close();
  await registry.close();
});

const allow = (searchRegistries: boolean) => h.call('PUT', '/siteSettings', { body: { searchRegistries } });
const search = async (query: string) => {
  const { status, body, headers } = await h.call('GET', `/components/search?${query}`);
  expect(status).toBe(200);
  const { registries } = headers as Record<string, string | undefined>;
  return { found: body.data, asked: registries === undefined ? undefined : JSON.parse(registries) };
};
const names = ({ found }: { found: { name: string }[] }) => found.map(({ name }) => name);

const npmAnswer = (...packages: object[]) => ({ objects: packages.map((one) => ({ package: one })) });

it('asks nobody while the site does not allow it', async () => {
  expect(await search('searchTerm=left')).toEqual({ found: [], asked: undefined });
  expect(registry.calls).toEqual([]);
});

it('finds what was never scanned, with its origin, newest version and license', async () => {
  await allow(true);
  registry.answers.set(
    '/npm/-/v1/search?text=left&size=25',
    npmAnswer(
      { name: 'left-pad', description: 'Pads', version: '1.3.0', license: 'WTFPL', links: { homepage: 'https://x.example' } },
      { name: '@some/left', version: '2.0.0' },
      { name: 'unrelated', description: 'left is in its description only', version: '1.0.0' },
    ), // biome-ignore format: one claim
  );
  const { found, asked } = await search('searchTerm=left&includeVersions=true');
  expect(found).toMatchObject([
    { name: '@some/left', forge: 'npm', versionList: [{ name: '2.0.0' }] },
    {
      name: 'left-pad',
      description: 'Pads',
      url: 'https://x.example',
      versionList: [{ name: '1.3.0' }],
      licenseList: [{ name: 'Do What The F*ck You Want To Public License' }],
      learnedFrom: { kind: 'REGISTRY', name: new URL(registry.url).host },
    },
  ]);
  expect(asked).toMatchObject([
    { registry: 'maven', state: 'impossible', problem: expect.stringContaining('search.maven.org') },
    { registry: 'npm', state: 'answered', found: 2, problem: '', askedOn: expect.any(String) },
    { registry: 'pypi', state: 'answered', found: 0, problem: '' },
  ]);
});

it('asks the same only once, and says since when it knows', async () => {
  await allow(true);
  const again = await search('searchTerm=LEFT');
  expect(names(again)).toEqual(['@some/left', 'left-pad']);
  expect(again.asked.map(({ state }: { state: string }) => state)).toEqual(['impossible', 'known', 'known']);
  expect(registry.calls).toEqual([]);
});

it('tells a registry that fails, finds what the others have, and asks it again after a minute', async () => {
  await allow(true);
  registry.answers.set('/pypi/pypi/flask/json', {
    info: { version: '3.0.0', summary: 'Web' },
    releases: { '3.0.0': [] },
  });
  registry.troubles.push({ status: 401 });
  const { asked, ...first } = await search('searchTerm=flask');
  const failed = asked.filter(({ state }: { state: string }) => state === 'failed');
  expect(failed).toHaveLength(1);
  expect(failed[0].problem).toContain('returned status 401: the credentials are missing or wrong');
  await h.database.pool.query("update registry_searches set asked_at = asked_at - interval '2 minutes'");
  registry.answers.set('/npm/-/v1/search?text=flask&size=25', npmAnswer());
  const second = await search('searchTerm=flask');
  expect(names(second)).toEqual(['flask']);
  expect(names(first).every((name: string) => name === 'flask')).toBe(true);
  expect(second.asked.filter(({ state }: { state: string }) => state === 'failed')).toEqual([]);
});

it('asks a mirror without a search for the whole name, and tells that it has none', async () => {
  await allow(true);
  const mirrored = { name: '@mirror/only', versions: { '1.0.0': { license: 'MIT' } }, time: {} };
  registry.answers.set('/npm/@mirror%2Fonly', mirrored);
  const { found, asked } = await search('searchTerm=@mirror/only');
  expect(names({ found })).toEqual(['@mirror/only']);
  expect(asked).toContainEqual(expect.objectContaining({ registry: 'npm', state: 'answered', found: 1 }));
  const none = await search('searchTerm=nowhere');
  expect(none.asked).toContainEqual(
    expect.objectContaining({ registry: 'npm', state: 'failed', problem: expect.stringContaining('has no search') }),
  );
});

it('asks the registry of a forge for one package, and has all its versions', async () => {
  await allow(true);
  registry.answers.set('/npm/@babel%2Fcore', {
    description: 'Compiler',
    versions: { '7.0.0': { license: 'MIT' }, '7.1.0': { license: 'MIT', deprecated: 'old' } },
  });
  const { found, asked } = await search('searchBy=FORGE&forgeName=npm&packageName=@babel/core&includeVersions=true');
  expect(found).toMatchObject([{ name: '@babel/core', versionList: [{ name: '7.0.0' }, { name: '7.1.0' }] }]);
  expect(asked).toMatchObject([{ registry: 'npm', state: 'answered', found: 1 }]);
  const lookup = await h.call('GET', '/packageLookup?purl=pkg:npm/%2540babel/core');
  expect(lookup.body.data).toMatchObject({ outcome: 'FOUND', description: 'Compiler' });
});

it('asks nobody for a search that no registry can answer, or if the caller does not want it', async () => {
  await allow(true);
  expect((await search('searchBy=URL&searchTerm=x.example')).asked).toEqual([]);
  expect((await search('searchTerm=other&askRegistries=false')).asked).toBeUndefined();
  expect(registry.calls).toEqual([]);
});

it('leaves what scans and people know as it is', async () => {
  await allow(true);
  await h.database.pool.query(
    "insert into components (name, title, url, description, purl) values ('kept', 'kept', '', 'Ours', 'pkg:npm/kept')",
  );
  registry.answers.set(
    '/npm/-/v1/search?text=kept&size=25',
    npmAnswer({ name: 'kept', description: 'Theirs', version: '1.0.0', links: { homepage: 'https://kept.example' } }),
  );
  const { found } = await search('searchTerm=kept');
  expect(found).toMatchObject([{ description: 'Ours', url: 'https://kept.example' }]);
  expect(found[0]).not.toHaveProperty('learnedFrom');
});
