// Subversion as a source: finds the revision of an instance, and reads its files from the other server where something has changed.
import type { RawItem, ReadContext } from '@assay/scanner/archives';
import { withoutPassword } from '../../domain/scm/scm-address.ts';
import type { ScmRevision } from '../../domain/scm/scm-revision.ts';
import { TEST_MS, withinTestTime } from '../deadline.ts';
import type { Brought, ScmSystem, ScmTarget, ScmWork } from '../member.ts';
import { externalsNow, TreeReading } from './externals.ts';
import { openRemote, type SvnRemote } from './remote.ts';
import { askedRevision, askedWords, type FoundRevision, findRevision } from './revision.ts';

const FIND_MS = 120_000;

export const subversion: ScmSystem = { test, bring };

const askedOf = ({ settings }: ScmTarget) =>
  askedRevision(typeof settings.revisionNumber === 'string' ? settings.revisionNumber : '');

async function withRemote<T>(
  work: Pick<ScmWork, 'app' | 'target'>,
  run: (remote: SvnRemote) => Promise<T>,
): Promise<T> {
  const remote = await openRemote(work.app, work.target.url, work.target);
  try {
    return await run(remote);
  } finally {
    await remote.close();
  }
}

async function test({ app, target, signal }: Pick<ScmWork, 'app' | 'target' | 'signal'>): Promise<string> {
  const asked = askedOf(target);
  return withinTestTime(signal, `${withoutPassword(target.url)} has`, (inTime) =>
    withRemote({ app, target }, async (remote) => {
      const { at, changed } = await findRevision(remote, asked, inTime, TEST_MS);
      return `${remote.shown} has ${askedWords(asked)}${asked === 'HEAD' ? `, revision ${at}` : ''}; the last change there is revision ${changed}.`;
    }),
  );
}

async function bring(work: ScmWork): Promise<Brought> {
  const { target, signal } = work;
  const asked = askedOf(target);
  const shown = withoutPassword(target.url);
  await work.progress(`Looking at ${shown}`);
  const found = await withRemote(work, (remote) => findRevision(remote, asked, signal, FIND_MS));
  const { changed, repository } = found;
  const main = { folder: target.folder, url: shown, asked: askedWords(asked), revision: String(changed), repository };
  const isAsBefore = work.before.some((one) => one.folder === main.folder && one.url === shown && one.revision === main.revision); // biome-ignore format: one claim
  // An external may change where nothing else does.
  const revisions: ScmRevision[] = [main, ...(isAsBefore ? await externalsNow(work) : [])];
  const reading = new TreeReading(work, revisions);
  return {
    revisions,
    read: (context) => {
      revisions.splice(1);
      return readAll(work, context, found, reading);
    },
    isComplete: () => reading.isComplete,
    settle: async () => undefined,
  };
}

async function* readAll(
  work: ScmWork,
  context: ReadContext,
  found: FoundRevision,
  reading: TreeReading,
): AsyncGenerator<RawItem, void> {
  const { app, target } = work;
  const remote = await openRemote(app, target.url, target);
  try {
    yield* reading.read(context, remote, { url: target.url, folder: target.folder, found, around: [] });
  } finally {
    await remote.close();
  }
}
