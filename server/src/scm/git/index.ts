// Git as a source: brings the commits of an instance into mirrors, and reads their files from there.
import { createHash } from 'node:crypto';
import type { RawItem, ReadContext } from '@assay/scanner/archives';
import { isRefusal } from '../../domain/refusal.ts';
import {
  fieldWithoutEffect,
  type GitFields,
  type GitSource,
  gitSources,
  isSameServer,
  refuseGitUrl,
  repositoryName,
  withoutPassword,
} from '../../domain/scm/scm-address.ts';
import { type ScmRevision, SUBMODULE } from '../../domain/scm/scm-revision.ts';
import { TEST_MS, withinTestTime } from '../deadline.ts';
import { Learnt } from '../learnt.ts';
import { type Brought, ScmError, type ScmSystem, type ScmTarget, type ScmWork } from '../member.ts';
import { runGit } from './command.ts';
import { LfsFiles } from './lfs.ts';
import { fetchRevision, type Mirror, mirrorFolder, mirrorKey, ownerName, unreadable, withMirror } from './mirror.ts';
import { openRemote } from './remote.ts';
import { bringRevision, lookAt } from './revision.ts';
import { moduleAddresses, submoduleUrl } from './submodules.ts';
import { type Submodule, treeEntries } from './tree.ts';

/** A repository may name itself as its submodule. */
const DEEPEST_SUBMODULE = 10;
const MOST_SUBMODULES = 500;
const LOOK_MS = 120_000;

export const git: ScmSystem = { test, bring };

function fieldsOf({ url, settings }: ScmTarget): GitFields {
  const text = (name: string) => (typeof settings[name] === 'string' ? (settings[name] as string) : '');
  return { url, branch: text('branch'), commitId: text('commitId'), tag: text('tag') };
}

function sourcesOf(target: ScmTarget, { app }: Pick<ScmWork, 'app'>): GitSource[] {
  const sources = gitSources(fieldsOf(target), app.config.scmAddresses);
  if (isRefusal(sources)) throw new ScmError('refused', sources.refusal.message);
  return sources;
}

async function test({ app, target, signal }: Pick<ScmWork, 'app' | 'target' | 'signal'>): Promise<string> {
  const sources = sourcesOf(target, { app });
  const look = async (source: GitSource, inTime: AbortSignal) => {
    const remote = await openRemote(app, source.url, target);
    try {
      return await lookAt(app, remote, source, inTime, TEST_MS);
    } finally {
      await remote.close();
    }
  };
  const found = await withinTestTime(
    signal,
    sources.length === 1 ? `${withoutPassword(target.url)} has` : 'Some of the repositories have',
    (inTime) => Promise.all(sources.map((source) => look(source, inTime))),
  );
  const folders = sources.flatMap(({ folder }) => (folder === '' ? [] : [folder])).join(', ');
  const later = folders === '' ? '' : `The synchronisation looks for the folder ${folders}.`;
  return [`${found.join('; ')}.`, later, fieldWithoutEffect(fieldsOf(target))].filter((one) => one !== '').join(' ');
}

interface Opened {
  source: GitSource;
  mirror: Mirror;
  commit: string;
  /** In the code base: `git.0/name`. */
  folder: string;
}

async function bring(work: ScmWork): Promise<Brought> {
  const { app, target, signal } = work;
  const opened: Opened[] = [];
  const revisions: ScmRevision[] = [];
  const names = new Set<string>();
  const note = fieldWithoutEffect(fieldsOf(target));
  if (note !== '') work.say('scm-no-effect', note);
  for (const source of sourcesOf(target, work)) {
    const name = freeName(repositoryName(source.url), names, work);
    for (const earlier of source.replaced)
      work.say('scm-replaced', `The address ${earlier} was not fetched: a later one, ${withoutPassword(source.url)}, is of the same repository, and the last one counts.`); // biome-ignore format: one claim
    await work.progress(`Fetching ${name}`);
    const remote = await openRemote(app, source.url, target);
    const reference = `refs/assay/${ownerName(target.projectId, target.instanceId)}-${digestOf(name)}`;
    const { commit, asked } = await withMirror(app, source.url, work, (mirror) =>
      bringRevision(mirror, remote, source, reference, work.say),
    ).finally(() => remote.close());
    const key = mirrorKey(source.url);
    const mirror = { app, key, folder: mirrorFolder(app, key), signal };
    if (source.folder !== '') await requireFolder(mirror, commit, source);
    const folder = `${target.folder}/${name}`;
    opened.push({ source, mirror, commit, folder });
    const part = source.folder === '' ? {} : { part: source.folder };
    revisions.push({ folder, url: withoutPassword(source.url), asked, revision: commit, ...part });
  }
  const reading = new Reading(work, revisions);
  return {
    revisions,
    read: (context) => reading.all(context, opened),
    isComplete: () => reading.isComplete,
    settle: () => reading.settle(),
  };
}

/** Before anything is read, so that the code base is not touched. */
async function requireFolder(mirror: Mirror, commit: string, { url, folder }: GitSource): Promise<void> {
  const { app, signal } = mirror;
  const call = { app, folder: mirror.folder, signal, timeoutMs: LOOK_MS, args: ['ls-tree', '-d', '-z', '--full-tree', commit, '--', folder] }; // biome-ignore format: one call
  const { exitCode, output, complaints } = await runGit(call);
  if (exitCode !== 0) throw await unreadable(mirror, `The folder ${folder} of ${withoutPassword(url)} could not be looked for (${complaints.trim()}).`); // biome-ignore format: one claim
  // A file or a submodule of this name is none.
  if (!output.toString('latin1').startsWith('040000 '))
    throw new ScmError('revision', `${withoutPassword(url)} has no folder ${folder}.`);
}

