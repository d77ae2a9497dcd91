// What went wrong in an archive, as issues: sentences that name the entry or the archive.
import type { Issue } from '../findings.ts';
import { FORMAT_NAMES } from './formats.ts';
import { LimitFault } from './limits.ts';
import { ArchiveFault, type ArchiveItem, EntryFault, type RawEntry, type RawRefusal, SpoolFault } from './member.ts';
import { displayName, joinPath, safePath } from './paths.ts';
import type { ArchiveWalk, OpenArchive, Outcome } from './walk-state.ts';

/** The path of an entry in the code base, or why it has none. */
export function pathOf(
  entry: Pick<RawEntry, 'name' | 'legacyEncoding'> & { isBackslashFolder?: boolean },
  archive: OpenArchive,
) {
  const own = safePath(entry.name, entry);
  if ('refusal' in own || archive.folder === '') return own;
  const joined = joinPath(archive.folder, own.path);
  return 'refusal' in joined ? joined : { ...own, path: joined.path };
}

/** The issue gets the entry's own path if it has one, else the archive's. */
export function refusedItem(raw: RawRefusal, archive: OpenArchive, outcome: Outcome): ArchiveItem {
  if (raw.isLoss) outcome.hasLoss = true;
  const named = raw.code === 'unsafe-path' ? { refusal: '' } : pathOf(raw, archive);
  if ('refusal' in named) {
    return issueItem(raw.code, archive.path, `"${displayName(raw.name, raw.legacyEncoding)}" ${raw.reason}.`);
  }
  return issueItem(raw.code, named.path, `"${displayName(named.path, 'latin1')}" ${raw.reason}.`);
}

export function brokenEntry(error: unknown, path: string, outcome: Outcome): ArchiveItem {
  if (!(error instanceof EntryFault)) throw error;
  const message = `"${displayName(path, 'latin1')}" ${error.message}; it was left out.`;
  Object.assign(outcome, { isComplete: false, reason: message, hasLoss: true });
  return issueItem(error.code, path, message);
}

export function issueOfFault(error: unknown, archive: OpenArchive, walk: ArchiveWalk): Issue {
  if (error instanceof SpoolFault) throw error;
  const isUploaded = archive.level.parent === undefined;
  const what = isUploaded ? walk.what : 'The archive';
  if (walk.options.signal?.aborted) {
    if (!isUploaded) throw error;
    return { code: 'deadline', path: archive.path, message: 'The reading of the archive was stopped by its caller.' };
  }
  if (error instanceof LimitFault || walk.signal.aborted) {
    const fault = error instanceof LimitFault ? error : deadlineFault(walk);
    if (fault.level !== archive.level && !isUploaded) throw fault;
    return { code: 'limit-exceeded', path: archive.path, message: `${what} was not read on: ${fault.message}.` };
  }
  if (error instanceof ArchiveFault) {
    // The caller decides what is kept of an uploaded archive; an inner one keeps what could be read.
    const isPartlyKept = error.code === 'corrupt-archive' && !isUploaded;
    const kept = isPartlyKept ? ' What could be read before was kept.' : '';
    const hint = archive.mismatch === undefined ? '' : ` ${archive.mismatch}`;
    const said = error.code === 'corrupt-archive' ? `${what} is corrupt` : `${what} could not be read`;
    return {
      code: error.code,
      path: archive.path,
      message: `${said} (${FORMAT_NAMES[archive.format]}): ${error.message}.${kept}${hint}`,
    };
  }
  return { code: 'unreadable', path: archive.path, message: `${what} could not be read: ${textOf(error)}.` };
}

function deadlineFault({ options }: ArchiveWalk): LimitFault {
  return new LimitFault(`reading took longer than ${options.limits.deadlineMs} ms (limit: deadline)`, undefined);
}

export function issueItem(code: Issue['code'], path: string, message: string): ArchiveItem {
  return { type: 'issue', issue: { code, path, message } };
}

/** Without a full stop: callers end their sentences themselves. */
export function textOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
}
