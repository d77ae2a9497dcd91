// Perforce as a source: finds the change list or label of an instance, and reads its files from the other server where something has changed.
import { createHash } from 'node:crypto';
import type { RawItem, ReadContext } from '@assay/scanner/archives';
import { TEST_MS, withinTestTime } from '../deadline.ts';
import { Learnt } from '../learnt.ts';
import type { Brought, ScmSystem, ScmWork } from '../member.ts';
import { onlyFile, versionedEntries } from '../versioned-files.ts';
import { askedOf, type FoundRevision, findRevision } from './revision.ts';
import { type OpenSession, openSession } from './session.ts';
import { contentsOf, filesOf, type P4File } from './tree.ts';

const FIND_MS = 120_000;

export const perforce: ScmSystem = { test, bring };

async function withSession<T>(
  { app, target, signal }: Pick<ScmWork, 'app' | 'target' | 'signal'>,
  timeoutMs: number,
  run: (session: OpenSession) => Promise<T>,
): Promise<T> {
  const session = await openSession(app, target, { signal, timeoutMs });
  try {
    return await run(session);
  } finally {
    await session.close();
  }
}

function test({ app, target, signal }: Pick<ScmWork, 'app' | 'target' | 'signal'>): Promise<string> {
  return withinTestTime(signal, 'The server has', (inTime) =>
    withSession({ app, target, signal: inTime }, TEST_MS, async (session) => {
      const asked = askedOf(session.address.path, target.settings);
      const found = await findRevision(session, asked, { signal: inTime, timeoutMs: TEST_MS });
      const last = asked.label === undefined ? `the last change there is change list ${found.revision}` : 'it has files there'; // biome-ignore format: one claim
      return `${session.shown} has ${found.path} at ${found.asked}; ${last}.`;
    }),
  );
}

async function bring(work: ScmWork): Promise<Brought> {
  const { app, target, signal } = work;
  await work.progress(`Looking at ${target.folder}`);
  return withSession(work, FIND_MS, async (session) => {
    const asked = askedOf(session.address.path, target.settings);
    const found = await findRevision(session, asked, { signal, timeoutMs: FIND_MS });
    const learnt = new Learnt(app.db);
    const repository = repositoryOf(session);
    const revision = { folder: target.folder, url: session.shown, asked: found.asked, revision: found.revision };
    return {
      revisions: [{ ...revision, part: found.path, repository: repository.toString('hex') }],
      read: (context) => reading(work, context, { found, learnt, repository }),
      isComplete: () => true,
      settle: () => learnt.settle(),
    };
  });
}

/** By user as well: who may list a file need not be allowed to read it. */
function repositoryOf({ address, serverId, userName }: OpenSession): Buffer {
  const names = ['p4', `${address.host}:${address.port}`, serverId, userName];
  return createHash('sha256').update(names.join('\0')).digest();
}

interface Reading {
  found: FoundRevision;
  learnt: Learnt;
  repository: Buffer;
}

async function* reading(
  work: ScmWork,
  context: ReadContext,
  { found, learnt, repository }: Reading,
): AsyncGenerator<RawItem, void> {
  const { app, target } = work;
  await work.progress(`Reading ${target.folder}`);
  const session = await openSession(app, target, { signal: context.signal, timeoutMs: FIND_MS });
  try {
    yield* versionedEntries(context, {
      db: app.db,
      learnt,
      repository,
      expands: Number(target.settings.expansionLevel ?? 1) > 1,
      files: filesOf(session, found, target.folder, context.signal),
      read: (files) => contentsOf(session, files, context.signal),
      readAgain: (file) => readAgain(work, file),
    });
  } finally {
    await session.close();
  }
}

/** In a session of its own, because the other one may be over. */
async function* readAgain({ app, target, signal }: ScmWork, file: P4File): AsyncGenerator<Buffer, void> {
  const session = await openSession(app, target, { signal, timeoutMs: FIND_MS });
  try {
    yield* onlyFile(contentsOf(session, [file], signal));
  } finally {
    await session.close();
  }
}
