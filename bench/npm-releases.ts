// Real releases of npm packages, with their dependencies, as trees in memory. Needs npm and the registry. Scripts of packages are not run.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

/** Paths with `/`, and their bytes. */
export type Tree = Map<string, Buffer>;

/** The last stable versions before `below`, oldest first. */
export function versionsOf(name: string, many: number, below = ''): string[] {
  const all = JSON.parse(npm(tmpdir(), ['view', name, 'versions', '--json'])) as string[];
  const stable = all.filter((version) => /^\d+\.\d+\.\d+$/.test(version));
  const end = below === '' ? stable.length : stable.findIndex((version) => inOrder(version, below) >= 0);
  return stable.slice(0, end < 0 ? stable.length : end).slice(-many);
}

function inOrder(a: string, b: string): number {
  const [x, y] = [a, b].map((version) => version.split('.').map(Number)) as [number[], number[]];
  return (x[0] ?? 0) - (y[0] ?? 0) || (x[1] ?? 0) - (y[1] ?? 0) || (x[2] ?? 0) - (y[2] ?? 0);
}

/** An application that depends on these `name@version`: its manifest, lockfile and `node_modules`. */
export function installedTree(packages: readonly string[]): Tree {
  return inFolder((folder) => {
    writeFileSync(
      join(folder, 'package.json'),
      JSON.stringify({ name: 'application', version: '1.0.0', private: true }),
    );
    npm(folder, ['install', ...packages, '--ignore-scripts', '--no-audit', '--no-fund', '--save-exact']);
    return treeOf(folder);
  });
}

/** One package alone, as it is published. */
export function packedTree(name: string, version: string): Tree {
  return inFolder((folder) => {
    npm(folder, ['pack', `${name}@${version}`, '--ignore-scripts']);
    const [archive = ''] = readdirSync(folder);
    run('tar', ['-xzf', archive], folder);
    rmSync(join(folder, archive));
    return treeOf(folder);
  });
}

export function tarOfTree(tree: Tree): Buffer {
  return inFolder((folder) => {
    for (const [path, bytes] of tree) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), bytes);
    }
    return run('tar', ['-cf', '-', '.'], folder);
  });
}

export function inFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-npm-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** All files below a folder. */
export function treeOf(folder: string): Tree {
  const tree: Tree = new Map();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    tree.set(relative(folder, path).replaceAll('\\', '/'), readFileSync(path));
  }
  return tree;
}

const npm = (folder: string, words: string[]): string => run('npm', words, folder).toString();

function run(program: string, words: string[], cwd: string): Buffer {
  const { status, stdout, stderr } = spawnSync(program, words, { cwd, maxBuffer: 1 << 30 });
  if (status !== 0) throw new Error(`${program} ${words.join(' ')}: ${stderr}`);
  return stdout;
}
