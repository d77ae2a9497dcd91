// Lists and changes alerts of new vulnerabilities and of malicious files: of one project or of all, one or many at once.
import type { App } from '../../app.ts';
import { type AlertRow, changeAlerts, lockAlerts, pageOfAlerts } from '../../db/advisories/alerts.ts';
import type { TaskPriority } from '../../domain/task-priority.ts';
import type { CoverageState } from '../../domain/vulnerabilities/coverage.ts';
import type { Severity } from '../../domain/vulnerabilities/severity.ts';
import type { AlertFilter, AlertOutcome } from '../../domain/vulnerabilities/vulnerability.ts';
import { wireTime } from '../../domain/wire-times.ts';
import { badRequest } from '../../errors.ts';
import type { Caller } from '../../http/call.ts';
import { type PageRequest, pagingOf, rangeOf } from '../../http/paging.ts';
import type { AlertChange, AlertsChange } from './schemas.ts';

/** The response lists at most this many changes. It counts all of them. */
const MOST_LISTED = 200;

interface AlertQuery {
  state: AlertFilter;
  projectId?: number;
  search?: string;
  severity?: Severity;
  priority?: TaskPriority;
  exploited?: boolean;
  coverage?: CoverageState;
}

export async function pageOfSelected(app: App, caller: Caller, query: AlertQuery, page: PageRequest) {
  const { state, projectId, search, severity, priority, exploited, coverage } = query;
  const isOpen = state === 'ANY' ? undefined : state === 'OPEN';
  const selection = { projectId, search, severity, priority, isExploited: exploited, coverage, isOpen };
  const { rows, total } = await pageOfAlerts(app.db, selection, caller, rangeOf(page));
  return { rows: rows.map(alertForm), paging: pagingOf(page, total) };
}

function alertForm(row: AlertRow) {
  return {
    id: row.id,
    inventoryId: row.itemId,
    inventoryName: row.itemName,
    projectId: row.projectId,
    projectName: row.projectName,
    vulnerabilityName: row.vulnerability,
    severity: row.severityV3,
    isExploited: row.isExploited,
    priority: row.priority,
    isOpen: row.isOpen,
    createdOn: wireTime(row.createdAt),
    closedOn: timeOrNull(row.closedAt),
    closedBy: row.closedBy,
    filePath: row.filePath,
    fileCount: row.fileCount,
    endedOn: timeOrNull(row.endedAt),
    mayChange: row.mayChange,
  };
}

const timeOrNull = (time: Date | null) => (time === null ? null : wireTime(time));

export async function editOne(app: App, caller: Caller, id: number, change: AlertChange): Promise<void> {
  await changeAlerts(app.db, [id], { ...change, by: caller.login });
}

/** Changes the alerts in one transaction. Alerts that the caller may not change stay unchanged; the response names them. */
export async function editMany(app: App, caller: Caller, { alertIds, previewOnly, ...change }: AlertsChange) {
  if (change.isOpen === undefined && change.priority === undefined)
    throw badRequest('The request changes nothing. Set "isOpen", "priority" or both.');
  const ids = [...new Set(alertIds)];
  return app.db.transaction().execute(async (tx) => {
    const outcomes = (await lockAlerts(tx, ids, caller)).map((row) => ({ row, outcome: outcomeOf(row, change) }));
    const changed = outcomes.flatMap(({ row, outcome }) => (outcome === 'CHANGED' ? [row.id] : []));
    if (previewOnly !== true) await changeAlerts(tx, changed, { ...change, by: caller.login });
    const count = (wanted: AlertOutcome) => outcomes.filter(({ outcome }) => outcome === wanted).length;
    return {
      changed: changed.length,
      same: count('SAME'),
      notAllowed: count('NOT_ALLOWED'),
      missing: ids.length - outcomes.length,
      leftOff: Math.max(0, outcomes.length - MOST_LISTED),
      changes: outcomes.slice(0, MOST_LISTED).map(({ row, outcome }) => ({
        id: row.id,
        projectName: row.projectName,
        vulnerabilityName: row.vulnerability,
        inventoryName: row.itemName,
        filePath: row.filePath,
        outcome,
      })),
    };
  });
}

function outcomeOf(row: AlertRow, { isOpen, priority }: AlertChange): AlertOutcome {
  if (!row.mayChange) return 'NOT_ALLOWED';
  const isSame = (isOpen ?? row.isOpen) === row.isOpen && (priority ?? row.priority) === row.priority;
  return isSame ? 'SAME' : 'CHANGED';
}
