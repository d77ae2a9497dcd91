// TFVC as a source, against a stand-in on the loopback that answers as Microsoft documents the API: what lands in the code base, what is asked again, and
// what is told when it fails. No real server was at hand.
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { serveTfs, TfsCollection, type TfsServer } from '../../../test/tfs-server.ts';

const USER = 'DOMAIN\\ann';
const PASSWORD = 's3cret: wörd';
let h: Harness;
let server: TfsServer;
let count = 0;

beforeAll(async () => {
  h = await startHarness({ ASSAY_OUTGOING_ALLOW: '127.0.0.1' });
  await h.work();
  server = await serveTfs();
});
afterAll(async () => {
  await server.close();
  await h.close();
});

const collection = (name: string) => {
  const made = new TfsCollection();
  made.users.set(USER, PASSWORD);
  server.collections.set(name, made);
  return made;
};
const project = async () =>
  (await h.call('POST', '/projects', { body: { name: `from tfs ${++count}` } })).body.id as number;
const instance = async (projectId: number, body: Record<string, unknown>) => {
  const whole = { username: USER, password: PASSWORD, ...body };
  const { status } = await h.call('POST', `/scmInstances/TFS?projectId=${projectId}`, { body: whole });
  expect(status).toBe(201);
};
const sync = async (projectId: number) => {
  const answer = await h.call('POST', `/scmInstances/sync?projectId=${projectId}`);
  expect(answer.status).toBe(202);
  return h.jobOver(answer.body.id);
};
const test = async (body: Record<string, unknown>) => {
  const id = await project();
  await instance(id, body);
  const answer = await h.call('POST', `/scmInstances?projectId=${id}&scmType=TFS&instanceId=0`);
  const message = answer.status === 200 ? answer.body.message : answer.body.errors[0].message;
  return [answer.status, message] as [number, string];
};
const paths = async (projectId: number) =>
  (await h.database.pool.query('select path from files where project_id = $1 order by path collate "C"', [projectId])).rows.map((row) => row.path as string); // biome-ignore format: one query
const lastSync = async (projectId: number) =>
  (await h.call('GET', `/scmInstances?projectId=${projectId}`)).body.propertyList[0].lastSync;
const brought = async (body: Record<string, unknown>) => {
  const id = await project();
  await instance(id, body);
  const job = await sync(id);
  expect([job.status, job.error]).toEqual(['Completed', '']);
  return id;
};
/** Paths of the contents that were asked for since the last call. */
const asked = () =>
  server.requests.splice(0).flatMap((one) => {
    const path = new URLSearchParams(one.replace(/^[^?]*\?/, '')).get('path');
    return path === null ? [] : [path];
  });

