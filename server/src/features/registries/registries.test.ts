import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { tar } from '../../../test/archives.ts';
import { inconsistencies } from '../../../test/consistency.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { type RegistryStandIn, startRegistry } from '../../../test/registry-server.ts';
import { closeScanPool } from '../../scans/analysis/pool.ts';
import { SECRET_MASK } from '../../security/secrets.ts';

let h: Harness;
let npm: RegistryStandIn;
let count = 0;
beforeAll(async () => {
  h = await startHarness({ ASSAY_OUTGOING_ALLOW: '127.0.0.1' });
  npm = await startRegistry();
  await h.work();
});
afterEach(() => {
  npm.answers.clear();
  npm.troubles.length = 0;
  npm.calls.length = 0;
});
afterAll(async () => {
  expect(await inconsistencies(h.database.pool)).toEqual([]);
  await h.close();
  await npm.close();
  await closeScanPool();
});

const change = (body: Record<string, unknown>, name = 'npm') =>
  h.call('PUT', `/registries/${name}`, { body: { isAsked: false, ...body } });
const shown = async (name = 'npm') => (await h.call('GET', `/registries/${name}`)).body.data;

describe('/registries', () => {
  it('200 with all registries, all switched off by default', async () => {
    const { data } = (await h.call('GET', '/registries')).body;
    expect(data).toHaveLength(10);
    expect(data.some((one: { isAsked: boolean }) => one.isAsked)).toBe(false);
    expect(await shown('pypi')).toMatchObject({
      title: 'PyPI',
      publicAddress: 'https://pypi.org',
      secret: '',
      found: 0,
    });
  });

  it('200 stores a secret that it never shows', async () => {
    expect((await change({ baseAddress: `${npm.url}/npm/`, secret: 'geheim' })).status).toBe(200);
    expect(await shown()).toMatchObject({ baseAddress: `${npm.url}/npm`, secret: SECRET_MASK });
    expect((await change({ baseAddress: `${npm.url}/npm`, secret: SECRET_MASK })).status).toBe(200);
    npm.answers.set('/npm/semver', { description: 'x', versions: { '1.0.0': {} } });
    expect((await h.call('POST', '/registries/npm/test')).body.data).toEqual({
      package: 'semver',
      versions: 1,
      description: 'x',
    });
    expect(npm.calls[0]?.headers.authorization).toBe('Bearer geheim');
    const { rows } = await h.database.pool.query("select secret_sealed from registries where name = 'npm'");
    expect(rows[0].secret_sealed.toString('latin1')).not.toContain('geheim');
  });

  it.each([
    [{ baseAddress: 'ftp://x' }, 'baseAddress'],
    [{ baseAddress: 'https://u:p@x' }, 'baseAddress'],
    [{ baseAddress: 'https://x/?a=1' }, 'baseAddress'],
    [{ baseAddress: 'https://elsewhere.example', secret: SECRET_MASK }, 'must be given again'],
    [{ userName: 'a:b', secret: 'x' }, 'colon'],
    [{ userName: 'a' }, 'required with a user name'],
    [{ secret: 'two words' }, 'token'],
  ])('400 for %o', async (body, sentence) => {
    const { status, body: answer } = await change(body);
    expect(status).toBe(400);
    expect(answer.errors[0].message).toContain(sentence);
  });

  it('400 with the reason when a test fails', async () => {
    npm.troubles.push({ status: 401 });
    const { status, body } = await h.call('POST', '/registries/npm/test');
    expect(status).toBe(400);
    expect(body.errors[0].message).toContain('the credentials are missing or wrong');
  });

  it('400 for an unknown registry', async () => {
    expect((await change({}, 'constructor')).status).toBe(400);
  });

  it('403 for everybody but system administrators', async () => {
    const as = await h.person('plain');
    for (const [method, path] of [
      ['GET', '/registries'],
      ['GET', '/registries/npm'],
      ['PUT', '/registries/npm'],
      ['POST', '/registries/npm/test'],
      ['DELETE', '/registries/npm/lookups'],
    ] as const) {
      const body = method === 'PUT' ? { isAsked: true } : undefined;
      expect((await h.call(method, path, { as, body })).status).toBe(403);
    }
  });
});

const LOCK = {
  name: 'shop',
  lockfileVersion: 3,
  packages: {
    '': { name: 'shop', dependencies: { web: '^1.0.0' } },
    'node_modules/web': { version: '1.0.0', dependencies: { log: '1' } },
    'node_modules/log': { version: '1.0.0' },
    'node_modules/own': { version: '1.0.0', license: 'ISC' },
  },
};

