// Real releases of Debian source packages, as trees in memory: those that suites of the archive have at the moment. Needs apt-get, dpkg-source and the archive. The
// lists of packages lie in a folder of their own, which is kept, so that they are read once; the system's apt is not touched.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inFolder, type Tree, treeOf } from './npm-releases.ts';

const ARCHIVE = 'http://deb.debian.org';
const SUITES = [
  ...['debian bookworm', 'debian-security bookworm-security', 'debian bookworm-backports'],
  ...['debian trixie', 'debian sid'],
];
const KEYS = '/usr/share/keyrings/debian-archive-keyring.gpg';
const PLACE = join(tmpdir(), 'assay-bench-apt');

/** The versions that the suites have, oldest first. Those that the lists name and the archive no longer has are left out, and told. */
export function debianVersions(name: string): string[] {
  const told = apt('apt-cache', ['showsrc', '--only-source', name]).toString();
  const listed = new Set(Array.from(told.matchAll(/^Version: (.+)$/gm), ([, version = '']) => version));
  const versions = [...listed].filter((version) => {
    const isThere = isDownloadable(`${name}=${version}`);
    if (!isThere) console.error(`${name} ${version} is listed, but not in the archive`);
    return isThere;
  });
  return versions.sort((a, b) => (isOlder(a, b) ? -1 : 1));
}

const isDownloadable = (source: string) =>
  inFolder((folder) => {
    const words = [...OPTIONS, 'source', '--only-source', '--download-only', '--dsc-only', source];
    return spawnSync('apt-get', words, { cwd: folder }).status === 0;
  });

const isOlder = (a: string, b: string) => spawnSync('dpkg', ['--compare-versions', a, 'lt', b]).status === 0;

/** As it is built: unpacked and with its patches applied. */
export function debianTree(name: string, version: string): Tree {
  return inFolder((folder) => {
    apt('apt-get', ['source', '--only-source', `${name}=${version}`], folder);
    const tree: Tree = new Map();
    for (const [path, bytes] of treeOf(folder)) if (path.includes('/')) tree.set(path, bytes);
    return tree;
  });
}

/** With a configuration of its own. */
function apt(program: string, words: string[], cwd = PLACE): Buffer {
  if (!existsSync(join(PLACE, 'ready'))) prepare();
  return run(program, [...OPTIONS, ...words], cwd);
}

const OPTIONS = [
  ...[`Dir::Etc::sourcelist=${join(PLACE, 'sources.list')}`, 'Dir::Etc::sourceparts=-', 'APT::Sandbox::User=root'],
  // What is installed here does not matter.
  'Dir::State::status=/dev/null',
  ...[`Dir::State::lists=${join(PLACE, 'lists')}`, `Dir::Cache=${join(PLACE, 'cache')}`],
].flatMap((option) => ['-o', option]);

function prepare(): void {
  for (const folder of ['lists/partial', 'cache/archives/partial']) mkdirSync(join(PLACE, folder), { recursive: true });
  const lines = SUITES.map((suite) => `deb-src [signed-by=${KEYS}] ${ARCHIVE}/${suite} main\n`);
  writeFileSync(join(PLACE, 'sources.list'), lines.join(''));
  run('apt-get', [...OPTIONS, 'update'], PLACE);
  writeFileSync(join(PLACE, 'ready'), '');
}

function run(program: string, words: string[], cwd: string): Buffer {
  const { status, stdout, stderr } = spawnSync(program, words, { cwd, maxBuffer: 1 << 30 });
  if (status !== 0) throw new Error(`${program} ${words.join(' ')}: ${stderr}`);
  return stdout;
}
