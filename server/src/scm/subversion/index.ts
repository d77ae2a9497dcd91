// Subversion as a source: finds the revision of an instance, and reads its files from the other server where something has changed.
import type { RawItem, ReadContext } from '@assay/scanner/archives';
import { withoutPassword } from '../../domain/scm/scm-address.ts';
import type { ScmRevision } from '../../domain/scm/scm-revision.ts';
import { withoutPeg } from '../../domain/scm/svn-peg.ts';
import { TEST_MS, withinTestTime } from '../deadline.ts';
import type { Brought, ScmSystem, ScmTarget, ScmWork } from '../member.ts';
import { addressAt, externalsNow, TreeReading } from './externals.ts';
import { openRemote, type SvnRemote } from './remote.ts';
import {
  type AskedRevision,
  askedRevision,
  askedWords,
  type FoundRevision,
  findRevision,
  requireFolder,
} from './revision.ts';

const FIND_MS = 120_000;

export const subversion: ScmSystem = { test, bring };

interface AskedAddress extends AskedRevision {
  /** Without its peg revision. */
  url: string;
}

/** As svn does: an address that names a revision is read at that one, unless another is asked for. */
function askedOf({ url: written, settings }: ScmTarget): AskedAddress {
  const { url, peg } = withoutPeg(written);
  const given = typeof settings.revisionNumber === 'string' ? settings.revisionNumber.trim() : '';
  const revision = askedRevision(given || peg);
  return { url, revision, peg: peg === revision ? '' : peg };
}

async function withRemote<T>(
  { app, target }: Pick<ScmWork, 'app' | 'target'>,
  url: string,
  run: (remote: SvnRemote) => Promise<T>,
): Promise<T> {
  const remote = await openRemote(app, url, target);
  try {
    return await run(remote);
  } finally {
    await remote.close();
  }
}

async function test({ app, target, signal }: Pick<ScmWork, 'app' | 'target' | 'signal'>): Promise<string> {
  const asked = askedOf(target);
  return withinTestTime(signal, `${withoutPassword(target.url)} has`, (inTime) =>
    withRemote({ app, target }, asked.url, async (remote) => {
      const found = await findRevision(remote, asked, inTime, TEST_MS);
      requireFolder(found, remote);
      const { at, changed } = found;
      return `${remote.shown} has ${askedWords(asked.revision)}${asked.revision === 'HEAD' ? `, revision ${at}` : ''}; the last change there is revision ${changed}.`;
    }),
  );
}

async function bring(work: ScmWork): Promise<Brought> {
  const { target, signal } = work;
  const asked = askedOf(target);
  const shown = withoutPassword(target.url);
  await work.progress(`Looking at ${shown}`);
  const found = await withRemote(work, asked.url, async (remote) => {
    const one = await findRevision(remote, asked, signal, FIND_MS);
    requireFolder(one, remote);
    return one;
  });
  const { changed, repository } = found;
  const main = {
    folder: target.folder,
    url: shown,
    asked: askedWords(asked.revision),
    revision: String(changed),
    repository,
  };
  const isAsBefore = work.before.some((one) => one.folder === main.folder && one.url === shown && one.revision === main.revision); // biome-ignore format: one claim
  // An external may change where nothing else does.
  const revisions: ScmRevision[] = [main, ...(isAsBefore ? await externalsNow(work) : [])];
  const reading = new TreeReading(work, revisions);
  return {
    revisions,
    read: (context) => {
      revisions.splice(1);
      return readAll(work, context, asked.peg === '' ? asked.url : addressAt(asked.url, found), found, reading);
    },
    isComplete: () => reading.isComplete,
    settle: async () => undefined,
  };
}

async function* readAll(
  work: ScmWork,
  context: ReadContext,
  url: string,
  found: FoundRevision,
  reading: TreeReading,
): AsyncGenerator<RawItem, void> {
  const { app, target } = work;
  const remote = await openRemote(app, url, target);
  try {
    yield* reading.read(context, remote, { url, folder: target.folder, found, around: [] });
  } finally {
    await remote.close();
  }
}
