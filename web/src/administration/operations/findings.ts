// What is wrong with the installation, and what to do about it. Each finding is one sentence of each.
import type { Installation } from '../../api/models.ts';
import { countOf, durationText, momentOf, sizeText } from '../../elements/quantities.ts';

export interface Finding {
  tone: 'bad' | 'notice';
  what: string;
  todo: string;
}

const DAY_MS = 86_400_000;
const BACKUP_DAYS = 7;
const LONG_WAIT_MS = 3_600_000;
/** Free space below this share of the disk is told before uploads and jobs stop. */
const LOW_SHARE = 0.1;
const MANY_CONNECTIONS = 0.9;

export function findingsOf(state: Installation, now: Date): Finding[] {
  return [
    ...troubles(state),
    ...diskFindings(state),
    ...databaseFindings(state),
    ...queueFindings(state, now),
    ...backupFindings(state, now),
    ...storeFindings(state),
    ...auditFindings(state),
  ];
}

const bad = (what: string, todo: string): Finding => ({ tone: 'bad', what, todo });
const notice = (what: string, todo: string): Finding => ({ tone: 'notice', what, todo });

function troubles({ trouble }: Installation): Finding[] {
  return trouble === '' ? [] : [bad(trouble, 'Until then uploads and jobs stop. Nothing that is stored is lost.')];
}

function diskFindings({ disks, disksProblem, trouble }: Installation): Finding[] {
  if (disksProblem !== '')
    return [bad(`The free space of the disks is unknown: ${disksProblem}`, 'Check that the folders are mounted.')];
  return disks
    .filter(({ freeBytes, sizeBytes }) => freeBytes < sizeBytes * LOW_SHARE && trouble === '')
    .map(({ folder, freeBytes, reservedBytes }) =>
      notice(
        `The disk of ${folder} has ${sizeText(freeBytes)} left.`,
        `Make room: delete old projects and reports, or use a larger disk. With less than ${sizeText(reservedBytes)}, uploads and jobs stop.`,
      ),
    );
}

function databaseFindings({ database: { connections, mostConnections } }: Installation): Finding[] {
  if (connections < mostConnections * MANY_CONNECTIONS) return [];
  return [
    notice(
      `The database has ${connections} of at most ${mostConnections} connections.`,
      'Raise max_connections of the database, or run fewer servers and workers with it.',
    ),
  ];
}

function queueFindings({ workers, queue }: Installation, now: Date): Finding[] {
  const waiting = queue.reduce((sum, row) => sum + row.waiting, 0);
  const failed = queue.filter((row) => row.failed > 0);
  const oldest = momentOf(
    queue
      .map((row) => row.oldestWaitingOn)
      .filter(Boolean)
      .sort()[0],
  );
  const waitedMs = oldest === undefined ? 0 : now.getTime() - oldest.getTime();
  const findings: Finding[] = [];
  if (workers.length === 0)
    findings.push(
      bad(
        `No worker runs${waiting > 0 ? `, and ${countOf(waiting, 'job')} wait` : ''}.`,
        'Start the server again, or start “assay worker” on a machine that reaches the database. Its log says why it ended.',
      ),
    );
  else if (waitedMs > LONG_WAIT_MS)
    findings.push(
      notice(
        `A job has waited for ${durationText(waitedMs / 1000)}.`,
        'If the jobs that run are long, add a worker; otherwise look at their logs.',
      ),
    );
  for (const { type, failed: count } of failed)
    findings.push(
      notice(`${countOf(count, 'job')} “${type}” failed within seven days.`, 'The page Jobs shows the reasons.'),
    );
  return findings;
}

function backupFindings({ backup }: Installation, now: Date): Finding[] {
  const todo = 'Run “assay backup FOLDER” every night, and copy the folder to another machine.';
  if (backup.status === '')
    return [notice('No backup by “assay backup” is known.', `${todo} Copies by other means are not known here.`)];
  if (backup.status === 'Failed') return [bad(`The last backup failed. ${backup.details}`, todo)];
  if (backup.status === 'Unknown')
    return [
      notice(
        'How the last backup ended was not recorded.',
        'It still runs, was stopped, or was made by an older version. A folder with manifest.json is complete.',
      ),
    ];
  const at = momentOf(backup.on);
  if (at && now.getTime() - at.getTime() > BACKUP_DAYS * DAY_MS)
    return [
      notice(`The last backup is ${countOf(Math.floor((now.getTime() - at.getTime()) / DAY_MS), 'day')} old.`, todo),
    ];
  return [];
}

function storeFindings({ verification, collection }: Installation): Finding[] {
  return [
    ...(verification.status === 'Failed'
      ? [bad(`The last verification of the store failed. ${verification.details}`, 'Start it again below.')]
      : []),
    ...(collection.status === 'Failed'
      ? [
          notice(
            `The last removal of deleted files failed. ${collection.details}`,
            'Start it again below; it also runs each day.',
          ),
        ]
      : []),
  ];
}

function auditFindings({ auditLog: { witnesses, headProblem, headMinutes } }: Installation): Finding[] {
  const findings: Finding[] = [];
  if (headProblem !== '')
    findings.push(
      bad(
        `The exported heads of the audit log cannot be read: ${headProblem}`,
        'Restore the folder audit-heads from a copy.',
      ),
    );
  if (witnesses.length === 0)
    findings.push(
      notice(
        'The audit log has no witness: somebody with rights on this machine could cut off its end unseen.',
        headMinutes === 0
          ? 'Set ASSAY_AUDIT_WITNESS to a file on another disk, a log server or an address, and ASSAY_AUDIT_HEAD_MINUTES to more than 0.'
          : 'Set ASSAY_AUDIT_WITNESS to a file on another disk, a log server or an address.',
      ),
    );
  for (const { address, isOnSameDisk, problem } of witnesses) {
    if (isOnSameDisk)
      findings.push(
        notice(
          `The witness ${address} is on the disk of the data folder.`,
          'Name a file on another disk, or another machine.',
        ),
      );
    if (problem !== '')
      findings.push(notice(`The witness ${address} cannot be read: ${problem}`, 'Check the file and its rights.'));
  }
  return findings;
}
