// What a source asks for, as git's names: a branch, a tag, a commit, or nothing, which means master and, where there is none, HEAD.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '../../app.ts';
import type { GitSource, ReferenceField } from '../../domain/scm/scm-address.ts';
import { isTagPattern, latestTag } from '../../domain/scm/tag-pattern.ts';
import { ScmError } from '../member.ts';
import { refuseEnded } from '../processes.ts';
import { runGit } from './command.ts';
import { fetchHistory, fetchRevision, type Mirror } from './mirror.ts';
import type { GitRemote } from './remote.ts';

type Asked = Pick<GitSource, ReferenceField>;

/** `branch main` */
function askedWords({ branch, tag, commitId }: Asked): string {
  if (branch !== '') return `branch ${branch}`;
  if (tag !== '') return `tag ${tag}`;
  return commitId === '' ? 'branch master' : `commit ${commitId.toLowerCase()}`;
}

const isWholeId = (commitId: string) => /^([0-9a-f]{40}|[0-9a-f]{64})$/i.test(commitId);
const isUnasked = ({ branch, tag, commitId }: Asked) => branch === '' && tag === '' && commitId === '';

/** Brings the commit that is asked for into the mirror. */
export async function bringRevision(
  mirror: Mirror,
  remote: GitRemote,
  given: Asked,
  reference: string,
  say: (code: string, message: string) => void,
): Promise<{ commit: string; asked: string }> {
  const asked = await withNamedTag(mirror, remote, given);
  const words = askedWords(asked);
  try {
    return {
      commit: await fetchRevision(mirror, remote, await nameOf(mirror, remote, asked, reference), reference),
      asked: words,
    };
  } catch (error) {
    if (!(error instanceof ScmError) || error.code !== 'revision') throw error;
    if (!isUnasked(asked)) throw notThere(remote, words, error);
  }
  try {
    const commit = await fetchRevision(mirror, remote, 'HEAD', reference);
    say('scm-head', `${remote.shown} has no branch master, so its HEAD was fetched.`);
    return { commit, asked: 'HEAD' };
  } catch (error) {
    if (error instanceof ScmError && error.code === 'revision')
      throw new ScmError('revision', `${remote.shown} has neither a branch master nor a HEAD: it is empty.`);
    throw error;
  }
}

const TAGS = 'refs/tags/';
const TAGS_TIMEOUT_MS = 5 * 60_000;

/** A pattern of tags becomes the latest tag that fits. */
async function withNamedTag(
  { app, signal }: Pick<Mirror, 'app' | 'signal'>,
  remote: GitRemote,
  asked: Asked,
  timeoutMs = TAGS_TIMEOUT_MS,
): Promise<Asked> {
  if (!isTagPattern(asked.tag)) return asked;
  await mkdir(app.folder.mirrors, { recursive: true, mode: 0o700 });
  const call = { app, folder: app.folder.mirrors, signal, timeoutMs, connection: remote };
  // What the pattern means for git is nearly the same; it only leaves out what cannot fit.
  const args = ['ls-remote', '--quiet', '--refs', '--', remote.url, `${TAGS}${asked.tag}`];
  const end = await runGit({ ...call, args });
  refuseEnded(end, remote.shown, timeoutMs);
  if (end.exitCode !== 0) throw remote.failure(end.complaints);
  const names = end.output.toString('utf8').split('\n').map((line) => line.slice(line.indexOf('\t') + 1)); // biome-ignore format: one claim
  const tags = names.flatMap((name) => (name.startsWith(TAGS) ? [name.slice(TAGS.length)] : []));
  const tag = latestTag(asked.tag, tags);
  if (tag === undefined) throw new ScmError('revision', `${remote.shown} has no tag that fits ${asked.tag}.`);
  return { ...asked, tag };
}

function notThere({ shown }: GitRemote, words: string, cause: unknown): ScmError {
  const hint = words.startsWith('commit ')
    ? ', or its server does not give out single commits; name a branch or a tag then'
    : '';
  return new ScmError('revision', `${shown} has no ${words}${hint}.`, { cause });
}

async function nameOf(mirror: Mirror, remote: GitRemote, { branch, tag, commitId }: Asked, reference: string) {
  if (branch !== '') return `refs/heads/${branch}`;
  if (tag !== '') return `refs/tags/${tag}`;
  if (commitId === '') return 'refs/heads/master';
  if (isWholeId(commitId)) return commitId.toLowerCase();
  return fetchHistory(mirror, remote, commitId.toLowerCase(), reference);
}

/** Asks the other server what it has, without bringing it here. Returns what was found, for people. */
export async function lookAt(
  app: App,
  remote: GitRemote,
  given: Asked,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<string> {
  const asked = await withNamedTag({ app, signal }, remote, given, timeoutMs);
  const { branch, tag, commitId } = asked;
  const names = branch !== '' ? [`refs/heads/${branch}`] : tag !== '' ? [`refs/tags/${tag}`] : commitId === '' ? ['refs/heads/master', 'HEAD'] : ['HEAD']; // biome-ignore format: one claim
  const only = branch !== '' ? ['--heads'] : tag !== '' ? ['--tags'] : [];
  await mkdir(app.folder.mirrors, { recursive: true, mode: 0o700 });
  const call = { app, folder: app.folder.mirrors, signal, timeoutMs, connection: remote };
  const end = await runGit({ ...call, args: ['ls-remote', '--quiet', ...only, '--', remote.url, ...names] });
  refuseEnded(end, remote.shown, timeoutMs);
  if (end.exitCode !== 0) throw remote.failure(end.complaints);
  const found = new Map(
    end.output.toString('utf8').split('\n').map((line) => line.split('\t') as [string, string]).map(([id, name]) => [name, id]), // biome-ignore format: one claim
  );
  if (commitId !== '') return isWholeId(commitId) ? lookForCommit(app, remote, commitId.toLowerCase(), signal, timeoutMs) : `${remote.shown} answers; ${askedWords(asked)} is looked for by the synchronisation`; // biome-ignore format: one claim
  const [name, id] = names.map((one) => [one, found.get(one)] as const).find(([, there]) => there !== undefined) ?? [];
  if (id !== undefined) return `${remote.shown} has ${name === 'HEAD' ? 'no branch master; its HEAD is' : `${askedWords(asked)} at`} ${id.slice(0, 12)}`; // biome-ignore format: one claim
  if (isUnasked(asked))
    throw new ScmError('revision', `${remote.shown} has neither a branch master nor a HEAD: it is empty.`);
  throw notThere(remote, askedWords(asked), undefined);
}

/** Fetches the commit alone, without its files, and forgets it. */
async function lookForCommit(
  app: App,
  remote: GitRemote,
  commitId: string,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<string> {
  await mkdir(app.folder.temporary, { recursive: true });
  const folder = await mkdtemp(join(app.folder.temporary, 'look-'));
  try {
    const mirror = { app, folder, key: Buffer.alloc(0), signal };
    await fetchRevision(mirror, remote, commitId, 'refs/assay/look', { filter: 'tree:0', timeoutMs });
    return `${remote.shown} has commit ${commitId.slice(0, 12)}`;
  } catch (error) {
    if (error instanceof ScmError && error.code === 'revision') throw notThere(remote, `commit ${commitId}`, error);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