describe('TFVC', () => {
  it('brings the latest changeset, and after that only what changed', async () => {
    const made = collection('/tfs/Main');
    made.checkIn({ '$/Proj/a.c': 'int a;\n', '$/Proj/src/b c.txt': 'b', '$/Other/x': 'x' });
    asked();
    const id = await brought({ url: `${server.address}/tfs/Main/Proj` });
    expect(await paths(id)).toEqual(['tfs.0/a.c', 'tfs.0/src/b c.txt']);
    expect(asked().sort()).toEqual(['$/Proj/a.c', '$/Proj/src/b c.txt']);
    expect(await lastSync(id)).toMatchObject({ isGood: true, sources: [{ folder: 'tfs.0', asked: 'latest', revision: '1', part: '$/Proj' }] }); // biome-ignore format: one claim

    made.checkIn({ '$/Other/x': 'changed elsewhere' });
    expect((await sync(id)).details).toContain('nothing has changed');
    expect(asked()).toEqual([]);

    made.checkIn({ '$/Proj/a.c': null, '$/Proj/new.c': 'new' });
    await sync(id);
    expect(await paths(id)).toEqual(['tfs.0/new.c', 'tfs.0/src/b c.txt']);
    expect(asked()).toEqual(['$/Proj/new.c']);
  });

  it('brings a changeset, a folder, and a file that the store has lost', async () => {
    const made = collection('/tfs/Old');
    made.checkIn({ '$/Proj/m/a': 'old', '$/Proj/m/b': 'b', '$/Proj/n': 'n' });
    made.checkIn({ '$/Proj/m/a': 'new' });
    asked();
    const id = await brought({ url: `http:127.0.0.1:${server.port}/tfs/Old/$/Proj/M`, changeSet: '1' });
    expect(await paths(id)).toEqual(['tfs.0/a', 'tfs.0/b']);
    expect((await lastSync(id)).sources[0]).toMatchObject({ asked: 'changeset 1', revision: '1' });
    const other = await brought({ url: `${server.address}/tfs/Old/Proj/m` });
    const { rows } = await h.database.pool.query('select encode(sha256, $2) as sha from files where project_id = $1 and path = $3', [other, 'hex', 'tfs.0/a']); // biome-ignore format: one query
    expect(rows[0].sha).toBe('11507a0e2f5e69d5dfa40a62a1bd7b6ee57e6bcd85c67c9b8431b36fff21c437');
    // The other project had b already.
    expect(asked().sort()).toEqual(['$/Proj/m/a', '$/Proj/m/a', '$/Proj/m/b']);
  });

  it('brings a label in pages, each file at its own version', async () => {
    const made = collection('/Labelled');
    made.longestPage = 2;
    made.checkIn({ '$/Proj/a': 'a1', '$/Proj/b': 'b1', '$/Other/z': 'z' });
    made.checkIn({ '$/Proj/a': 'a2', '$/Proj/c': 'c2' });
    const items = (['a', 'b', 'c'] as const).map(
      (name) => [`$/Proj/${name}`, name === 'c' ? 2 : 1] as [string, number],
    );
    const label = made.label('R 1', '$/Proj', [...items, ['$/Other/z', 1]]);
    made.label('Twice', '$/Proj', []);
    made.label('Twice', '$/Proj/src', []);
    made.label('Twice', '$/Other', []);
    const url = `${server.address}/Labelled/Proj`;
    const id = await brought({ url, label: 'r 1' });
    expect(await paths(id)).toEqual(['tfs.0/a', 'tfs.0/b', 'tfs.0/c']);
    expect((await sync(id)).details).toContain('nothing has changed');
    label.items.pop();
    label.items.pop();
    label.modifiedDate = '2020-01-01T00:00:00.000Z';
    await sync(id);
    expect(await paths(id)).toEqual(['tfs.0/a', 'tfs.0/b']);
    expect(await test({ url, label: 'Twice' })).toEqual([400, expect.stringContaining('Twice@$/Proj, Twice@$/Proj/src')]); // biome-ignore format: one claim
    expect((await test({ url, label: 'Twice@$/Proj/src' }))[0]).toBe(200);
    expect(await test({ url, label: 'None' })).toEqual([400, expect.stringContaining('no label None')]);
    expect(await test({ url, label: 'R 1', changeSet: '1' })).toEqual([400, expect.stringContaining('Only one')]);
  });

  it('takes files without told sizes, large ones, and lists that do not fit in one answer', async () => {
    const made = collection('/tfs/Large');
    made.saysDigests = false;
    const large = Buffer.alloc(9 << 20, 'large ');
    made.checkIn({ '$/Proj/a/large.bin': large, '$/Proj/a/deep/small': 's', '$/Proj/top': 't' });
    made.instead = (_, response, url) => {
      const scope = url.searchParams.get('scopePath') ?? '';
      if (scope !== '$/Proj' || url.searchParams.get('recursionLevel') !== 'Full') return false;
      response.writeHead(200, { 'content-type': 'application/json' });
      const more = () => {
        while (response.write(Buffer.alloc(1 << 20, ' ')));
        response.once('drain', more);
      };
      more();
      return true;
    };
    const id = await brought({ url: `${server.address}/tfs/Large/Proj` });
    expect(await paths(id)).toEqual(['tfs.0/a/deep/small', 'tfs.0/a/large.bin', 'tfs.0/top']);
    const { rows } = await h.database.pool.query('select size_bytes from files where project_id = $1 and path like $2', [id, '%large.bin']); // biome-ignore format: one query
    expect(Number(rows[0].size_bytes)).toBe(large.length);
  });

  it('is what a scan begins with', async () => {
    collection('/tfs/Scanned').checkIn({ '$/Proj/LICENSE': 'Permission is hereby granted, free of charge', '$/Proj/a.c': 'int a;\n' }); // biome-ignore format: one claim
    const id = await project();
    await instance(id, { url: `${server.address}/tfs/Scanned/Proj` });
    const scan = await h.call('POST', `/scanResource/projectScan/${id}`);
    const job = await h.jobOver(Number(/\d+/.exec(JSON.stringify(scan.body))?.[0]));
    expect([job.status, job.error]).toEqual(['Completed', '']);
    expect(job.details).toContain('tfs.0 at 1 (latest)');
  });
});

