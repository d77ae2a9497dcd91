// The mirror of one repository in the data folder: a bare repository that all projects share, so that a later fetch transfers only the difference. Each
// project and instance has its own references in it. Nobody reads a revision from it that the other server has not just given for the
// credentials of the same instance: every revision is asked for anew, and `--depth` makes git ask even for what lies here already.
import { createHash } from 'node:crypto';
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import type { App } from '../../app.ts';
import { withoutPassword } from '../../domain/scm/scm-address.ts';
import { ScmError } from '../member.ts';
import { refuseEnded } from '../processes.ts';
import { runGit } from './command.ts';
import type { GitRemote } from './remote.ts';

const FETCH_MS = 4 * 60 * 60_000;
const LOCAL_MS = 10 * 60_000;
/** With more packs than this, the mirror is packed anew: old revisions that no instance has any more go. */
const MOST_PACKS = 20;
const LOCK_LOOK_MS = 200;

export interface Mirror {
  app: App;
  folder: string;
  /** Names the repository in the database. */
  key: Buffer;
  signal: AbortSignal;
  /** A line of the log of the work that it is used for. */
  say?(code: string, message: string): void;
}

/** By the address: other users of an address see the same repository. */
export function mirrorKey(url: string): Buffer {
  const plain = withoutPassword(url).replace(/^([a-z]+:\/\/)[^/@]*@/i, '$1');
  const [, before = '', rest = plain] = /^([a-z]+:\/\/[^/]*)(.*)$/i.exec(plain) ?? [];
  return createHash('sha256').update(`git ${before.toLowerCase()}${rest}`).digest();
}

export function mirrorFolder(app: App, key: Buffer): string {
  return join(app.folder.mirrors, 'git', key.toString('hex'));
}

/** Runs the work as the only user of the mirror, in this process and in others that share the data folder. */
export function withMirror<T>(
  app: App,
  url: string,
  { signal, say }: Pick<Mirror, 'signal' | 'say'>,
  work: (mirror: Mirror) => Promise<T>,
): Promise<T> {
  return withMirrorOf(app, mirrorKey(url), signal, (mirror) => work({ ...mirror, say }));
}

export async function withMirrorOf<T>(
  app: App,
  key: Buffer,
  signal: AbortSignal,
  work: (mirror: Mirror) => Promise<T>,
): Promise<T> {
  const folder = mirrorFolder(app, key);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'assay.lock.db');
  const lock = await lockFile(file, signal);
  try {
    // Says when it was used last.
    await utimes(file, app.now(), app.now());
    return await work({ app, folder, key, signal });
  } finally {
    lock.close();
  }
}

/** A lock of the operating system, which ends with the process, however that ends. */
async function lockFile(file: string, signal: AbortSignal): Promise<DatabaseSync> {
  for (;;) {
    signal.throwIfAborted();
    const database = new DatabaseSync(file, { timeout: 0 });
    try {
      database.exec('begin exclusive');
      return database;
    } catch (error) {
      database.close();
      if (((error as { errcode?: number }).errcode ?? 0) % 256 !== SQLITE_BUSY) throw error;
      await wait(LOCK_LOOK_MS, undefined, { signal });
    }
  }
}
const SQLITE_BUSY = 5;

async function git(mirror: Mirror, args: readonly string[], timeoutMs = LOCAL_MS, input = '') {
  return runGit({ app: mirror.app, folder: mirror.folder, args, signal: mirror.signal, timeoutMs, input });
}

async function make(mirror: Mirror, format: 'sha1' | 'sha256'): Promise<void> {
  const args = ['init', '--bare', '--quiet', '--template=', `--object-format=${format}`, mirror.folder];
  const end = await git(mirror, args);
  if (end.exitCode !== 0)
    throw new ScmError('program', `The mirror of a repository could not be made: ${end.complaints.trim()}`);
}

async function isMade({ folder }: Mirror): Promise<boolean> {
  return stat(join(folder, 'HEAD')).then(
    () => true,
    () => false,
  );
}

/** Begins the mirror anew; the lock stays. What is left of a killed program's locks goes as well. */
async function empty({ folder }: Mirror): Promise<void> {
  for (const name of await readdir(folder))
    if (!name.startsWith('assay.lock.db')) await rm(join(folder, name), { recursive: true, force: true });
}

/**
 * Asks the other server for one revision and brings what is missing here. Returns its commit.
 * @param asked a full reference, or a commit id with all digits
 */
