// Externals of Subversion, by the same rules as addresses of people: each is fetched where these allow it, anonymously if it lies on another server. What is
// not fetched is named, with the reason.
import type { RawItem, ReadContext } from '@assay/scanner/archives';
import { isSameServer, withoutPassword } from '../../domain/scm/scm-address.ts';
import type { ScmRevision } from '../../domain/scm/scm-revision.ts';
import { addressAbove, externalLines, holds, readExternal, type SvnExternal } from '../../domain/scm/svn-externals.ts';
import { withoutPeg, withPeg } from '../../domain/scm/svn-peg.ts';
import { ScmError, type ScmWork } from '../member.ts';
import { openRemote, type SvnRemote } from './remote.ts';
import { askedWords, type FoundRevision, findRevision } from './revision.ts';
import { fileEntry, treeEntries } from './tree.ts';

const FIND_MS = 120_000;
const DEEPEST = 10;
const MOST = 500;
const MOST_SHOWN = 200;
/** Before what is asked for, so that the next synchronisation knows which folders are externals. */
const EXTERNAL = 'external, ';

/** One folder (or file, of an external) of a repository that is read, and the addresses around it. */
interface SvnTree {
  /** At the revision that is read. */
  url: string;
  /** In the code base. */
  folder: string;
  found: FoundRevision;
  around: readonly string[];
}

const loginFor = (url: string, { target }: ScmWork) =>
  isSameServer(url, target.url) ? target : { userName: '', password: '' };

async function withExternal<T>(work: ScmWork, url: string, run: (remote: SvnRemote) => Promise<T>): Promise<T> {
  // A repository of another server never leads to files of this one.
  if (/^file:/i.test(url) && !/^file:/i.test(work.target.url))
    throw new ScmError('refused', `${url} is a file of this server.`);
  const remote = await openRemote(work.app, url, loginFor(url, work));
  try {
    return await run(remote);
  } finally {
    await remote.close();
  }
}

/** Externals of the last synchronisation, at what they are now. Those that cannot be had any more are left out, so that the folder is read anew. */
export async function externalsNow(work: ScmWork): Promise<ScmRevision[]> {
  const now: ScmRevision[] = [];
  for (const before of work.before.filter(({ asked }) => asked.startsWith(EXTERNAL))) {
    const revision = /(\d+)$/.exec(before.asked)?.[1] ?? 'HEAD';
    const { url, peg } = withoutPeg(before.url);
    try {
      const found = await withExternal(work, url, (remote) =>
        findRevision(remote, { revision, peg }, work.signal, FIND_MS),
      );
      now.push({ ...before, revision: String(found.changed), repository: found.repository });
    } catch (error) {
      if (!(error instanceof ScmError) || error.code === 'unreachable') throw error;
    }
  }
  return now;
}

export class TreeReading {
  readonly #work: ScmWork;
  readonly #revisions: ScmRevision[];
  #externals = 0;
  isComplete = true;

  /** @param revisions what is read is added to them */
  constructor(work: ScmWork, revisions: ScmRevision[]) {
    this.#work = work;
    this.#revisions = revisions;
  }

  async *read(context: ReadContext, remote: SvnRemote, tree: SvnTree): AsyncGenerator<RawItem, void> {
    const properties: [name: Buffer, property: string][] = [];
    await this.#work.progress(`Reading ${tree.folder}`);
    if (tree.found.isFile) return yield* fileEntry(context, remote, tree.found, tree.folder);
    yield* treeEntries(context, remote, tree.found, {
      prefix: tree.folder,
      onExternals: (name, property) => void properties.push([name, property]),
    });
    const root = addressAbove(tree.url, tree.found.folder.split('/').filter((part) => part !== '').length);
    for (const [name, property] of properties) {
      const inside = name.toString('utf8').slice(tree.folder.length).split('/').map(encodeURIComponent).join('/');
      const base = { root, folder: tree.url.replace(/\/+$/, '') + inside };
      for (const line of externalLines(property)) {
        context.countEntry();
        const external = readExternal(line, base);
        if ('reason' in external) yield leftOut(name, line, external.reason);
        else yield* this.#external(context, tree, name, line, external);
      }
    }
  }

  async *#external(
    context: ReadContext,
    { around, url: parent }: SvnTree,
    name: Buffer,
    line: string,
    { url, revision, peg, path }: SvnExternal,
  ): AsyncGenerator<RawItem, void> {
    const folder = `${name.toString('utf8')}/${path}`;
    const refusal = this.#refusal(url, folder, [...around, parent]);
    if (refusal !== undefined) return yield leftOut(name, line, refusal);
    try {
      await this.#work.progress(`Looking at ${withoutPassword(url)}`);
      const found = await withExternal(this.#work, url, (remote) =>
        findRevision(remote, { revision, peg }, this.#work.signal, FIND_MS),
      );
      const { changed, repository } = found;
      this.#revisions.push({ folder, url: withPeg({ url, peg }), asked: `${EXTERNAL}${askedWords(revision)}`, revision: String(changed), repository }); // biome-ignore format: one claim
      const remote = await openRemote(this.#work.app, url, loginFor(url, this.#work));
      try {
        const at = peg === '' ? url : addressAt(url, found);
        yield* this.read(context, remote, { url: at, folder, found, around: [...around, parent] });
      } finally {
        await remote.close();
      }
    } catch (error) {
      if (!(error instanceof ScmError)) throw error;
      // What the code base has is not given up because a server does not answer.
      if (error.code === 'unreachable' && this.#work.before.some((one) => one.folder === folder)) throw error;
      if (error.code !== 'refused') this.isComplete = false;
      yield leftOut(name, line, error.message.replace(/^The field "url" is wrong: /, ''));
    }
  }

  #refusal(url: string, folder: string, around: readonly string[]): string | undefined {
    if (around.length > DEEPEST) return `it lies inside more than ${DEEPEST} others`;
    if (around.some((one) => holds(url, one))) return 'the folder that it lies in is part of it';
    if (++this.#externals > MOST) return `there are more than ${MOST}`;
    return folder.includes('\ufffd') ? 'its name is not UTF-8' : undefined;
  }
}

/** The address of a folder at the revision that is read, with the host as it was written. */
export function addressAt(written: string, { url }: FoundRevision): string {
  const [origin = ''] = /^[a-z+]+:\/\/[^/]*/i.exec(written) ?? [];
  return origin + url.replace(/^[a-z+]+:\/\/[^/]*/i, '').replace(/\/+$/, '');
}

function leftOut(name: Buffer, line: string, why: string): RawItem {
  const shown = line
    .split(/\s+/)
    .map(withoutPassword)
    .join(' ')
    .replace(/\p{Cc}/gu, ' ')
    .slice(0, MOST_SHOWN);
  const reason = `has the Subversion external "${shown}", which was not fetched: ${why.replace(/\.$/, '')}`;
  return { type: 'refusal', code: 'submodule', name, legacyEncoding: 'latin1', reason, isLoss: false };
}
