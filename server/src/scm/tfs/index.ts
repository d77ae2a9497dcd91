// TFVC as a source: finds the changeset or label of an instance, and reads its files by the REST API of Azure DevOps Server and Team Foundation Server.
import { createHash } from 'node:crypto';
import type { RawItem, ReadContext } from '@assay/scanner/archives';
import { isRefusal } from '../../domain/refusal.ts';
import { withoutPassword } from '../../domain/scm/scm-address.ts';
import { type TfsAddress, tfsAddress } from '../../domain/scm/tfs-address.ts';
import { TEST_MS, withinTestTime } from '../deadline.ts';
import { Learnt } from '../learnt.ts';
import { type Brought, ScmError, type ScmSystem, type ScmWork } from '../member.ts';
import { onlyFile, versionedEntries } from '../versioned-files.ts';
import { TfsClient } from './client.ts';
import { askedOf, type FoundRevision, findRevision } from './revision.ts';
import { contentsOf, filesOf } from './tree.ts';

const FIND_MS = 120_000;

export const tfs: ScmSystem = { test, bring };

function opened({ app, target }: Pick<ScmWork, 'app' | 'target'>): { client: TfsClient; address: TfsAddress } {
  const address = tfsAddress(target.url, app.config.scmAddresses);
  if (isRefusal(address)) throw new ScmError('refused', address.refusal.message);
  return { client: new TfsClient(app, address, target, withoutPassword(target.url)), address };
}

async function test({ app, target, signal }: Pick<ScmWork, 'app' | 'target' | 'signal'>): Promise<string> {
  const { client, address } = opened({ app, target });
  const asked = askedOf(target.settings);
  const { asked: words, revision } = await withinTestTime(signal, `${client.shown} has`, (inTime) =>
    findRevision(client, address, asked, { signal: inTime, timeoutMs: TEST_MS }),
  );
  return `${client.shown} has ${address.path} at ${words}; ${revision.startsWith('label') ? `it is ${revision}` : `the last change there is changeset ${revision}`}.`;
}

async function bring(work: ScmWork): Promise<Brought> {
  const { app, target, signal } = work;
  const { client, address } = opened(work);
  await work.progress(`Looking at ${client.shown}`);
  const limits = { signal, timeoutMs: FIND_MS };
  const found = await findRevision(client, address, askedOf(target.settings), limits);
  const learnt = new Learnt(app.db);
  const repository = createHash('sha256').update(`tfs ${address.collection}`).digest();
  const revision = { folder: target.folder, url: client.shown, asked: found.asked, revision: found.revision };
  return {
    revisions: [{ ...revision, part: address.path, repository: repository.toString('hex') }],
    read: (context) => reading(work, context, { client, address, found, learnt, repository }),
    isComplete: () => true,
    settle: () => learnt.settle(),
  };
}

interface Reading {
  client: TfsClient;
  address: TfsAddress;
  found: FoundRevision;
  learnt: Learnt;
  repository: Buffer;
}

async function* reading(
  work: ScmWork,
  context: ReadContext,
  { client, address, found, learnt, repository }: Reading,
): AsyncGenerator<RawItem, void> {
  const { app, target } = work;
  await work.progress(`Reading ${target.folder}`);
  yield* versionedEntries(context, {
    db: app.db,
    learnt,
    repository,
    expands: Number(target.settings.expansionLevel ?? 1) > 1,
    files: filesOf({ client, address, found, folder: target.folder }, context.signal),
    read: (files) => contentsOf(client, files, context),
    readAgain: (file) => onlyFile(contentsOf(client, [file], { ...context, signal: work.signal })),
  });
}
