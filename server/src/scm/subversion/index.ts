// Subversion as a source: finds the revision of an instance, and reads its files from the other server where something has changed.
import type { RawItem, ReadContext } from '@assay/scanner/archives';
import { withoutPassword } from '../../domain/scm/scm-address.ts';
import { TEST_MS, withinTestTime } from '../deadline.ts';
import type { Brought, ScmSystem, ScmTarget, ScmWork } from '../member.ts';
import { openRemote, type SvnRemote } from './remote.ts';
import { askedRevision, askedWords, type FoundRevision, findRevision } from './revision.ts';
import { treeEntries } from './tree.ts';

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
  return {
    revisions: [{ folder: target.folder, url: shown, asked: askedWords(asked), revision: String(changed), repository }],
    read: (context) => reading(work, context, found),
    isComplete: () => true,
    settle: async () => undefined,
  };
}

async function* reading(work: ScmWork, context: ReadContext, found: FoundRevision): AsyncGenerator<RawItem, void> {
  await work.progress(`Reading ${work.target.folder}`);
  const remote = await openRemote(work.app, work.target.url, work.target);
  try {
    yield* treeEntries(context, remote, found, work.target.folder);
  } finally {
    await remote.close();
  }
}
