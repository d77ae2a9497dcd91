// What an instance asks for, as a number: the change list at which files are read, and what tells whether anything changed since the last time.
import { createHash } from 'node:crypto';
import { isRefusal } from '../../domain/refusal.ts';
import { type PerforceAsked, perforceAsked } from '../../domain/scm/perforce-address.ts';
import { ScmError } from '../member.ts';
import { type P4Session, p4Records } from './command.ts';
import { textIn } from './records.ts';

export interface FoundRevision {
  /** For people: `head`, `change list 7`, `label R1`. */
  asked: string;
  /** Changes when what is read changes. */
  revision: string;
  /** With the place, for p4: `//depot/path/...@7`. */
  files: string;
  /** `//depot/path` */
  path: string;
}

interface Limits {
  signal: AbortSignal;
  timeoutMs: number;
}

export function askedOf(inAddress: string, settings: Record<string, unknown>): PerforceAsked {
  const text = (name: string) => (typeof settings[name] === 'string' ? (settings[name] as string) : '');
  const fields = { branchSpec: text('branchSpec'), changeListNum: text('changeListNum'), label: text('label') };
  const asked = perforceAsked(inAddress, fields);
  if (isRefusal(asked)) throw new ScmError('revision', asked.refusal.message);
  return asked;
}

export async function findRevision(
  session: P4Session,
  { path, changeList, label }: PerforceAsked,
  limits: Limits,
): Promise<FoundRevision> {
  if (label !== undefined) return findLabel(session, path, label, limits);
  if (changeList !== undefined && (await newest(session, `//...@${changeList},@${changeList}`, limits)) === undefined)
    throw new ScmError('revision', `${session.shown} has no submitted change list ${changeList}.`);
  const revision = await newest(session, `${path}/...${changeList === undefined ? '' : `@${changeList}`}`, limits);
  if (revision === undefined) throw nothingIn(session, path, changeList === undefined ? '' : ` at change list ${changeList}`); // biome-ignore format: one claim
  const asked = changeList === undefined ? 'head' : `change list ${changeList}`;
  return { asked, revision, files: `${path}/...@${revision}`, path };
}

async function newest(session: P4Session, files: string, limits: Limits): Promise<string | undefined> {
  for await (const record of p4Records(session, { args: ['changes', '-m1', '-s', 'submitted', files], ...limits })) {
    const change = textIn(record, 'change');
    if (/^\d+$/.test(change)) return change;
  }
  return undefined;
}

/** What a label holds may change without a trace in its description, so its list is compared. */
async function findLabel(session: P4Session, path: string, label: string, limits: Limits): Promise<FoundRevision> {
  let name = '';
  for await (const record of p4Records(session, { args: ['labels', '-e', label], ...limits }))
    name ||= textIn(record, 'label');
  if (name === '') throw new ScmError('revision', `${session.shown} has no label ${label}.`);
  const files = `${path}/...@${name}`;
  const hash = createHash('sha256');
  let count = 0;
  for await (const record of p4Records(session, { args: ['files', '-e', files], ...limits })) {
    if (!record.has('depotFile')) continue;
    for (const member of ['depotFile', 'rev', 'change']) hash.update(record.get(member) ?? '').update('\0');
    count++;
  }
  if (count === 0) throw nothingIn(session, path, ` with the label ${label}`);
  return { asked: `label ${name}`, revision: hash.digest('hex'), files, path };
}

function nothingIn(session: P4Session, path: string, when: string): ScmError {
  return new ScmError('missing', `${session.shown} has no file in ${path}${when} that this user may read.`);
}