describe('a test of the connection', () => {
  it('tells a good address from a wrong one, wrong credentials, a missing project and changeset', async () => {
    collection('/tfs/Tested').checkIn({ '$/Proj/a': 'a' });
    const windows = collection('/tfs/Windows');
    windows.schemes = ['Negotiate', 'NTLM'];
    windows.checkIn({ '$/Proj/a': 'a' });
    const gone = await serveTfs();
    await gone.close();
    const url = `${server.address}/tfs/Tested/Proj`;
    const cases: [Record<string, string>, number, string][] = [
      [{ url }, 200, 'the last change there is changeset 1.'],
      [{ url, changeSet: 'C1' }, 200, 'at changeset 1'],
      [{ url, changeSet: '99' }, 400, 'TF14019'],
      [{ url, changeSet: 'yesterday' }, 400, 'must be a number'],
      [{ url: `${server.address}/tfs/Tested/None` }, 400, 'There is no collection, project or folder'],
      [{ url: `${server.address}/tfs/None/Proj` }, 400, 'There is no collection, project or folder'],
      [{ url: `${url}/none` }, 400, 'has no file in $/Proj/none'],
      [{ url, password: 'wrong' }, 400, 'does not accept these credentials'],
      [{ url, username: 'bob' }, 400, 'does not accept these credentials'],
      [{ url: `${server.address}/tfs/Windows/Proj`, password: 'x' }, 400, 'offers only Windows sign-in'],
      [{ url: `${gone.address}/tfs/Tested/Proj` }, 400, 'cannot be reached'],
      [{ url: 'http://127.0.0.2/tfs/Tested/Proj' }, 400, 'ASSAY_OUTGOING_ALLOW'],
    ];
    for (const [body, status, words] of cases) {
      const found = await test(body);
      expect([body, ...found]).toEqual([body, status, expect.stringContaining(words)]);
      expect(found[1]).not.toContain(PASSWORD);
      expect(found[1]).not.toContain(Buffer.from(`${USER}:${PASSWORD}`).toString('base64'));
    }
  });

  it('answers in time, follows no redirect, and hides the password in what the server says', async () => {
    const made = collection('/tfs/Odd');
    const url = `${server.address}/tfs/Odd/Proj`;
    made.instead = () => true;
    const begun = Date.now();
    expect(await test({ url })).toEqual([400, expect.stringContaining('5 seconds')]);
    expect(Date.now() - begun).toBeLessThan(9000);
    let redirected = 0;
    made.instead = (request, response) => {
      redirected++;
      expect(request.url).not.toContain('elsewhere');
      response.writeHead(302, { location: '/tfs/Odd/elsewhere' }).end();
      return true;
    };
    expect(await test({ url })).toEqual([400, expect.stringContaining('leads to another address')]);
    expect(redirected).toBe(1);
    made.instead = (_, response) => {
      response.writeHead(302, { location: 'https://spsprodweu1.vssps.visualstudio.com/_signin?realm=x' }).end();
      return true;
    };
    expect(await test({ url })).toEqual([400, expect.stringContaining('does not accept these credentials')]);
    made.instead = (request, response) => {
      response.writeHead(500).end(JSON.stringify({ message: `no: ${request.headers.authorization} ${PASSWORD}` }));
      return true;
    };
    expect(await test({ url })).toEqual([400, expect.stringContaining('cannot answer now (status 500) (no: Basic ******** ********)')]); // biome-ignore format: one claim
    made.instead = (_, response) => {
      response.writeHead(200).end('<html>');
      return true;
    };
    expect(await test({ url })).toEqual([400, expect.stringContaining('something unexpected')]);
  });
});

