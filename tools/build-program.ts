// Writes server/dist/: the program as few files instead of two thousand, so that a start does not look for, read and link each of them. Threads and
// readers of manifests stay files of their own, which are loaded when they are needed. `server/bin/assay.js` runs it while no source has changed since.
import { glob, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const OUT = join(ROOT, 'server/dist');
const MAIN = 'server/bin/assay.ts';

/** Packages that become part of the program: they have many files, and none that they look for beside themselves. */
export const INLINED = ['jose', 'kysely', 'typebox', 'undici', 'yaml'];

const PLACES = 'assay:places';

/** A file that is named by its address, for a thread, or loaded by require(). */
const NAMED_FILE = /new URL\(\s*'(\.[^']+\.ts)',\s*import\.meta\.url,?\s*\)/g;
const REQUIRED_FILE = /createRequire\(import\.meta\.url\)\(\s*'(\.[^']+\.ts)'/g;

export async function buildProgram(): Promise<void> {
  const entries = [MAIN, ...(await namedFiles()), ...(await readers())];
  const part = `${OUT}.${process.pid}.part`;
  try {
    const build = await rolldown({
      input: Object.fromEntries(entries.map((path) => [entryName(path), join(ROOT, path)])),
      cwd: ROOT,
      platform: 'node',
      external: isExternal,
      plugins: [placesPlugin(entries)],
    });
    const { output } = await build.write({
      dir: part,
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: 'part-[hash].js',
      minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    });
    await build.close();
    const sources = new Set(output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : [])).filter(isOurs));
    await writeFile(join(part, 'sources.json'), JSON.stringify(await stampsOf([...sources].toSorted())));
    await rm(OUT, { recursive: true, force: true });
    await rename(part, OUT);
  } finally {
    await rm(part, { recursive: true, force: true });
  }
}

/** All files of the program lie in one folder, so that each of them finds the sources and the others by the same way. */
const entryName = (path: string) => (path === MAIN ? 'assay' : path.replace(/\.ts$/, '').replaceAll('/', '.'));

const isOurs = (id: string) => id.startsWith(ROOT) && !id.includes(`${sep}node_modules${sep}`);

function isExternal(id: string): boolean {
  if (/^(?:[./]|@assay\/|assay:)/.test(id)) return false;
  const [scope, name] = id.split('/');
  return !INLINED.includes(scope?.startsWith('@') ? `${scope}/${name}` : String(scope));
}

/** Readers of manifests, each of which is loaded with the first file that has its format. */
async function readers(): Promise<string[]> {
  const found: string[] = [];
  for await (const path of glob('scanner/src/manifests/*/*/index.ts', { cwd: ROOT }))
    found.push(path.replaceAll(sep, '/'));
  return found.toSorted();
}

/** Files of the program that others name by their address, relative to the root. */
async function namedFiles(): Promise<string[]> {
  const found = new Set<string>();
  for (const folder of ['server/src', 'scanner/src'])
    for (const name of await readdir(join(ROOT, folder), { recursive: true })) {
      if (!/(?<!\.test)\.ts$/.test(name)) continue;
      const path = join(ROOT, folder, name);
      const code = await readFile(path, 'utf8');
      for (const pattern of [NAMED_FILE, REQUIRED_FILE])
        for (const [, file] of code.matchAll(pattern))
          found.add(relative(ROOT, resolve(dirname(path), String(file))).replaceAll(sep, '/'));
    }
  return [...found].toSorted();
}

/** Modules keep the addresses of their sources, beside which their data lie; files that are part of the program are taken from it. */
function placesPlugin(entries: readonly string[]): Plugin {
  const names = Object.fromEntries(entries.map((path) => [path, `${entryName(path)}.js`]));
  return {
    name: 'places',
    resolveId: (id) => (id === PLACES ? `\0${PLACES}` : undefined),
    load: (id) => (id === `\0${PLACES}` ? placesModule(names) : undefined),
    transform(code, id) {
      if (!isOurs(id)) return undefined;
      const path = JSON.stringify(relative(ROOT, id).replaceAll(sep, '/'));
      const changed = code
        .replace(NAMED_FILE, (_, file) => `new URL(addressOf(${JSON.stringify(file)}, ${path}))`)
        .replaceAll('createRequire(import.meta.url)', `requireOf(${path})`)
        .replaceAll('import.meta.url', `addressOf(${path})`)
        .replaceAll('import.meta.main', 'false')
        .replace(/\bimport\((?!['"`])/g, `importOf(${path}, `);
      if (changed === code) return undefined;
      return `${changed}\nimport { addressOf, importOf, requireOf } from '${PLACES}';\n`;
    },
  };
}

const placesModule = (names: Readonly<Record<string, string>>) => `
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
const ROOT = new URL('../../', import.meta.url).href;
const NAMES = new Map(Object.entries(${JSON.stringify(names)}));
const inProgram = (address) => {
  const name = address.startsWith(ROOT) ? NAMES.get(address.slice(ROOT.length)) : undefined;
  return name === undefined ? address : new URL('./' + name, import.meta.url).href;
};
const locate = (id, path) => id.startsWith('.') ? inProgram(new URL(id, ROOT + path).href) : id;
export const addressOf = (id, path) => path === undefined ? ROOT + id : locate(id, path);
export const importOf = (path, id) => import(locate(id, path));
export const requireOf = (path) => {
  const load = createRequire(ROOT + path);
  const own = (id) => load(id.startsWith('.') ? fileURLToPath(locate(id, path)) : id);
  own.resolve = load.resolve;
  return own;
};
`;

/** Size and time of each source, by which a start sees that the program is of these sources. */
async function stampsOf(paths: readonly string[]): Promise<Record<string, [size: number, mtimeMs: number]>> {
  const lock = join(ROOT, 'package-lock.json');
  const stamps: [string, [number, number]][] = [];
  for (const path of [...paths, lock]) {
    const { size, mtimeMs } = await stat(path);
    stamps.push([relative(ROOT, path).replaceAll(sep, '/'), [size, Math.floor(mtimeMs)]]);
  }
  return Object.fromEntries(stamps);
}

if (import.meta.main) await buildProgram();
