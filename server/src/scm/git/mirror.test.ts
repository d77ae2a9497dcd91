// Mirrors over time: what killed programs leave behind, packs and damage.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Repository } from '../../../test/git-servers.ts';
import type { App } from '../../app.ts';
import { fetchHistory, fetchRevision, type Mirror, withMirror } from './mirror.ts';
import { openRemote } from './remote.ts';

const NOBODY = { userName: '', password: '' };
const { signal } = new AbortController();
let root: string;
let app: App;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'assay-mirror-'));
  app = {
    config: { scmAddresses: { protocols: [], fileFolders: [root] }, maxUploadBytes: 1 << 30 },
    folder: { mirrors: join(root, 'mirrors'), temporary: join(root, 'temporary') },
    now: () => new Date(),
  } as unknown as App;
});
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

/** Works in the mirror of a repository of this name. */
async function inMirror<T>(name: string, work: (mirror: Mirror, fetch: Fetches) => Promise<T>): Promise<T> {
  const url = `file://${root}/${name}.git`;
  const remote = await openRemote(app, url, NOBODY);
  return withMirror(app, url, { signal }, (mirror) =>
    work(mirror, {
      master: (reference = 'refs/assay/one') => fetchRevision(mirror, remote, 'refs/heads/master', reference),
      commit: (digits) => fetchHistory(mirror, remote, digits, 'refs/assay/one'),
    }),
  ).finally(() => remote.close());
}
interface Fetches {
  master(reference?: string): Promise<string>;
  commit(digits: string): Promise<string>;
}

/** Files whose names tell that they are leftovers. */
const leftovers = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.lock$|gc\.pid$|\.keep$|tmp_|\.tmp-/.test(name),
  );

it('removes locks and unfinished files of killed programs, everywhere in the mirror and its history', async () => {
  const repository = new Repository(root, 'killed');
  repository.commit({ a: '1' });
  await inMirror('killed', async ({ folder }, fetch) => {
    await fetch.master();
    await fetch.commit(repository.commit({ a: '2' }).slice(0, 10));
    for (const place of ['', 'history']) {
      const left = [
        'packed-refs.lock',
        'shallow.lock',
        'gc.pid',
        'refs/assay/one.lock',
        'refs/history/one/heads/master.lock',
        'objects/pack/tmp_pack_x1',
        'objects/pack/tmp_idx_x2',
        'objects/pack/.tmp-12-pack-ab.pack',
        'objects/pack/pack-ab.keep',
        'objects/ab/tmp_obj_x3',
        'objects/tmp_obj_x4',
      ];
      for (const name of left) {
        mkdirSync(join(folder, place, name, '..'), { recursive: true });
        writeFileSync(join(folder, place, name), '1 this-host');
      }
    }
    const third = repository.commit({ a: '3' });
    expect(await fetch.commit(third.slice(0, 10))).toBe(third);
    expect(await fetch.master()).toBe(third);
    expect(leftovers(folder)).toEqual([]);
    expect(existsSync(join(folder, 'assay.lock.db'))).toBe(true);
  });
});

it('keeps small fetches as packs, and packs anew when there are many, also the history', async () => {
  const repository = new Repository(root, 'packs');
  const packs = (folder: string) =>
    readdirSync(join(folder, 'objects', 'pack')).filter((name) => name.endsWith('.pack')).length;
  const loose = (folder: string) =>
    readdirSync(join(folder, 'objects')).filter((name) => /^[0-9a-f]{2}$/.test(name)).length;
  await inMirror('packs', async ({ folder }, fetch) => {
    const history = join(folder, 'history');
    let most = 0;
    for (let number = 0; number < 25; number++) {
      const commit = repository.commit({ [`${number}.txt`]: `content ${number}` });
      expect(await fetch.commit(commit.slice(0, 12))).toBe(commit);
      expect(await fetch.master()).toBe(commit);
      expect([loose(folder), loose(history)]).toEqual([0, 0]);
      most = Math.max(most, packs(folder));
    }
    expect(most).toBeGreaterThan(10);
    expect([packs(folder), packs(history)].every((count) => count < 10)).toBe(true);
  });
});
