// Figures of projects over time and beside each other, and what needs a person.
import type { App } from '../../app.ts';
import { freshnessOfFigures } from '../../db/advisories/freshness.ts';
import { countFoundByScans, type LastScan, listLapsedGroups, listNeedGroups } from '../../db/decisions/needs-person.ts';
import { findJob } from '../../db/jobs.ts';
import {
  type DayFigures,
  findFirstDay,
  listDays,
  listDaysOf,
  type ProjectFigures,
  pageOfFigures,
  pageOfNeeds,
  sumDays,
} from '../../db/projects/days.ts';
import { getProject } from '../../db/projects/projects.ts';
import { titleOf } from '../../domain/decisions/carried-words.ts';
import {
  courseOf,
  type Day,
  dayAfter,
  dayOf,
  gapsOf,
  meanDays,
  type ProjectOrder,
  readDay,
} from '../../domain/projects/trend.ts';
import { groundOfLapse, type NeedCause, needCauses } from '../../domain/reviews/needs-person.ts';
import { wireTime } from '../../domain/wire-times.ts';
import { badRequest } from '../../errors.ts';
import type { Caller } from '../../http/call.ts';
import { type PageRequest, pagingOf, rangeOf } from '../../http/paging.ts';
import { type Proposal, proposalGroupsOf } from '../../reviews/carried-groups.ts';

const STANDARD_DAYS = 30;
/** Three years and a month: what one chart can show. */
const MOST_DAYS = 1_130;

interface PeriodInput {
  from?: string;
  to?: string;
}

export async function projectTrend(app: App, projectId: number, input: PeriodInput) {
  const period = periodOf(app, input);
  const days = await listDays(app.db, projectId, period);
  const firstDay = await findFirstDay(app.db, { projectId });
  return { ...trendOf(app, { period, firstDay, days }), days: days.map(dayForm) };
}

/** Over the projects that the caller may see. */
export async function portfolioTrend(app: App, caller: Caller, input: PeriodInput) {
  const period = periodOf(app, input);
  const days = await sumDays(app.db, caller, period);
  const firstDay = await findFirstDay(app.db, { viewer: caller });
  const summed = days.map(({ projects, missing, ...figures }) => ({ ...dayForm(figures), projects, missing }));
  const { compared = 0, not_compared: notCompared = 0 } = days.at(-1) ?? {};
  const age = await freshnessOfFigures(app.db, app.now(), { compared, notCompared });
  return { trend: { ...trendOf(app, { period, firstDay, days }), days: summed }, age };
}

interface Trend {
  period: { from: Day; to: Day };
  firstDay: Day | undefined;
  days: readonly DayFigures[];
}

/** A day that is not over may still be recorded, so it is no gap. */
function trendOf(app: App, { period, firstDay, days }: Trend) {
  const yesterday = dayAfter(dayOf(app.now()), -1);
  const last = period.to < yesterday ? period.to : yesterday;
  const gaps =
    firstDay === undefined
      ? []
      : gapsOf(
          days.map(({ day }) => day),
          { from: firstDay > period.from ? firstDay : period.from, to: last },
        );
  return { ...period, firstDay: firstDay ?? '', gaps, ...courseOf(days) };
}

function periodOf(app: App, { from: givenFrom, to: givenTo }: PeriodInput): { from: Day; to: Day } {
  const to = givenTo === undefined ? dayOf(app.now()) : dayIn('to', givenTo);
  const from = givenFrom === undefined ? dayAfter(to, 1 - STANDARD_DAYS) : dayIn('from', givenFrom);
  if (from > to) throw badRequest('The query parameter "from" must not be later than "to".');
  if (dayAfter(from, MOST_DAYS) <= to)
    throw badRequest(`The query parameters "from" and "to" may be at most ${MOST_DAYS} days apart.`);
  return { from, to };
}

function dayIn(name: string, text: string): Day {
  const day = readDay(text);
  if (day === undefined)
    throw badRequest(`The query parameter "${name}" must be a day of the calendar, such as 2026-11-29.`);
  return day;
}

function dayForm(day: DayFigures) {
  return {
    day: day.day,
    open: openForm(day),
    review: { draft: day.draft, approved: day.approved, rejected: day.rejected, lapsed: day.lapsed },
    licenses: { P1: day.p1, P2: day.p2, P3: day.p3, unknown: day.no_license },
    compared: comparedForm(day),
    gone: day.gone,
    fixed: day.fixed,
    daysToFix: meanDays(day.fixed, Number(day.fixed_seconds)),
    dismissed: day.dismissed,
    decided: day.decided,
    daysToDecide: meanDays(day.decided, Number(day.decided_seconds)),
  };
}

const openForm = ({ critical, high, medium, low, none, unknown, exploited, malware }: DayFigures) => ({
  ...{ critical, high, medium, low, none, unknown, exploited, malware },
});

const comparedForm = ({ compared, not_compared: notCompared }: DayFigures) => ({ compared, notCompared });

export async function projectFigures(
  app: App,
  caller: Caller,
  filter: { search: string; order: ProjectOrder },
  page: PageRequest,
) {
  const { rows, total } = await pageOfFigures(
    app.db,
    caller,
    { ...filter, search: filter.search.trim() },
    rangeOf(page),
  );
  const to = dayOf(app.now());
  const period = { from: dayAfter(to, 1 - STANDARD_DAYS), to };
  const days = await listDaysOf(
    app.db,
    rows.map(({ id }) => id),
    period,
  );
  const last = (await sumDays(app.db, caller, { from: to, to })).at(-1);
  const { compared = 0, not_compared: notCompared = 0 } = last ?? {};
  const age = await freshnessOfFigures(app.db, app.now(), { compared, notCompared });
  return { rows: rows.map((row) => figuresForm(row, days.get(row.id) ?? [])), paging: pagingOf(page, total), age };
}

