// What a scan agent sends, part by part (docs/adr/0041), and the removal of what it sent. Each part names project, alias and send: what does not belong
// together does not exist. Whoever changes the parts of an alias locks its remote code base first.
import type { App } from '../../../app.ts';
import { findJob } from '../../../db/jobs.ts';
import type { Tx } from '../../../db/postgres/connection.ts';
import { lockForChange } from '../../../db/projects/projects.ts';
import {
  findRemoteCodeBase,
  hasServerFilesUnder,
  insertRemoteCodeBase,
  listRemoteCodeBases,
  lockRemoteCodeBase,
  type RemoteCodeBase,
} from '../../../db/remote-code/code-bases.ts';
import {
  countSentFiles,
  findIncomplete,
  findSendOf,
  insertRemoteFacts,
  insertSentFiles,
  listLackingFacts,
  listNamedDigests,
  lockSend,
  type RemoteSend,
  replaceSend,
  setSendJob,
} from '../../../db/remote-code/sends.ts';
import { numberText } from '../../../domain/count-text.ts';
import { isOpen } from '../../../domain/jobs/job.ts';
import { REMOTE_LIMITS, type RemoteIssue } from '../../../domain/projects/remote-code.ts';
import { agentOf, badRemotePath } from '../../../domain/projects/scan-nodes.ts';
import { AppError, badRequest, notFound, unlessRefused } from '../../../errors.ts';
import type { Caller } from '../../../http/call.ts';
import { submitProjectJob } from '../../../queue/submit.ts';
import { readFacts } from './read-facts.ts';

const conflict = (message: string) => new AppError('conflict', { message });

/** Begins a send; one of this alias that was not finished is over. */
export async function beginSend(
  app: App,
  projectId: number,
  alias: string,
  send: { host: string; analyzerVersion: string; root: string },
): Promise<{ id: number; isFirst: boolean }> {
  const agent = unlessRefused(agentOf(alias, send.host));
  return app.db.transaction().execute(async (tx) => {
    await lockForChange(tx, projectId, 'SCAN');
    const known = await findRemoteCodeBase(tx, projectId, agent.alias);
    const id = known?.id ?? (await addCodeBase(tx, projectId, agent));
    await lockRemoteCodeBase(tx, id);
    if (known !== undefined && known.host !== agent.host)
      throw conflict(
        `The alias "${known.alias}" belongs to the agent on host "${known.host}", not "${agent.host}". Choose another alias, or name that host (--host).`,
      );
    await requireNoOpenJob(tx, id);
    return { id: await replaceSend(tx, id, send), isFirst: known?.last_scan_id == null };
  });
}

async function addCodeBase(
  tx: Tx,
  projectId: number,
  { alias, host }: { alias: string; host: string },
): Promise<number> {
  const { length } = await listRemoteCodeBases(tx, projectId);
  if (length >= REMOTE_LIMITS.aliases)
    throw badRequest(
      `The project has ${REMOTE_LIMITS.aliases} remote code bases already, which is the limit. Remove one that is no longer needed.`,
    );
  if (await hasServerFilesUnder(tx, projectId, `${alias}:`))
    throw badRequest(
      `The code base on the server has a file or folder whose name begins with "${alias}:", so its paths would look like those of this agent. Choose another alias.`,
    );
  return insertRemoteCodeBase(tx, { projectId, alias, host });
}

async function requireNoOpenJob(tx: Tx, codeBaseId: number): Promise<void> {
  const send = await findSendOf(tx, codeBaseId);
  const job = send?.job_id == null ? undefined : await findJob(tx, send.job_id);
  if (job && isOpen(job.status))
    throw conflict(`What this alias sent before is still being worked on. task ID: ${job.id}`);
}

export interface SendPlace {
  projectId: number;
  alias: string;
  sendId: number;
}

/** The send and its code base, locked. */
async function openSend(tx: Tx, place: SendPlace): Promise<{ code: RemoteCodeBase; send: RemoteSend }> {
  const found = await findRemoteCodeBase(tx, place.projectId, place.alias.trim());
  const code = found && (await lockRemoteCodeBase(tx, found.id));
  const send = code && (await lockSend(tx, place.sendId, code.id));
  if (!code || !send)
    throw notFound('Send', place.sendId, 'it is over, or a newer send of this alias has taken its place. Begin again.');
  if (send.job_id !== null) throw conflict(`The send ${send.id} is finished already. task ID: ${send.job_id}`);
  return { code, send };
}