describe('a server that lies', () => {
  const failing = async (url: string, words: string) => {
    const id = await project();
    await instance(id, { url });
    const job = await sync(id);
    expect([job.status, job.error]).toEqual(['Failed', expect.stringContaining(words)]);
    expect(await paths(id)).toEqual([]);
    expect(readdirSync(h.app.folder.temporary).filter((name) => name.startsWith('tfs-'))).toEqual([]);
  };
  const listing = (name: string, value: unknown[]) => {
    const made = collection(name);
    made.checkIn({ '$/Proj/a': 'a' });
    made.instead = (_, response, { searchParams }) => {
      if (!searchParams.has('scopePath')) return false;
      response.writeHead(200).end(JSON.stringify({ count: value.length, value }));
      return true;
    };
    return `${server.address}${name}/Proj`;
  };

  it('about a content, or about where a file lies', async () => {
    const item = { path: '$/Proj/a', version: 1 };
    await failing(listing('/tfs/L1', [{ ...item, size: 1, hashValue: 'AAAA' }]), 'another content');
    await failing(listing('/tfs/L2', [{ ...item, size: 2 }]), 'another content');
    await failing(listing('/tfs/L3', [{ ...item, path: '$/Other/a' }]), 'is not in $/Proj');
    await failing(listing('/tfs/L4', [{ path: 7, version: 1 }]), 'something unexpected');
    await failing(listing('/tfs/L5', [{ ...item, path: '$/Proj' }]), 'is a file');
  });

  it('skips links and names that lead out', async () => {
    const made = collection('/tfs/Names');
    made.links.add('$/Proj/link');
    made.checkIn({ '$/Proj/link': '/etc/passwd', '$/Proj/../../up': 'u', '$/Proj/ok': 'o' });
    const id = await brought({ url: `${server.address}/tfs/Names/Proj` });
    expect(await paths(id)).toEqual(['tfs.0/ok']);
    const { rows } = await h.database.pool.query('select code, path from codebase_issues where project_id = $1 order by code', [id]); // biome-ignore format: one query
    expect(rows.map(({ code }) => code)).toEqual(['skipped-entry', 'unsafe-path']);
  });

  it('that sends the same page of a label for ever', async () => {
    const made = collection('/tfs/Pages');
    made.checkIn({ '$/Proj/a': 'a' });
    made.label('L', '$/Proj', []);
    made.instead = (_, response, url) => {
      if (!url.pathname.endsWith('/items')) return false;
      response.writeHead(200).end(JSON.stringify({ value: [{ path: '$/Proj/a', version: 1 }] }));
      return true;
    };
    const id = await project();
    await instance(id, { url: `${server.address}/tfs/Pages/Proj`, label: 'L' });
    expect((await sync(id)).error).toContain('the same page twice');
  });

  it('keeps the code of the last good synchronisation', async () => {
    const made = collection('/tfs/Kept');
    made.checkIn({ '$/Proj/a': 'a' });
    const id = await brought({ url: `${server.address}/tfs/Kept/Proj` });
    made.users.clear();
    expect((await sync(id)).error).toContain('does not accept these credentials');
    expect(await paths(id)).toEqual(['tfs.0/a']);
    expect(await lastSync(id)).toMatchObject({ isGood: false, sources: [{ revision: '1' }] });
  });
});
