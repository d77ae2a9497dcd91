// Makes the release of this machine's platform, unpacks it elsewhere and starts it as a user would: without npm, without our environment.
// Prints its size; exits 1 with a sentence when something is wrong.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MOST_MB = 300;
const START_TIMEOUT_MS = 120_000;

const place = await mkdtemp(join(tmpdir(), 'assay-try-release-'));
try {
  execFileSync(process.execPath, [join(ROOT, 'tools/release.ts')], { stdio: 'inherit' });
  const archive = `${process.platform}-${process.arch}.tar.gz`;
  const name = (await readdir(join(ROOT, 'release'))).find((file) => file.endsWith(archive));
  execFileSync('tar', ['-xzf', join(ROOT, 'release', String(name)), '-C', place]);
  const folder = join(place, String(name).replace(/\.tar\.gz$/, ''));
  const sizeMb = Number(execFileSync('du', ['-sm', folder], { encoding: 'utf8' }).split('\t')[0]);
  console.log(`${name}: ${sizeMb} MB unpacked`);
  if (sizeMb > MOST_MB) throw new Error(`The release is larger than ${MOST_MB} MB.`);
  await checkNotice(folder);
  await tryServer(folder);
  execFileSync(join(folder, 'assay'), ['scan', join(folder, 'server/bin'), '--out', join(place, 'scan.txt')], {
    env: {},
  });
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  await rm(place, { recursive: true, force: true });
}

/** NOTICE must name each package of the release, and each program inside a package. */
async function checkNotice(folder: string): Promise<void> {
  const notice = await readFile(join(folder, 'NOTICE'), 'utf8');
  const titles = new Set([...notice.matchAll(/^-- (.+)$/gm)].map(([, title]) => String(title)));
  const missing: string[] = [];
  let count = 0;
  const paths = await readdir(join(folder, 'node_modules'), { recursive: true });
  for (const path of paths.filter((one) => /(?:^|node_modules\/)(?:@[^/]+\/)?[^/@]+\/package\.json$/.test(one))) {
    const { name, version } = JSON.parse(await readFile(join(folder, 'node_modules', path), 'utf8'));
    // Our own workspaces, which are links.
    if (name.startsWith('@assay/')) continue;
    count++;
    if (!titles.has(`${name} ${version}`)) missing.push(`${name} ${version}`);
  }
  const programs: { name: string }[] = parse(await readFile(join(ROOT, 'tools/shipped-programs.yaml'), 'utf8'));
  missing.push(...programs.map(({ name }) => name).filter((name) => !titles.has(name)));
  if (missing.length > 0) throw new Error(`NOTICE says nothing of ${missing.join(', ')}.`);
  console.log(`NOTICE names all ${count} packages of the release and ${programs.length} programs inside of them`);
}

/** A folder with npm and node programs that fail and leave a trace: nothing may run them. */
async function withoutNpm(): Promise<{ programs: string; trace: string }> {
  const programs = join(place, 'programs');
  const trace = join(place, 'asked-for');
  await mkdir(programs);
  for (const name of ['npm', 'npx', 'node']) {
    await writeFile(join(programs, name), `#!/bin/sh\necho ${name} >> '${trace}'\nexit 1\n`);
    await chmod(join(programs, name), 0o755);
  }
  return { programs, trace };
}

async function tryServer(folder: string): Promise<void> {
  const { programs, trace } = await withoutNpm();
  // A proxy address at which nothing listens: network access fails.
  const proxy = { http_proxy: 'http://127.0.0.1:9', https_proxy: 'http://127.0.0.1:9', NODE_USE_ENV_PROXY: '1' };
  const env = { PATH: `${programs}:/usr/bin:/bin`, PORT: '0', ASSAY_DATA_DIR: join(place, 'data'), ...proxy };
  const server = spawn(join(folder, 'assay'), ['serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const address = await addressOf(server);
    for (const path of ['/healthz', '/', '/api/openapi.json']) {
      const answer = await fetch(`${address}${path}`);
      if (!answer.ok) throw new Error(`The released server answers ${answer.status} to ${path}.`);
    }
    const asked = await readFile(trace, 'utf8').catch(() => '');
    if (asked !== '') throw new Error(`The released server asked for ${asked.trim().split('\n').join(', ')}.`);
  } finally {
    if (server.exitCode === null) {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGINT');
      await ended;
    }
  }
}

function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The released server did not start in time.')), START_TIMEOUT_MS);
    server.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`The released server ended with code ${code}.`));
    });
    createInterface({ input: server.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      const found = /running on (http\S+)/.exec(line);
      if (!found) return;
      clearTimeout(timer);
      resolve(String(found[1]));
    });
  });
}
