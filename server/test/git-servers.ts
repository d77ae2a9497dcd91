// Real git repositories and servers on the loopback, for tests: `git http-backend` behind an HTTP server, and `git daemon`.
import { execFileSync, type SpawnOptionsWithoutStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createNetServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ENV = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.org',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@example.org',
  GIT_AUTHOR_DATE: '2026-01-01T00:00:00Z',
  GIT_COMMITTER_DATE: '2026-01-01T00:00:00Z',
};
const ANY_SOURCE = ['-c', 'protocol.file.allow=always', '-c', 'safe.directory=*'];

/** A bare repository below `root`, made of commits of a work tree that only tests have. */
export class Repository {
  readonly bare: string;
  readonly #work: string;

  constructor(root: string, name: string, { branch = 'master', format = 'sha1' } = {}) {
    this.bare = join(root, `${name}.git`);
    this.#work = mkdtempSync(join(tmpdir(), 'assay-work-'));
    mkdirSync(dirname(this.bare), { recursive: true });
    this.git('init', '--quiet', '--template=', `--object-format=${format}`, `--initial-branch=${branch}`);
    execFileSync('git', ['init', '--quiet', '--bare', '--template=', `--object-format=${format}`, `--initial-branch=${branch}`, this.bare], { env: ENV }); // biome-ignore format: one call
    execFileSync('git', ['-C', this.bare, 'config', 'http.receivepack', 'false'], { env: ENV });
    execFileSync('git', ['-C', this.bare, 'config', 'uploadpack.allowFilter', 'true'], { env: ENV });
  }

  git(...args: string[]): string {
    return execFileSync('git', [...ANY_SOURCE, '-C', this.#work, ...args], { env: ENV, encoding: 'utf8' }).trim();
  }

  /** Input for commands such as `hash-object --stdin`. */
  gitWith(input: string | Buffer, ...args: string[]): string {
    return execFileSync('git', [...ANY_SOURCE, '-C', this.#work, ...args], { env: ENV, input, maxBuffer: 1 << 28 }).toString().trim(); // biome-ignore format: one call
  }

  /** Writes files, commits and pushes; returns the commit. */
  commit(files: Record<string, string | Buffer>, message = 'change'): string {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(this.#work, path)), { recursive: true });
      writeFileSync(join(this.#work, path), content);
    }
    this.git('add', '--all', '--force');
    return this.commitIndex(message);
  }

  commitIndex(message = 'change'): string {
    this.git('commit', '--quiet', '--allow-empty', '-m', message);
    this.push();
    return this.git('rev-parse', 'HEAD');
  }

  push(): void {
    this.git('push', '--quiet', '--force', this.bare, '--all');
    this.git('push', '--quiet', '--force', this.bare, '--tags');
  }

  remove(): void {
    rmSync(this.#work, { recursive: true, force: true });
    rmSync(this.bare, { recursive: true, force: true });
  }
}

export interface GitHttp {
  port: number;
  /** `http://127.0.0.1:port` */
  address: string;
  /** Paths of the requests, and the credentials that came with each. */
  requests: { path: string; user: string }[];
  /** Bytes of answers. */
  sentBytes(): number;
  close(): Promise<void>;
}

export interface GitHttpOptions {
  /** `user:password`; anonymous if absent. */
  login?: string;
  /** Takes a request over if it returns true. */
  instead?: (request: IncomingMessage, response: ServerResponse) => boolean;
}

export async function serveGitHttp(root: string, { login, instead }: GitHttpOptions = {}): Promise<GitHttp> {
  const requests: GitHttp['requests'] = [];
  let sent = 0;
  const server = createServer((request, response) => {
    const user = Buffer.from((request.headers.authorization ?? '').replace(/^Basic /, ''), 'base64').toString();
    requests.push({ path: request.url ?? '', user });
    if (instead?.(request, response)) return;
    if (login !== undefined && user !== login) {
      response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="git"' }).end();
      return;
    }
    const [path = '', query = ''] = (request.url ?? '').split('?');
    const env = {
      ...ENV,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'safe.directory',
      GIT_CONFIG_VALUE_0: '*',
      PATH_INFO: decodeURIComponent(path),
      QUERY_STRING: query,
      REQUEST_METHOD: request.method ?? 'GET',
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: String(request.headers['content-encoding'] ?? ''),
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      REMOTE_USER: user.split(':')[0] ?? '',
    };
    const child = spawn('git', ['http-backend'], { env } satisfies SpawnOptionsWithoutStdio);
    child.stdin.on('error', () => undefined);
    request.pipe(child.stdin);
    let head = Buffer.alloc(0);
    let isBegun = false;
    child.stdout.on('data', (chunk: Buffer) => {
      sent += chunk.length;
      if (isBegun) return void response.write(chunk);
      head = Buffer.concat([head, chunk]);
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      isBegun = true;
      const lines = head
        .subarray(0, end)
        .toString()
        .split('\r\n')
        .map((line) => line.split(': ') as [string, string]);
      const status = lines.find(([name]) => name === 'Status')?.[1];
      response.writeHead(
        Number.parseInt(status ?? '200', 10),
        Object.fromEntries(lines.filter(([name]) => name !== 'Status')),
      );
      response.write(head.subarray(end + 4));
    });
    child.on('close', () => response.end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    port,
    address: `http://127.0.0.1:${port}`,
    requests,
    sentBytes: () => sent,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export async function freePort(): Promise<number> {
  const server = createNetServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** `git daemon` on a free port. */
export async function serveGitDaemon(root: string): Promise<{ port: number; close(): Promise<void> }> {
  const port = await freePort();
  const child = spawn('git', [...ANY_SOURCE, 'daemon', '--verbose', '--reuseaddr', '--export-all', '--listen=127.0.0.1', `--port=${port}`, `--base-path=${root}`, root], { env: { ...ENV, GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'safe.directory', GIT_CONFIG_VALUE_0: '*' }, detached: true }); // biome-ignore format: one call
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (data: Buffer) => data.includes('Ready to rumble') && resolve());
    child.once('exit', () => reject(new Error('git daemon ended')));
  });
  return {
    port,
    async close() {
      const ended = once(child, 'exit');
      process.kill(-(child.pid as number), 'SIGTERM');
      await ended;
    },
  };
}