function figuresForm({ newest, rollup, ...row }: ProjectFigures, days: readonly DayFigures[]) {
  const { Draft = 0, Approved = 0, Rejected = 0 } = rollup.review ?? {};
  const { P1 = 0, P2 = 0, P3 = 0, Unknown = 0 } = rollup.licenses ?? {};
  return {
    ...{
      projectId: row.id,
      projectName: row.name,
      isPrivate: row.isPrivate,
      projectStatus: row.status,
      owner: row.owner,
    },
    items: rollup.items ?? 0,
    review: { draft: Draft, approved: Approved, rejected: Rejected, lapsed: rollup.lapsed ?? 0 },
    licenses: { P1, P2, P3, unknown: Unknown },
    notedOn: newest === null ? '' : wireTime(newest.notedAt),
    open: newest === null ? null : openForm(newest),
    compared: newest === null ? null : comparedForm(newest),
    lastScan:
      row.lastScanId === null
        ? null
        : {
            taskId: row.lastScanId,
            status: row.lastScanStatus ?? '',
            endedOn: row.lastScanAt === null ? '' : wireTime(row.lastScanAt),
          },
    days: days.map((day) => ({ day: day.day, open: openForm(day), notCompared: day.not_compared })),
    ...courseOf(days),
  };
}

const MOST_GROUNDS = 50;

interface Ground {
  ground: string;
  license: string;
  count: number;
  inventoryIds: number[];
  examples: { inventoryId: number; name: string }[];
}

export async function needsOfProject(app: App, caller: Caller, projectId: number, withProposals: boolean) {
  const project = await getProject(app.db, projectId);
  const scan = await lastScanOf(app, project.last_scan_id);
  const groups = await listNeedGroups(app.db, projectId, scan);
  const { groups: lapsed, subjects } = await listLapsedGroups(app.db, projectId);
  const grounds: Partial<Record<NeedCause, Ground[]>> = {
    ...Object.groupBy(
      groups.map(({ cause, ground, license, ...rows }) => ({ cause, ground, license, ...rowsForm(rows) })),
      ({ cause }) => cause,
    ),
    LAPSED: lapsed.map(({ kind, whats, ...rows }) => ({
      ground: groundOfLapse(kind, whats),
      license: '',
      ...rowsForm(rows),
    })),
    PROPOSED: withProposals ? await proposedGrounds(app, caller, projectId) : [],
  };
  const causes = needCauses.flatMap((cause) => {
    const all = grounds[cause] ?? [];
    const shown = all.slice(0, MOST_GROUNDS).map(({ ground, license, count, inventoryIds, examples }) => ({
      ...{ ground, license, count, inventoryIds, examples },
    }));
    const count = sumOf(all);
    return count === 0 ? [] : [{ cause, count, grounds: shown, moreGrounds: all.length - shown.length }];
  });
  const undecided = (['NEW', 'CHANGED', 'OPEN'] as const).reduce((sum, cause) => sum + sumOf(grounds[cause] ?? []), 0);
  return { toDecide: undecided + subjects, lastScanTaskId: project.last_scan_id, causes };
}

const sumOf = (grounds: readonly { count: number }[]) => grounds.reduce((sum, { count }) => sum + count, 0);

function rowsForm({ count, ids, names }: { count: number; ids: number[]; names: string[] }) {
  return {
    count,
    inventoryIds: ids.filter((id) => id !== 0),
    examples: names.map((name, at) => ({ inventoryId: ids[at] ?? 0, name })),
  };
}

/** A scan that no job tells of any more changed nothing that can be told. */
async function lastScanOf(app: App, scanId: number | null): Promise<LastScan | null> {
  const job = scanId === null ? undefined : await findJob(app.db, scanId);
  if (!job) return null;
  return { id: job.id, from: job.activated_at ?? job.queued_at, to: job.completed_at ?? app.now() };
}

async function proposedGrounds(app: App, caller: Caller, projectId: number): Promise<Ground[]> {
  const groups = await proposalGroupsOf(app.db, projectId, caller, app.now());
  return [...groups.values()].map(({ ground, proposals }) => ({
    ground: titleOf(ground, proposals.length),
    license: '',
    count: proposals.length,
    inventoryIds: [],
    examples: proposals.slice(0, 3).map(subjectOf),
  }));
}

const subjectOf = (proposal: Proposal) =>
  'item' in proposal
    ? { inventoryId: proposal.item.itemId, name: proposal.item.itemName }
    : { inventoryId: 0, name: proposal.file.path };

export async function needsOfProjects(app: App, caller: Caller, page: PageRequest) {
  const { rows, sums } = await pageOfNeeds(app.db, caller, rangeOf(page));
  const found = await countFoundByScans(
    app.db,
    rows.map(({ projectId }) => projectId),
    app.now(),
  );
  return {
    rows: rows.map((row) => ({ ...row, ...(found.get(row.projectId) ?? { added: 0, changed: 0 }) })),
    sums,
    paging: pagingOf(page, sums.projects),
  };
}