/** Two repositories may have one name; then the second gets a number. */
function freeName(name: string, taken: Set<string>, { say }: ScmWork): string {
  let free = name;
  for (let number = 2; taken.has(free.toLowerCase()); number++) free = `${name}-${number}`;
  taken.add(free.toLowerCase());
  if (free !== name) say('scm-name', `Several repositories are named ${name}; this one lies in the folder ${free}.`);
  return free;
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

class Reading {
  readonly #work: ScmWork;
  readonly #revisions: ScmRevision[];
  readonly #learnt: Learnt;
  #submodules = 0;
  isComplete = true;

  constructor(work: ScmWork, revisions: ScmRevision[]) {
    this.#work = work;
    this.#revisions = revisions;
    this.#learnt = new Learnt(work.app.db);
  }

  settle(): Promise<void> {
    return this.#learnt.settle();
  }

  async *all(context: ReadContext, opened: readonly Opened[]): AsyncGenerator<RawItem, void> {
    for (const one of opened) {
      await this.#work.progress(`Reading ${one.folder}`);
      yield* this.#tree(context, one, 0);
    }
  }

  async *#tree(
    context: ReadContext,
    { source, mirror, commit, folder }: Opened,
    depth: number,
  ): AsyncGenerator<RawItem, void> {
    const prefix = Buffer.from(`${folder}/`);
    const submodules: Submodule[] = [];
    yield* treeEntries(context, mirror, this.#learnt, {
      commit,
      folder: source.folder,
      prefix,
      expands: Number(this.#work.target.settings.expansionLevel ?? 1) > 1,
      lfs: this.#lfsOf(source, mirror.key),
      onMissing: () => {
        this.isComplete = false;
      },
      onSubmodule: (submodule) => void submodules.push(submodule),
    });
    if (submodules.length === 0) return;
    const addresses = await moduleAddresses(mirror, commit);
    for (const submodule of submodules) {
      const written = addresses.get(submodule.name.subarray(prefix.length).toString('utf8'));
      yield* this.#submodule(context, source, submodule, written, depth);
    }
  }

  /** A password for the instance's server goes to no other one. */
  #lfsOf({ url }: GitSource, key: Buffer): LfsFiles | undefined {
    const { app, target, signal } = this.#work;
    if (target.settings.fetchLfs !== true) return undefined;
    const isOwn = sourcesOf(target, this.#work).some((source) => isSameServer(source.url, url));
    return new LfsFiles(app, { key, url, login: isOwn ? target : { userName: '', password: '' } }, signal);
  }

  async *#submodule(
    context: ReadContext,
    parent: GitSource,
    { name, commit }: Submodule,
    written: string | undefined,
    depth: number,
  ): AsyncGenerator<RawItem, void> {
    context.countEntry();
    const url = written === undefined ? '' : submoduleUrl(written, parent.url);
    const folder = name.toString('utf8');
    const refusal = this.#refusal(url, folder, depth);
    if (refusal !== undefined) {
      yield leftOut(name, `is a submodule (commit ${commit}) that was not fetched: ${refusal}`);
      return;
    }
    try {
      yield* this.#tree(context, await this.#openSubmodule(parent, url, folder, commit), depth + 1);
    } catch (error) {
      if (!(error instanceof ScmError)) throw error;
      const wasThere = this.#work.before.some((one) => one.folder === folder);
      // What the code base has is not given up because a server does not answer.
      if (error.code === 'unreachable' && wasThere) throw error;
      this.isComplete = false;
      yield leftOut(
        name,
        `is a submodule (commit ${commit}) that was not fetched: ${error.message.replace(/\.$/, '')}`,
      );
    }
  }

  #refusal(url: string, folder: string, depth: number): string | undefined {
    if (url === '') return 'the file .gitmodules does not say its address';
    if (depth >= DEEPEST_SUBMODULE) return `it lies inside more than ${DEEPEST_SUBMODULE} others`;
    if (++this.#submodules > MOST_SUBMODULES) return `there are more than ${MOST_SUBMODULES}`;
    if (folder.includes('\ufffd')) return 'its name is not UTF-8';
    return refuseGitUrl(url, this.#work.app.config.scmAddresses)?.refusal.message.replace(/^.*?: |\.$/g, '');
  }

  async #openSubmodule(parent: GitSource, url: string, folder: string, commit: string): Promise<Opened> {
    const { app, target, signal } = this.#work;
    const login = isSameServer(url, parent.url) ? target : { userName: '', password: '' };
    const remote = await openRemote(app, url, login);
    const reference = `refs/assay/${ownerName(target.projectId, target.instanceId)}-${digestOf(folder)}`;
    await this.#work.progress(`Fetching ${folder}`);
    await withMirror(app, url, this.#work, (mirror) => fetchRevision(mirror, remote, commit, reference)).finally(() =>
      remote.close(),
    );
    const key = mirrorKey(url);
    this.#revisions.push({ folder, url: withoutPassword(url), asked: SUBMODULE, revision: commit });
    const source = { url, branch: '', tag: '', commitId: commit, folder: '', replaced: [] };
    return { source, mirror: { app, key, folder: mirrorFolder(app, key), signal }, commit, folder };
  }
}

function leftOut(name: Buffer, reason: string): RawItem {
  return { type: 'refusal', code: 'submodule', name, legacyEncoding: 'latin1', reason, isLoss: false };
}
