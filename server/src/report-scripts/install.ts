// Installs reports into the folder of report scripts, from a folder or a zip. A report is a folder with a script of a known name. Only here do names
// in an archive become names on disk, so only plain names are accepted.

import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { chmod, copyFile, lstat, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DEFAULT_ARCHIVE_LIMITS, readArchive } from '@assay/scanner/archives';
import { firstOf } from '@assay/scanner/items';
import { templateFormats } from './template.ts';

/** In the order of the search. */
const SCRIPT_NAMES = [
  'create_report.sh',
  'create_report.py',
  'create_report.mjs',
  'create_report.js',
  ...templateFormats.map((format) => `report.${format}.liquid`),
];
/** An optional file with the name and options of a report. It is Assay's own; public programs do not have it. */
const DEFINITION_FILE = 'report.json';
const MOST_DEFINITION_BYTES = 1024 * 1024;
const LIMITS = { ...DEFAULT_ARCHIVE_LIMITS, entries: 20_000, totalBytes: 500e6 };
const PLAIN_NAME = /^[\p{L}\p{N}_.][\p{L}\p{N}_.,+@=~() -]{0,150}$/u;

/** Why a report cannot be installed. The message is for people. */
export class InstallRefused extends Error {}

export interface InstalledReport {
  /** Name of its folder. */
  folder: string;
  /** The path in a definition: `folder/create_report.sh`. */
  path: string;
  /** Name and options as the report states them; not checked. */
  definition: Record<string, unknown> | undefined;
}

export interface Installation {
  reports: InstalledReport[];
  /** What was not installed: one sentence for each link and each path that leads out of the archive. */
  leftOut: string[];
}

export interface InstallOptions {
  scriptsFolder: string;
  /** True replaces an installed report. */
  replace: boolean;
  signal?: AbortSignal;
}

/**
 * Finds the reports in a folder or zip: the folder itself if it has a script, else each of its folders that has one. `title` names a report without
 * its own folder.
 */