export async function fetchRevision(
  mirror: Mirror,
  remote: GitRemote,
  asked: string,
  reference: string,
  { filter, timeoutMs = FETCH_MS }: { filter?: string; timeoutMs?: number } = {},
): Promise<string> {
  const args = ['--depth=1', ...(filter === undefined ? [] : [`--filter=${filter}`])];
  const commit = await madeAnewIfDamaged(mirror, remote, async () => {
    await fetch(mirror, remote, { args, refspecs: [`+${asked}:${reference}`], timeoutMs });
    return commitOf(mirror, reference);
  });
  if (commit === undefined) throw new ScmError('missing', `What is asked for in ${remote.shown} is no commit.`);
  return commit;
}

/** Does the work once more in an empty mirror if it failed, or found nothing, in a damaged one. */
async function madeAnewIfDamaged<T>(
  mirror: Mirror,
  { shown }: GitRemote,
  work: () => Promise<T | undefined>,
): Promise<T | undefined> {
  let failure: ScmError | undefined;
  try {
    const found = await work();
    if (found !== undefined) return found;
  } catch (error) {
    // Only of these can the mirror be the reason.
    if (!(error instanceof ScmError) || error.code !== 'program') throw error;
    failure = error;
  }
  if (await isDamaged(mirror)) {
    await empty(mirror);
    mirror.say?.(
      'scm-mirror',
      `The mirror of ${shown} on this server was damaged, so the repository was fetched anew.`,
    );
    return work();
  }
  if (failure) throw failure;
  return undefined;
}

/** Whether something in it is not what its name says, or is not there. Reads all of it. */
async function isDamaged(mirror: Mirror): Promise<boolean> {
  if (!(await isMade(mirror))) return false;
  const { exitCode, ended } = await git(mirror, ['fsck', '--full', '--no-dangling', '--no-progress'], FETCH_MS);
  return exitCode !== 0 && ended !== 'timeout';
}

/** The error of a mirror whose contents cannot be read. If it is damaged it is emptied, so that the next fetch brings everything. */
export async function unreadable({ app, key, signal }: Mirror, message: string): Promise<ScmError> {
  const isEmptied = await withMirrorOf(app, key, signal, async (mirror) => {
    const isBroken = await isDamaged(mirror);
    if (isBroken) await empty(mirror);
    return isBroken;
  });
  const remedy = ' The mirror of the repository on this server was damaged; the next synchronisation fetches it anew.';
  return new ScmError('program', `${message}${isEmptied ? remedy : ''}`);
}

interface Fetch {
  args: readonly string[];
  refspecs: readonly string[];
  timeoutMs: number;
}

async function fetch(mirror: Mirror, remote: GitRemote, { args, refspecs, timeoutMs }: Fetch): Promise<void> {
  await removeLeftovers(mirror);
  if (!(await isMade(mirror)))
    await make(mirror, refspecs.some((one) => /^\+[0-9a-f]{64}:/.test(one)) ? 'sha256' : 'sha1');
  const all = [
    'fetch',
    '--no-tags',
    '--no-write-fetch-head',
    '--force',
    '--quiet',
    ...args,
    '--',
    remote.url,
    ...refspecs,
  ];
  const { app, folder, signal } = mirror;
  const call = { app, folder, args: all, signal, timeoutMs, connection: remote };
  let end = await runGit(call);
  const [, format] = /mismatched algorithms: client \w+; server (sha1|sha256)/.exec(end.complaints) ?? [];
  if (format !== undefined) {
    await empty(mirror);
    await make(mirror, format as 'sha1' | 'sha256');
    end = await runGit(call);
  }
  if (end.exitCode === 0) return tidy(mirror);
  const isTooLarge = await hasFullPack(mirror);
  // What was transferred in vain takes no space until the next fetch.
  await removeLeftovers(mirror);
  refuseEnded(end, remote.shown, timeoutMs);
  if (isTooLarge) throw new ScmError('tooLarge', `${remote.shown} is larger than ASSAY_MAX_UPLOAD_BYTES allows.`);
  throw remote.failure(end.complaints);
}

/** Whether a pack came as far as the largest file that a program may write: git does not say why its part that writes it has died. */
async function hasFullPack({ app, folder }: Mirror): Promise<boolean> {
  const packs = join(folder, 'objects', 'pack');
  for (const name of await readdir(packs).catch(() => [])) {
    if (!name.startsWith('tmp_pack_')) continue;
    const { size } = await stat(join(packs, name));
    if (size >= app.config.maxUploadBytes) return true;
  }
  return false;
}

