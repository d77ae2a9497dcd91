// Real Subversion repositories for tests, and svnserve on the loopback, one process for each connection.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from './git-servers.ts';

/** Printed by tests that are skipped. */
export const MISSING_PROGRAMS = ['svn', 'svnadmin', 'svnserve', 'svnrdump'].filter((program) => spawnSync(program, ['--version']).error); // biome-ignore format: one list

const ENV = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/nonexistent', LC_ALL: 'C.UTF-8' };

export class SvnRepository {
  readonly folder: string;
  readonly fileUrl: string;
  #work = '';

  constructor(root: string, name: string, { login = '' } = {}) {
    this.folder = join(root, name);
    this.fileUrl = `file://${this.folder}`;
    this.#run('svnadmin', ['create', this.folder], root);
    if (login !== '') {
      const [user = '', password = ''] = login.split(':');
      writeFileSync(join(this.folder, 'conf', 'svnserve.conf'), '[general]\nanon-access = none\nauth-access = write\npassword-db = passwd\n'); // biome-ignore format: one text
      writeFileSync(join(this.folder, 'conf', 'passwd'), `[users]\n${user} = ${password}\n`);
    }
  }

  #run(program: string, args: readonly string[], cwd: string): string {
    const configuration = ['--config-dir', join(tmpdir(), 'assay-svn-configuration'), '--non-interactive'];
    const [command = '', ...rest] = args;
    const all = program === 'svn' ? [command, ...configuration, ...rest] : args;
    return execFileSync(program, all, { cwd, env: ENV, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  }

  /** In the working copy, which it makes first. */
  svn(...args: string[]): string {
    if (this.#work === '') {
      this.#work = mkdtempSync(join(tmpdir(), 'assay-svn-work-'));
      this.#run('svn', ['checkout', '--quiet', this.fileUrl, '.'], this.#work);
    }
    return this.#run('svn', args, this.#work);
  }

  link(path: string, target: string): void {
    this.svn('status');
    symlinkSync(target, join(this.#work, path));
  }

  /** Writes files and commits; returns the revision. */
  commit(files: Record<string, string | Buffer>): string {
    this.svn('status');
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(this.#work, path)), { recursive: true });
      writeFileSync(join(this.#work, path), content);
    }
    this.svn('add', '--force', '--quiet', '--no-ignore', '.');
    this.svn('commit', '--quiet', '-m', 'change');
    this.svn('update', '--quiet', '--ignore-externals');
    return this.svn('info', '--show-item', 'revision', '--no-newline').trim();
  }
}

export interface SvnServer {
  /** `svn://127.0.0.1:1234` */
  address: string;
  close(): Promise<void>;
}

export async function serveSvn(root: string): Promise<SvnServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    const child = spawn('svnserve', ['--inetd', '--root', root], { env: ENV, stdio: ['pipe', 'pipe', 'inherit'] });
    for (const stream of [socket, child.stdin, child.stdout]) stream.on('error', () => socket.destroy());
    socket.pipe(child.stdin);
    child.stdout.pipe(socket);
    socket.once('close', () => {
      sockets.delete(socket);
      child.kill();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `svn://127.0.0.1:${(server.address() as { port: number }).port}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

const APACHE = '/usr/sbin/apache2';
const MODULES = '/usr/lib/apache2/modules';
/** Apache with mod_dav_svn: the packages apache2 and libapache2-mod-svn of Debian. */
export const HAS_APACHE = existsSync(APACHE) && existsSync(join(MODULES, 'mod_dav_svn.so'));

/** Apache with mod_dav_svn on the loopback. The repositories below `root` are at `/svn/…`, and `/moved/…` leads to `to`. */
export async function serveSvnByApache(root: string, login: string, to: string): Promise<SvnServer> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-apache-'));
  const [user = '', password = ''] = login.split(':');
  const hash = createHash('sha1').update(password).digest('base64');
  writeFileSync(join(folder, 'users'), `${user}:{SHA}${hash}\n`);
  const port = await freePort();
  const modules = ['mpm_event', 'authn_core', 'authn_file', 'authz_core', 'authz_user', 'auth_basic', 'alias', 'dav', 'dav_svn']; // biome-ignore format: one list
  const config = [
    `ServerRoot ${folder}`,
    `Listen 127.0.0.1:${port}`,
    'ServerName 127.0.0.1',
    `PidFile ${folder}/pid`,
    `ErrorLog ${folder}/errors`,
    ...(process.getuid?.() === 0 ? ['User www-data', 'Group www-data'] : []),
    ...modules.map((name) => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`),
    `Redirect permanent /moved ${to}`,
    '<Location /svn>',
    '  DAV svn',
    `  SVNParentPath ${root}`,
    '  AuthType Basic',
    '  AuthName "code"',
    '  AuthBasicProvider file',
    `  AuthUserFile ${folder}/users`,
    '  Require valid-user',
    '</Location>',
  ];
  writeFileSync(join(folder, 'apache.conf'), `${config.join('\n')}\n`);
  execFileSync('chmod', ['-R', 'a+rwX', folder, root]);
  const child = spawn(APACHE, ['-f', join(folder, 'apache.conf'), '-DFOREGROUND'], { env: ENV, stdio: ['ignore', 'ignore', 'inherit'] }); // biome-ignore format: one call
  const address = `http://127.0.0.1:${port}`;
  while ((await fetch(address).catch(() => undefined)) === undefined) {
    if (child.exitCode !== null) throw new Error(`apache2 ended with ${child.exitCode}`);
    await wait(50);
  }
  return {
    address,
    async close() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}
