// Makes the release of this machine's platform, unpacks it elsewhere and starts it as a user would: without npm, without our environment.
// Prints its size; exits 1 with a sentence when something is wrong.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

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

async function tryServer(folder: string): Promise<void> {
  const env = { PATH: '/usr/bin:/bin', PORT: '0', ASSAY_DATA_DIR: join(place, 'data') };
  const server = spawn(join(folder, 'assay'), ['serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const address = await addressOf(server);
    for (const path of ['/healthz', '/', '/api/openapi.json']) {
      const answer = await fetch(`${address}${path}`);
      if (!answer.ok) throw new Error(`The released server answers ${answer.status} to ${path}.`);
    }
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
