// What a way to another server opens on this one is closed again, also where the rest of the way fails.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { App } from '../app.ts';
import { parseAllowList } from '../outgoing/allow-list.ts';
import { createOutgoing, type Outgoing } from '../outgoing/index.ts';
import { openChecked } from '../outgoing/tunnel.ts';
import { openRemote as openGit } from './git/remote.ts';
import { ScmError } from './member.ts';
import { openRemote as openSvn } from './subversion/remote.ts';
import { checkedAddress } from './ways.ts';

const RULES = { protocols: ['https', 'svn'], fileFolders: [] };
let folder: string;
let outgoing: Outgoing;
let app: App;
let opened: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-remotes-'));
  opened = 0;
  outgoing = createOutgoing(parseAllowList(''), async () => [{ address: '127.0.0.1', family: 4 }]);
  const counted =
    <A extends unknown[], T extends { close(): Promise<void> }>(open: (...given: A) => Promise<T>) =>
    async (...given: A) => {
      const way = await open(...given);
      opened++;
      return { ...way, close: () => way.close().finally(() => opened--) };
    };
  app = {
    config: { scmAddresses: RULES, maxUploadBytes: 1000 },
    folder: { temporary: join(folder, 'temporary') },
    outgoing: {
      ...outgoing,
      openTunnel: counted(outgoing.openTunnel),
      openWebProxy: counted(outgoing.openWebProxy),
    },
  } as unknown as App;
});
afterEach(async () => {
  await outgoing.close();
  rmSync(folder, { recursive: true, force: true });
});

it.each([
  ['100%', '100%'],
  ['a%C3%A9%40b', 'aé@b'],
])('the user %s of an address of Git is %s', async (written, user) => {
  const remote = await openGit(app, `https://${written}@git.example/a`, { userName: '', password: 'p' });
  expect(remote.secret.split('\n').slice(0, 2)).toEqual([user, 'p']);
  await remote.close();
  expect(opened).toBe(0);
});

it('Subversion opens no proxy where it cannot have a folder', async () => {
  writeFileSync(app.folder.temporary, 'a file');
  await expect(openSvn(app, 'https://svn.example/r', { userName: '', password: '' })).rejects.toThrow('EEXIST');
  expect(opened).toBe(0);
});

it('Subversion leaves no folder where the address is refused, and none after closing', async () => {
  mkdirSync(app.folder.temporary);
  const refused = openSvn(app, 'svn://inside.example/r', { userName: '', password: '' });
  await expect(refused).rejects.toBeInstanceOf(ScmError);
  expect(readdirSync(app.folder.temporary)).toEqual([]);
  const remote = await openSvn(app, 'https://svn.example/r', { userName: '', password: '' });
  expect([opened, readdirSync(app.folder.temporary).length]).toEqual([1, 1]);
  await remote.close();
  expect([opened, readdirSync(app.folder.temporary)]).toEqual([0, []]);
});

it('a tunnel and a program try each address of a host, not only the first', async () => {
  const server = createServer((socket) => socket.on('error', () => socket.destroy()).end('here'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.2', resolve));
  const { port } = server.address() as AddressInfo;
  const addresses = ['127.0.0.3', '127.0.0.2'].map((address) => ({ address, family: 4 as const }));
  try {
    const socket = await openChecked(
      async () => addresses,
      'h',
      port,
      (one) => one.on('error', () => one.destroy()),
    );
    expect(socket.remoteAddress).toBe('127.0.0.2');
    socket.destroy();
    const several = { outgoing: { allowedAddresses: async () => addresses } } as unknown as App;
    expect(await checkedAddress(several, 'h', port)).toBe('127.0.0.2');
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
});