/**
 * The whole id of a commit whose first digits are given. Brings the history of all branches and tags, without files where the server can leave them
 * out, into a repository of its own. Only what these credentials see counts.
 */
export async function fetchHistory(
  mirror: Mirror,
  remote: GitRemote,
  digits: string,
  reference: string,
): Promise<string> {
  const history = historyOf(mirror);
  await mkdir(history.folder, { recursive: true, mode: 0o700 });
  const own = reference.replace('refs/assay/', 'refs/history/');
  const refspecs = [`+refs/heads/*:${own}/heads/*`, `+refs/tags/*:${own}/tags/*`];
  await madeAnewIfDamaged(history, remote, async () => {
    await fetch(history, remote, { args: ['--filter=tree:0', '--prune'], refspecs, timeoutMs: FETCH_MS });
    return true;
  });
  const end = await git(history, ['rev-parse', `--disambiguate=${digits}`]);
  const commits: string[] = [];
  for (const id of end.output
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .slice(0, MOST_CANDIDATES)) {
    const seen = await git(history, ['for-each-ref', '--count=1', `--contains=${id}`, '--format=%(refname)', own]);
    if (seen.exitCode === 0 && seen.output.length > 0) commits.push(id);
  }
  const [commit, ...others] = commits;
  if (commit === undefined) throw new ScmError('revision', `${remote.shown} has no commit ${digits}.`);
  if (others.length > 0)
    throw new ScmError('revision', `${remote.shown} has several commits that begin with ${digits}; give more digits.`);
  return commit;
}
const MOST_CANDIDATES = 100;

async function commitOf(mirror: Mirror, reference: string): Promise<string | undefined> {
  const end = await git(mirror, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${reference}^{commit}`]);
  const commit = end.output.toString('utf8').trim();
  return end.exitCode === 0 && /^[0-9a-f]{40,64}$/.test(commit) ? commit : undefined;
}

/** A program that was killed leaves such files, anywhere in the mirror and its history; the lock of the mirror says that nobody uses them. */
async function removeLeftovers({ folder }: Mirror): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (!entry.isDirectory() && isLeftover(entry)) await rm(join(entry.parentPath, entry.name), { force: true });
}

/** Locks of references and files, unfinished packs and objects, and packs that a fetch had not let go of. */
function isLeftover({ name, parentPath }: { name: string; parentPath: string }): boolean {
  if (name.endsWith('.lock') || name === 'gc.pid') return true;
  if (parentPath.endsWith('/objects/pack')) return name.startsWith('tmp_') || name.endsWith('.keep') || name.startsWith('.tmp-'); // biome-ignore format: one claim
  return name.startsWith('tmp_obj_');
}

/** Packs anew from time to time, without what no reference needs. */
async function tidy(mirror: Mirror): Promise<void> {
  const names = await readdir(join(mirror.folder, 'objects', 'pack')).catch(() => []);
  if (names.filter((name) => name.endsWith('.pack')).length > MOST_PACKS) await packAnew(mirror);
}

async function packAnew(mirror: Mirror): Promise<void> {
  // A failure costs only space; the next time tries again.
  await git(mirror, ['gc', '--quiet', '--prune=now'], FETCH_MS);
}

/** How references begin, behind their folder. */
export const ownerName = (projectId: number, instanceId: number) => `p${projectId}-i${instanceId}`;

/**
 * Removes the references of projects and instances that are gone, and what only they needed.
 * @param living asked after the references were read: an instance is stored before it has references
 */
export async function forgetOwners(mirror: Mirror, living: () => Promise<ReadonlySet<string>>): Promise<void> {
  for (const place of [mirror, historyOf(mirror)]) {
    if (!(await isMade(place))) continue;
    const { output } = await git(place, ['for-each-ref', '--format=%(refname)', 'refs/assay', 'refs/history']);
    // Of a very long list only the beginning comes, its last line cut off; the next time goes on.
    const references = output.toString('utf8').split('\n').slice(0, -1);
    const owners = await living();
    const gone = references.filter((name) => !owners.has(/^refs\/[a-z]+\/(p\d+-i\d+)-/.exec(name)?.[1] ?? ''));
    if (gone.length === 0) continue;
    const input = gone.map((name) => `delete ${name}\n`).join('');
    await git(place, ['update-ref', '--stdin'], LOCAL_MS, input);
    await packAnew(place);
  }
}

const historyOf = (mirror: Mirror): Mirror => ({ ...mirror, folder: join(mirror.folder, 'history') });