async function scanned(
  dependencySupport: string,
): Promise<{ id: number; notes: Record<string, string>; log: string[] }> {
  const id = (await h.call('POST', '/projects', { body: { name: `asked ${++count}` } })).body.id as number;
  const name = `Profile ${count}`;
  await h.call('POST', '/scanProfiles', { body: { name, settings: { dependencySupport } } });
  await h.call('PUT', `/projects/${id}`, { body: { scanProfileName: name } });
  const files = {
    'package.json': { name: 'shop', license: 'MIT', dependencies: { web: '^1.0.0' } },
    'package-lock.json': LOCK,
  };
  await h.call('POST', `/project/uploadProjectCodebase?projectId=${id}&deleteExistingFileOnServer=true`, {
    raw: tar(Object.entries(files).map(([path, content]) => ({ name: path, content: JSON.stringify(content) }))),
    headers: { 'content-type': 'application/octet-stream' },
  });
  const taskId = (await h.call('POST', `/scanResource/projectScan/${id}`)).body['Content: '];
  expect(await h.jobOver(taskId)).toMatchObject({ status: 'Completed', error: '' });
  const items = await h.database.pool.query(
    'select name, detection_notes, description from inventory_items where project_id = $1',
    [id],
  );
  const issues = await h.database.pool.query(
    "select message from job_issues where job_id = $1 and code like 'registry-%' order by message",
    [taskId],
  );
  return {
    id,
    notes: Object.fromEntries(items.rows.map((row) => [row.name, `${row.description} | ${row.detection_notes}`])),
    log: issues.rows.map(({ message }) => message),
  };
}

describe('a scan', () => {
  const facts = (description: string, license: string) => ({ description, versions: { '1.0.0': { license } } });

  it('asks no registry while all are switched off', async () => {
    await change({ baseAddress: npm.url });
    const { notes, log } = await scanned('ALL_TRANSITIVE');
    expect(notes['log 1.0.0']).toContain('No license is declared.');
    expect([npm.calls, log]).toEqual([[], []]);
  });

  it('asks no registry if the profile supports no dependencies', async () => {
    await change({ baseAddress: npm.url, isAsked: true });
    await scanned('NONE');
    expect(npm.calls).toEqual([]);
  });

  it('asks only for direct dependencies if the profile says so', async () => {
    npm.answers.set('/web', facts('A web', 'MIT'));
    const { notes } = await scanned('FIRST_LEVEL');
    expect(npm.calls.map(({ path }) => path)).toEqual(['/web']);
    expect(Object.keys(notes)).toContain('web 1.0.0 (MIT)');
    await h.call('DELETE', '/registries/npm/lookups');
  });

  it('adds missing facts, names their source, and says what is still missing', async () => {
    npm.answers.set('/web', facts('A web', 'MIT'));
    npm.answers.set('/own', facts('Its own', 'GPL-3.0-only'));
    const { notes, log } = await scanned('ALL_TRANSITIVE');
    const host = new URL(npm.url).host;
    expect(notes['web 1.0.0 (MIT)']).toMatch(
      new RegExp(
        `^A web \\| Pinned by the lockfile package-lock.json \\(line 1\\). The license MIT is what ${host} \\(asked on \\d{4}-\\d\\d-\\d\\d\\) tells.$`,
      ),
    );
    // The lockfile states its license, which wins.
    expect(notes['own 1.0.0 (ISC)']).toContain(
      'Its own | Pinned by the lockfile package-lock.json (line 1). The package declares the license ISC.',
    );
    expect(notes['log 1.0.0']).toContain('No license is declared.');
    expect(log).toEqual(['npm does not have 1 package: log.']);
    // The name of the code base itself is not sent.
    expect(npm.calls.map(({ path }) => path).sort()).toEqual(['/log', '/own', '/web']);
  });

  it('does not ask again for known answers', async () => {
    const { notes, log } = await scanned('ALL_TRANSITIVE');
    expect(Object.keys(notes)).toContain('web 1.0.0 (MIT)');
    expect([npm.calls, log]).toEqual([[], []]);
    expect(await shown()).toMatchObject({ found: 2, notFound: 1, failed: 0 });
  });

  it("200 with the registry's answer for a package", async () => {
    const as = await h.person('reader');
    const { body } = await h.call('GET', '/packageLookup?purl=pkg:npm/web@7', { as });
    expect(body.data).toMatchObject({
      purl: 'pkg:npm/web',
      registry: 'npm',
      outcome: 'FOUND',
      versions: [{ version: '1.0.0', license: 'MIT', releasedOn: '', isWithdrawn: false }],
    });
    expect((await h.call('GET', '/packageLookup?purl=pkg:npm/never', { as })).status).toBe(404);
    expect((await h.call('GET', '/packageLookup?purl=web', { as })).status).toBe(400);
  });

  it('continues if the registry does not answer, and says so', async () => {
    await h.call('DELETE', '/registries/npm/lookups');
    await change({ baseAddress: 'http://127.0.0.1:1', isAsked: true });
    const { notes, log } = await scanned('ALL_TRANSITIVE');
    expect(Object.keys(notes)).toContain('web 1.0.0');
    expect(log).toHaveLength(1);
    expect(log[0]).toMatch(
      /^npm could not be queried for 3 packages: log, own, web\. 127\.0\.0\.1:1 cannot be reached/,
    );
  });
});
