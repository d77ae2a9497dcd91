// How long others wait while manifests with many entries are scanned. Prints JSON.
//   node bench/manifests.ts [entries, default 60000] [npm pnpm go ...]
import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { watchHealth } from './health.ts';
import { followJob, startServer } from './server.ts';

const entries = Number(process.argv[2] ?? 60_000);
const chosen = process.argv.slice(3);
const projects = new Map<string, number>();

const MANIFESTS: Record<string, () => Record<string, string>> = {
  npm: () => ({
    'package.json': JSON.stringify({ name: 'root', version: '1.0.0' }),
    'package-lock.json': packageLock(),
  }),
  pnpm: () => ({ 'pnpm-lock.yaml': pnpmLock() }),
  yarn: () => ({ 'yarn.lock': yarnLock() }),
  go: () => ({ 'go.mod': goMod(), 'go.sum': goSum() }),
  cargo: () => ({ 'Cargo.lock': cargoLock() }),
  requirements: () => ({ 'requirements.txt': numbered((i) => `package-${i}==1.${i}.0`) }),
};

const server = await startServer();
try {
  const results: Record<string, object> = {};
  await measure('warm-up', { 'a.js': 'const a = 1;\n' });
  for (const name of chosen.length > 0 ? chosen : Object.keys(MANIFESTS)) {
    results[name] = await measure(name, MANIFESTS[name]());
    results[`${name}, again`] = await scan(projects.get(name)!);
  }
  if (chosen.length === 0) {
    const watch = watchHealth(server.base);
    const ids = [...projects.values()];
    await Promise.all(ids.map((id) => scan(id)));
    results['all at once'] = { slowestHealthMs: await watch.stop() };
  }
  console.log(JSON.stringify({ entries, results }, null, 1));
} finally {
  await server.stop();
}

async function measure(name: string, files: Record<string, string>): Promise<object> {
  const { body } = await server.api('POST', '/projects', { name });
  const { id } = body as { id: number };
  projects.set(name, id);
  await upload(id, gzipSync(tarOf(files)));
  return scan(id);
}

async function scan(projectId: number): Promise<object> {
  const { body } = await server.api('POST', `/scanResource/projectScan/${projectId}`);
  const health = watchHealth(server.base);
  const { status, details, seconds, peakMb } = await followJob(server, (body as { 'Content: ': number })['Content: ']);
  return {
    slowestHealthMs: await health.stop(),
    seconds: Math.round(seconds * 10) / 10,
    peakMb: Math.round(peakMb),
    status,
    details,
  };
}

async function upload(projectId: number, archive: Buffer): Promise<void> {
  const outgoing = request(`${server.base}/project/uploadProjectCodebase?projectId=${projectId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/octet-stream' },
  });
  await new Promise<void>((resolve, reject) => {
    outgoing.once('error', reject);
    outgoing.once('response', (response) => {
      response.resume();
      if (response.statusCode === 200) resolve();
      else reject(new Error(`the upload was answered by ${response.statusCode}`));
    });
    outgoing.end(archive);
  });
}

function numbered(line: (index: number) => string): string {
  return Array.from({ length: entries }, (_, index) => line(index)).join('\n');
}

function packageLock(): string {
  const packages: Record<string, object> = {
    '': { name: 'root', version: '1.0.0', dependencies: { 'package-0': '^1.0.0' } },
  };
  for (let i = 0; i < entries; i++)
    packages[`node_modules/package-${i}`] = {
      version: `1.${i}.0`,
      resolved: `https://registry.npmjs.org/package-${i}/-/package-${i}-1.${i}.0.tgz`,
      integrity: 'sha512-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA==',
      license: ['MIT', 'ISC', 'Apache-2.0', 'BSD-3-Clause'][i % 4],
      dependencies: { [`package-${(i * 7 + 1) % entries}`]: '^1.0.0', [`package-${(i * 13 + 5) % entries}`]: '*' },
    };
  return JSON.stringify({ name: 'root', version: '1.0.0', lockfileVersion: 3, packages }, null, 2);
}

function pnpmLock(): string {
  return `lockfileVersion: '9.0'\nimporters:\n  .:\n    dependencies:\n      package-0:\n        specifier: ^1.0.0\n        version: 1.0.0\npackages:\n${numbered((i) => `  package-${i}@1.${i}.0:\n    resolution: {integrity: sha512-AAAA==}\n`)}\nsnapshots:\n${numbered((i) => `  package-${i}@1.${i}.0:\n    dependencies:\n      package-${(i * 7 + 1) % entries}: 1.${(i * 7 + 1) % entries}.0\n`)}`;
}

function yarnLock(): string {
  return `# yarn lockfile v1\n\n${numbered((i) => `package-${i}@^1.0.0:\n  version "1.${i}.0"\n  resolved "https://registry.yarnpkg.com/package-${i}/-/package-${i}-1.${i}.0.tgz#abc"\n`)}`;
}

function goMod(): string {
  return `module example.com/root\n\ngo 1.22\n\nrequire (\n${numbered((i) => `\texample.com/module/m${i} v1.${i}.0`)}\n)\n`;
}

function goSum(): string {
  return numbered(
    (i) =>
      `example.com/module/m${i} v1.${i}.0 h1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\nexample.com/module/m${i} v1.${i}.0/go.mod h1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=`,
  );
}

function cargoLock(): string {
  return `version = 3\n\n${numbered((i) => `[[package]]\nname = "crate-${i}"\nversion = "1.${i}.0"\nsource = "registry+https://github.com/rust-lang/crates.io-index"\ndependencies = [\n "crate-${(i * 7 + 1) % entries}",\n]\n`)}`;
}

function tarOf(files: Record<string, string>): Buffer {
  const blocks = Object.entries(files).flatMap(([name, text]) => {
    const content = Buffer.from(text);
    return [header(name, content.length), content, Buffer.alloc((512 - (content.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

function header(name: string, size: number): Buffer {
  const block = Buffer.alloc(512);
  block.write(name, 0);
  block.write('0000644\0', 100);
  block.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  block.write('        0', 148);
  block.write('ustar\x0000', 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}
