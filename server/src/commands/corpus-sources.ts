// The sources of packages for the corpus: the npm registry, Debian's source packages, and the user's files. Reads them into paths and digests, and
// keeps nothing else.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { compareVersions } from '@assay/scanner';
import { digestsOf, runningDigests } from '@assay/scanner/analyze';
import { DEFAULT_ARCHIVE_LIMITS, readArchive } from '@assay/scanner/archives';
import { libraryCalled } from '@assay/scanner/libraries';
import { formatPurl, isRootLicenseFile, parsePurl } from '@assay/scanner/packages';
import { readFolder } from '@assay/scanner/walk';
import type { CorpusFile, NewCorpusPackage } from '../db/corpus.ts';
import { LEAST_CORPUS_BYTES } from '../domain/derivation/corpus-match.ts';
import type { Outgoing } from '../outgoing/index.ts';

export interface CorpusSource extends NewCorpusPackage {
  files: CorpusFile[];
}

export interface SourceOptions {
  outgoing: Outgoing;
  /** Address of the npm registry, without a slash at the end. */
  registry: string;
  /** Largest number of versions of one npm package, the newest first. */
  versions: number;
}

const LARGEST_PACKAGE_BYTES = 500 * 1024 * 1024;

/** The packages for an argument of the command line. Throws a sentence if there are none. */
export async function* readSources(word: string, options: SourceOptions): AsyncGenerator<CorpusSource, void> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-corpus-'));
  try {
    if (word.startsWith('npm:')) yield* fromNpm(word.slice('npm:'.length), options, folder);
    else if (word.startsWith('deb:')) yield* fromDebian(word.slice('deb:'.length), folder);
    else yield await fromPath(word);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface NpmDocument {
  versions?: Record<string, { dist?: { tarball?: string; integrity?: string } }>;
}

/** `jquery`, `jquery@3.7.1`, `jquery@3` for all of 3.x, `@scope/name@1.2`. */
async function* fromNpm(
  wanted: string,
  { outgoing, registry, versions: most }: SourceOptions,
  folder: string,
): AsyncGenerator<CorpusSource, void> {
  const at = wanted.lastIndexOf('@');
  const [name, range] = at > 0 ? [wanted.slice(0, at), wanted.slice(at + 1)] : [wanted, ''];
  const answer = await outgoing.fetch(
    `${registry}/${name.replace('/', '%2F')}`,
    { headers: { accept: 'application/vnd.npm.install-v1+json' } },
    { maxBytes: 100 * 1024 * 1024 },
  );
  if (!answer.ok) throw new Error(`The registry ${registry} has no package "${name}" (it answered ${answer.status}).`);
  const { versions = {} } = (await answer.json()) as NpmDocument;
  const chosen = Object.keys(versions)
    .filter(
      (version) => version === range || (!version.includes('-') && (range === '' || version.startsWith(`${range}.`))),
    )
    .sort((a, b) => compareVersions('npm', b, a))
    .slice(0, most);
  if (chosen.length === 0)
    throw new Error(`"${name}" has no version "${range}"; it has ${Object.keys(versions).length} others.`);
  for (const version of chosen) {
    const { tarball = '', integrity = '' } = versions[version]?.dist ?? {};
    const file = join(folder, 'package.tgz');
    const bytes = await download(tarball, outgoing);
    checkIntegrity(bytes, integrity, `${name}@${version}`);
    writeFileSync(file, bytes);
    const scope = name.startsWith('@') ? name.slice(0, name.indexOf('/')) : '';
    const purl = { type: 'npm', namespace: scope, name: name.slice(scope === '' ? 0 : scope.length + 1), version };
    yield { ...packageOf(purl), files: await filesOf(file) };
  }
}

async function download(url: string, outgoing: Outgoing): Promise<Buffer> {
  const answer = await outgoing.fetch(url, {}, { maxBytes: LARGEST_PACKAGE_BYTES, timeoutMs: 600_000 });
  if (!answer.ok) throw new Error(`${url} cannot be fetched (${answer.status}).`);
  return Buffer.from(await answer.arrayBuffer());
}

function checkIntegrity(bytes: Buffer, integrity: string, what: string): void {
  const [algorithm = '', expected = ''] = integrity.split(/-(.*)/s);
  if (!['sha512', 'sha384', 'sha256'].includes(algorithm)) return;
  if (createHash(algorithm).update(bytes).digest('base64') !== expected)
    throw new Error(`The archive of ${what} does not match the digest of the registry. Nothing of it was added.`);
}

const run = promisify(execFile);

/** `zlib`, `zlib=1:1.2.13.dfsg-1`: packages that apt-get finds, which needs its lines "deb-src". */
async function* fromDebian(wanted: string, folder: string): AsyncGenerator<CorpusSource, void> {
  try {
    await run('apt-get', ['source', '--download-only', '--only-source', '-qq', '--', wanted], { cwd: folder });
  } catch (error) {
    const told = error instanceof Error && 'stderr' in error ? String(error.stderr).trim().split('\n').at(-1) : '';
    throw new Error(
      `apt-get cannot fetch the source of "${wanted}"${told ? ` (${told})` : ''}. Check whether its sources have "deb-src" lines.`,
      {
        cause: error,
      },
    );
  }
  for (const archive of readdirSync(folder)) {
    // The upstream archive, or the only archive of a package that comes from Debian itself.
    const [, name, version] = /^([^_]+)_([^_]+?)(?:\.orig)?\.tar\.[a-z0-9]+$/.exec(archive) ?? [];
    if (name === undefined || version === undefined || /\.debian$/.test(version)) continue;
    yield { ...libraryOf(name, upstreamOf(version)), files: await filesOf(join(folder, archive)) };
  }
}

/** `zlib-1.3.1.tar.gz`, or `folder=pkg:generic/zlib@1.3.1`. */
async function fromPath(word: string): Promise<CorpusSource> {
  const at = word.lastIndexOf('=pkg:');
  const path = at < 0 ? word : word.slice(0, at);
  const purl = at < 0 ? purlOfName(basename(path)) : packageOfPurl(word.slice(at + 1));
  if (statSync(path, { throwIfNoEntry: false }) === undefined) throw new Error(`There is no file or folder "${path}".`);
  return { ...purl, files: await filesOf(path) };
}

function purlOfName(file: string): NewCorpusPackage {
  const base = file.replace(/\.(?:zip|tgz|jar|whl|crate|gem|tar(?:\.[a-z0-9]+)?)$/i, '');
  const [, name, version] = /^(.+?)[-_]v?([0-9][0-9A-Za-z.+~]*(?:-[0-9A-Za-z.]+)?)$/.exec(base) ?? [];
  if (name === undefined || version === undefined)
    throw new Error(`"${file}" does not name its version. Write it as ${file}=pkg:generic/NAME@VERSION.`);
  return libraryOf(name, upstreamOf(version));
}

/** Debian marks upstream archives from which it has removed files: `1.2.13.dfsg`, `9.0.0+dfsg1`, `9.1.0+ds1`. */
function upstreamOf(version: string): string {
  return version.replace(/\.orig$/, '').replace(/[.+~](?:dfsg|ds|repack)[.0-9]*$/, '');
}

/** A library with a recogniser gets the recogniser's purl, so that both name the same component. */
function libraryOf(name: string, version: string): NewCorpusPackage {
  const parts = parsePurl(libraryCalled(name)?.purl ?? `pkg:generic/${encodeURIComponent(name)}`);
  if (!('value' in parts)) throw new Error(`"${name}" cannot be the name of a package (${parts.problem}).`);
  return packageOf({ ...parts.value, version });
}

function packageOfPurl(purl: string): NewCorpusPackage {
  const parts = parsePurl(purl);
  if (!('value' in parts)) throw new Error(`"${purl}" is no package URL: ${parts.problem}`);
  if ((parts.value.version ?? '') === '') throw new Error(`"${purl}" needs a version: ${purl}@1.0.`);
  return packageOf({ ...parts.value, version: parts.value.version ?? '' });
}

function packageOf(parts: { type: string; namespace: string | null; name: string; version: string }): NewCorpusPackage {
  const { version, ...bare } = parts;
  const purl = formatPurl({ type: bare.type, namespace: bare.namespace, name: bare.name, version });
  const component = formatPurl({ type: bare.type, namespace: bare.namespace, name: bare.name });
  if (!('value' in purl)) throw new Error(`"${parts.name}" in "${version}" cannot be a package (${purl.problem}).`);
  if (!('value' in component)) throw new Error(`"${parts.name}" cannot be a package (${component.problem}).`);
  return { purl: purl.value, component: component.value, version };
}

/** The files of a folder or archive that can prove a copy, each content once. Paths leave out the folder around all of them. */
async function filesOf(source: string): Promise<CorpusFile[]> {
  const found = new Map<string, string>();
  const add = (path: string, sizeBytes: number, sha256: string) => {
    if (sizeBytes < LEAST_CORPUS_BYTES || isRootLicenseFile(path)) return;
    const known = found.get(sha256);
    if (known === undefined || path < known) found.set(sha256, path);
  };
  for await (const item of itemsOf(source)) {
    if (item.type === 'file') add(item.path, item.bytes.length, digestsOf(item.bytes).sha256);
    else if (item.type === 'stream') {
      const digests = runningDigests();
      let sizeBytes = 0;
      for await (const chunk of item.stream as AsyncIterable<Uint8Array>) {
        digests.update(chunk);
        sizeBytes += chunk.length;
      }
      add(item.path, sizeBytes, digests.finish().sha256);
    } else if (item.type === 'end' && !item.isComplete)
      throw new Error(`${source} cannot be read: ${item.reason ?? 'it is broken'}`);
  }
  if (found.size === 0) throw new Error(`${source} contains no file with ${LEAST_CORPUS_BYTES} bytes or more.`);
  const outer = sharedFolder([...found.values()]);
  return [...found]
    .map(([sha256, path]) => ({ sha256: Buffer.from(sha256, 'hex'), path: path.slice(outer.length) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

function itemsOf(source: string) {
  if (statSync(source).isDirectory()) return readFolder(source);
  return readArchive(source, {
    limits: DEFAULT_ARCHIVE_LIMITS,
    expansion: 'none',
    archiveDirSuffix: '',
    deleteArchiveAfterExpand: false,
    temporaryFolder: tmpdir(),
  });
}

/** `package/` in npm, `zlib-1.3.1/` in a release; '' if there is none. */
function sharedFolder(paths: readonly string[]): string {
  const first = paths[0] ?? '';
  const outer = first.slice(0, first.indexOf('/') + 1);
  return outer !== '' && paths.every((path) => path.startsWith(outer)) ? outer : '';
}