export async function installReports(source: string, title: string, options: InstallOptions): Promise<Installation> {
  const work = join(options.scriptsFolder, `.new-${randomUUID()}`);
  await mkdir(work, { recursive: true, mode: 0o755 });
  try {
    const isFolder = (await stat(source)).isDirectory();
    const content = join(work, isFolder ? plainName(basename(source)) : plainName(title.replace(/\.zip$/i, '')));
    const leftOut = isFolder ? await copyPlain(source, content) : await unpack(source, content, work, options.signal);
    const found = await reportsIn(content);
    if (found.length === 0)
      throw new InstallRefused(
        `It contains no report. A report is a folder with one of these files: ${SCRIPT_NAMES.join(', ')}.`,
      );
    const standing = new Set(await readdir(options.scriptsFolder));
    const twice = found.find((folder) => standing.has(basename(folder)));
    if (twice !== undefined && !options.replace)
      throw new InstallRefused(
        `A report folder ${basename(twice)} is already installed. Replace it, or rename the new one.`,
      );
    for (const folder of found) await put(folder, join(options.scriptsFolder, basename(folder)), work);
    const all = await listReports(options.scriptsFolder);
    return { reports: all.filter(({ folder }) => found.some((one) => basename(one) === folder)), leftOut };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function put(from: string, to: string, work: string): Promise<void> {
  const old = join(work, `old-${randomUUID()}`);
  await rename(to, old).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await rename(from, to);
}

/** False if the folder does not exist. */
export async function removeReport(scriptsFolder: string, folder: string): Promise<boolean> {
  if (!(await listReports(scriptsFolder)).some((one) => one.folder === folder)) return false;
  await rm(join(scriptsFolder, folder), { recursive: true, force: true });
  return true;
}

/** The installed reports, by the names of their folders. */
export async function listReports(scriptsFolder: string): Promise<InstalledReport[]> {
  const entries = await readdir(scriptsFolder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const reports: InstalledReport[] = [];
  for (const entry of entries.filter((one) => one.isDirectory() && !one.name.startsWith('.'))) {
    const script = await scriptOf(join(scriptsFolder, entry.name));
    if (script === undefined) continue;
    const definition = await definitionOf(join(scriptsFolder, entry.name, DEFINITION_FILE));
    reports.push({ folder: entry.name, path: `${entry.name}/${script}`, definition });
  }
  return reports.sort((a, b) => (a.folder < b.folder ? -1 : 1));
}

async function scriptOf(folder: string): Promise<string | undefined> {
  const names = new Set(await readdir(folder));
  return SCRIPT_NAMES.find((name) => names.has(name));
}

/** A file that is not a JSON object is ignored, because it is only a help for defining the report. */
async function definitionOf(file: string): Promise<Record<string, unknown> | undefined> {
  try {
    if ((await stat(file)).size > MOST_DEFINITION_BYTES) return undefined;
    const value: unknown = JSON.parse(await readFile(file, 'utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** The folder, its folders, or those of the only folder, which many archives put around their content. */
async function reportsIn(content: string): Promise<string[]> {
  if ((await scriptOf(content)) !== undefined) return [content];
  const below = await foldersIn(content);
  const found = await withScript(below);
  if (found.length > 0 || below.length !== 1) return found;
  return withScript(await foldersIn(firstOf(below)));
}

async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.filter((one) => one.isDirectory()).map((one) => join(folder, one.name));
}

async function withScript(folders: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const folder of folders) if ((await scriptOf(folder)) !== undefined) found.push(folder);
  return found;
}

/** The mode of a file or folder of a report. */
export const isPlainName = (name: string) => PLAIN_NAME.test(name) && name !== '.' && name !== '..';

function plainName(name: string): string {
  if (isPlainName(name)) return name;
  throw new InstallRefused(
    `"${name}" cannot be the name of a file or folder of a report: use letters, digits, blanks and the characters _ . , + @ = ~ ( ) -`,
  );
}

/** Returns what was left out, in sentences. */
async function unpack(archive: string, to: string, temporaryFolder: string, signal?: AbortSignal): Promise<string[]> {
  const leftOut: string[] = [];
  await mkdir(to, { mode: 0o755 });
  const options = { limits: LIMITS, expansion: 'none', archiveDirSuffix: '', deleteArchiveAfterExpand: false } as const;
  for await (const item of readArchive(archive, { ...options, temporaryFolder, signal })) {
    if (item.type === 'end' && !item.isComplete)
      throw new InstallRefused(`The archive cannot be read completely: ${item.reason}`);
    if (item.type === 'issue') leftOut.push([item.issue.path, item.issue.message].filter(Boolean).join(': '));
    if (item.type !== 'file' && item.type !== 'stream') continue;
    const path = join(to, ...item.path.split('/').map(plainName));
    await mkdir(dirname(path), { recursive: true, mode: 0o755 });
    const bytes = item.type === 'file' ? Readable.from([item.bytes]) : item.stream;
    await pipeline(bytes, createWriteStream(path, { mode: 0o644, flags: 'wx' }));
    await setRunBit(path);
  }
  return leftOut;
}

/** Leaves out links, because they would lead elsewhere in the installed report, and devices. Returns these, in sentences. */
async function copyPlain(from: string, to: string): Promise<string[]> {
  const leftOut: string[] = [];
  const folders: [string, string][] = [[from, to]];
  let files = 0;
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    await mkdir(next[1], { mode: 0o755 });
    for (const entry of await readdir(next[0], { withFileTypes: true })) {
      const [own, copy] = [join(next[0], entry.name), join(next[1], plainName(entry.name))];
      if (++files > LIMITS.entries) throw new InstallRefused(`${from} contains more than ${LIMITS.entries} files.`);
      if (entry.isDirectory()) folders.push([own, copy]);
      else if (!entry.isFile()) leftOut.push(`${relative(from, own)}: Links and devices are not installed.`);
      if (!entry.isFile()) continue;
      await copyFile(own, copy);
      await setRunBit(copy);
    }
  }
  return leftOut;
}

async function setRunBit(path: string): Promise<void> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    const isScript = buffer.toString('latin1', 0, bytesRead) === '#!';
    const wasRun = ((await lstat(path)).mode & 0o100) !== 0;
    await chmod(path, isScript || wasRun ? 0o755 : 0o644);
  } finally {
    await handle.close();
  }
}
