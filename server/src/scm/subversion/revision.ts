// What a source asks for, as numbers: the revision that is read, and the one that last changed what lies there.
import { decodedPart } from '../../domain/scm/scm-address.ts';
import { ScmError } from '../member.ts';
import { refuseEnded } from '../processes.ts';
import { runSvn } from './command.ts';
import type { SvnRemote } from './remote.ts';

export interface FoundRevision {
  /** The revision at which the files are read: under its number the address is that of now, also after a folder was renamed. */
  at: number;
  /** The last that changed what lies at the address, also by replacing a folder around it. */
  changed: number;
  /** The name that the repository gave itself when it was made. */
  repository: string;
  /** The folder inside of the repository, '' for all of it. */
  folder: string;
  /** What svn calls it at that revision: another address than the one that was asked for, if that one was meant under another revision. */
  url: string;
  isFile: boolean;
}

/** `HEAD` or digits. Numbers with an r before them are what svn itself shows. */
export function askedRevision(text: string): string {
  const plain = text.trim();
  if (plain === '' || /^head$/i.test(plain)) return 'HEAD';
  const [, digits] = /^r?(\d{1,10})$/i.exec(plain) ?? [];
  if (digits === undefined) throw new ScmError('revision', `The field "revisionNumber" must be a number or HEAD; "${plain}" is no number.`); // biome-ignore format: one claim
  return String(Number(digits));
}

export const askedWords = (asked: string) => (asked === 'HEAD' ? asked : `revision ${asked}`);

/** What an address means at a revision. */
export interface AskedRevision {
  /** `HEAD` or digits. */
  revision: string;
  /** Under which revision the address is meant; '' for the same. */
  peg: string;
}

export async function findRevision(
  remote: SvnRemote,
  { revision: asked, peg }: AskedRevision,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<FoundRevision> {
  const call = { connection: remote, signal, timeoutMs, mostFileBytes: remote.mostFileBytes };
  const ask = async (...args: string[]) => {
    const end = await runSvn({ ...call, args: [...args, '--xml'] });
    refuseEnded(end, remote.shown, timeoutMs);
    if (end.exitCode === 0) return end.output.toString('utf8');
    const error = remote.failure(end.complaints, end.exitCode);
    throw error.code === 'revision' ? new ScmError('revision', `${remote.shown} has no ${askedWords(asked)}.`, { cause: error }) : error; // biome-ignore format: one claim
  };
  const info = await ask('info', '-r', asked, `${remote.url}@${peg || asked}`);
  const entry = /<entry\b[^>]*>/.exec(info)?.[0] ?? '';
  const at = Number(/\brevision="(\d+)"/.exec(entry)?.[1]);
  const lastChanged = Number(/<commit\s+revision="(\d+)"/.exec(info)?.[1]);
  const repository = /<uuid>([^<]+)<\/uuid>/.exec(info)?.[1] ?? '';
  const relative = /<relative-url>\^\/?([^<]*)<\/relative-url>/.exec(info)?.[1];
  if (!Number.isSafeInteger(at) || !Number.isSafeInteger(lastChanged) || repository === '' || relative === undefined)
    throw new ScmError('program', `svn said something unexpected about ${remote.shown}.`);
  const url = peg === '' ? remote.url : urlIn(info, remote);
  // What last changed a folder says nothing of its parents: a folder around it may have been replaced by one with other files.
  const log = await ask('log', '-q', '-l', '1', '-r', `${at}:0`, `${url}@${at}`);
  const logged = Number(/<logentry\s+revision="(\d+)"/.exec(log)?.[1] ?? 0);
  const folder = decodedPart(withoutEntities(relative));
  return { at, changed: Math.max(lastChanged, logged), repository, folder, url, isFile: /\bkind="file"/.test(entry) };
}

/** On the same server by the same way: the other server's words lead nowhere else. */
function urlIn(info: string, { url: asked, shown }: SvnRemote): string {
  const url = withoutEntities(/<url>([^<]+)<\/url>/.exec(info)?.[1] ?? '');
  const [origin] = /^[a-z+]+:\/\/[^/]*\//i.exec(asked) ?? [];
  if (origin === undefined || !url.startsWith(origin))
    throw new ScmError('refused', `${shown} leads to another place than this server follows.`);
  return url;
}

/** Of instances: their folder in the code base has what lies in a folder. */
export function requireFolder({ isFile }: FoundRevision, { shown }: SvnRemote): void {
  if (isFile) throw new ScmError('missing', `${shown} is a file; name the folder that it lies in.`);
}

function withoutEntities(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}