/** Adds files to the list of the send. Returns the digests of facts that the server lacks. */
export async function sendFiles(
  app: App,
  place: SendPlace,
  files: readonly { path: string; facts: string }[],
): Promise<string[]> {
  for (const { path } of files) {
    const why = badRemotePath(path);
    if (why !== undefined) throw badRequest(`The path ${JSON.stringify(path.slice(0, 200))} is refused: ${why}.`);
  }
  // The last one of a path counts, as if they had come one after the other.
  const rows = [...new Map(files.map(({ path, facts }) => [path, Buffer.from(facts, 'hex')]))].map(
    ([path, digest]) => ({ path, digest }),
  );
  return app.db.transaction().execute(async (tx) => {
    const { code, send } = await openSend(tx, place);
    await insertSentFiles(tx, send.id, rows);
    if ((await countSentFiles(tx, send.id)) > REMOTE_LIMITS.files)
      throw badRequest(
        `A remote code base has at most ${numberText(REMOTE_LIMITS.files)} files. Scan parts of it under an alias of their own.`,
      );
    const lacking = await listLackingFacts(
      tx,
      code.id,
      rows.map(({ digest }) => digest),
    );
    return lacking.map((digest) => digest.toString('hex'));
  });
}

/** Stores facts that files of the send have. Returns their number. */
export async function sendFacts(app: App, place: SendPlace, facts: readonly unknown[]): Promise<number> {
  const rows = await readFacts(facts);
  return app.db.transaction().execute(async (tx) => {
    const { code, send } = await openSend(tx, place);
    const named = await listNamedDigests(
      tx,
      send.id,
      rows.map(({ digest }) => digest),
    );
    const stranger = rows.findIndex(({ digest }) => !named.has(digest.toString('hex')));
    if (stranger >= 0)
      throw badRequest(
        `The facts [${stranger}] are those of no file of this send: their digest is ${rows[stranger]?.digest.toString('hex')}.`,
      );
    const bytes = rows.reduce((sum, { jsonBytes }) => sum + jsonBytes, code.facts_bytes);
    if (bytes > REMOTE_LIMITS.factsBytes)
      throw badRequest(
        `The facts of a remote code base take at most ${numberText(REMOTE_LIMITS.factsBytes)} bytes. Scan parts of it under an alias of their own.`,
      );
    await insertRemoteFacts(tx, code.id, rows);
    return rows.length;
  });
}

/** Queues the job that makes the send the remote code base. Returns the job's id. */
export async function finishSend(
  app: App,
  caller: Caller,
  place: SendPlace,
  issues: readonly RemoteIssue[],
): Promise<number> {
  return app.db.transaction().execute(async (tx) => {
    await lockForChange(tx, place.projectId, 'SCAN');
    const { code, send } = await openSend(tx, place);
    if ((await countSentFiles(tx, send.id)) === 0)
      throw badRequest(
        `The send has no files, so it would empty the remote code base "${code.alias}". To remove it, delete its scan node.`,
      );
    const { count, paths } = await findIncomplete(tx, send);
    if (count > 0)
      throw badRequest(
        `The facts of ${numberText(count)} files are still lacking, such as those of ${paths.join(', ')}.`,
      );
    const payload = { codeBaseId: code.id, sendId: send.id };
    const jobId = await submitProjectJob(app, tx, {
      type: 'Remote Scan',
      projectId: place.projectId,
      triggeredBy: caller.id,
      payload,
    });
    await setSendJob(tx, send.id, jobId, issues);
    return jobId;
  });
}

/** Queues the job that removes what an alias sent. Its items that nothing else proves are then gone. Returns the job's id. */
export async function removeNode(app: App, caller: Caller, projectId: number, alias: string): Promise<number> {
  return app.db.transaction().execute(async (tx) => {
    await lockForChange(tx, projectId, 'SCAN');
    const code = await findRemoteCodeBase(tx, projectId, alias.trim());
    if (!code) throw notFound('Scan agent', alias);
    await lockRemoteCodeBase(tx, code.id);
    await requireNoOpenJob(tx, code.id);
    return submitProjectJob(app, tx, {
      type: 'Remote Scan',
      projectId,
      triggeredBy: caller.id,
      payload: { codeBaseId: code.id, removes: true },
    });
  });
}
