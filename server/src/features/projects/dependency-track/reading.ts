// Projects, findings and figures in the forms of Dependency-Track.

import type { App } from '../../../app.ts';
import { findJob } from '../../../db/jobs.ts';
import { findVisibleProjectByName, getProject, listProjects } from '../../../db/projects/projects.ts';
import { listTags } from '../../../db/projects/tags.ts';
import { pageOfSboms } from '../../../db/sboms/imports.ts';
import { installationId } from '../../../db/site-settings.ts';
import { countItems, type Finding, listFindings } from '../../../db/vulnerabilities/findings.ts';
import { projectExposure } from '../../../db/vulnerabilities/vulnerabilities.ts';
import { type VersionedName, versionedName, wholeName } from '../../../domain/inventories/versioned-names.ts';
import { isOpen, type JobStatus } from '../../../domain/jobs/job.ts';
import { uuidOf } from '../../../domain/projects/keyed-uuids.ts';
import type { Severity } from '../../../domain/vulnerabilities/severity.ts';
import { notFound } from '../../../errors.ts';
import type { Caller } from '../../../http/call.ts';
import { LARGEST_PAGE } from '../../../http/models/schemas.ts';
import { uuidFor } from './uuids.ts';

export async function isProcessing(app: App, jobId: number): Promise<boolean> {
  const job = await findJob(app.db, jobId);
  if (!job) throw notFound('Token of the job', jobId);
  return isOpen(job.status as JobStatus);
}

export interface ProjectsQuery {
  name?: string;
  searchText?: string;
  limit: number;
  offset: number;
}

/** A page beyond the end is empty: programs read until one is. `name` is the whole name, with or without its version. */
export async function pageOfProjects(
  app: App,
  caller: Caller,
  { name = '', searchText = '', limit, offset }: ProjectsQuery,
) {
  const installation = await installationId(app.db);
  const forms = async (rows: readonly { id: number; name: string }[]) => {
    const tags = await listTags(
      app.db,
      rows.map(({ id }) => id),
    );
    return rows.map(({ id, name: whole }) => ({
      ...{ uuid: uuidOf(installation, 'project', id), ...versionedName(whole), active: true },
      tags: wiredTags(tags.get(id)),
    }));
  };
  if (name === '') {
    const { rows, total } = await listProjects(app.db, caller, { limit, offset }, { name: searchText.trim() });
    return { projects: await forms(await Array.fromAsync(rows)), total };
  }
  const all = { limit: LARGEST_PAGE, offset: 0 };
  const { rows } = await listProjects(app.db, caller, all, { name: name.trim() });
  const named = (await Array.fromAsync(rows)).filter(
    (row) => row.name === name.trim() || versionedName(row.name).name === name.trim(),
  );
  return { projects: await forms(named.slice(offset, offset + limit)), total: named.length };
}

const wiredTags = (tags: readonly string[] = []) => tags.map((name) => ({ name }));

export async function lookUpProject(app: App, caller: Caller, asked: VersionedName) {
  const found = await findVisibleProjectByName(app.db, wholeName(asked), caller);
  if (!found) throw notFound('Project', wholeName(asked));
  // Name and version as the program knows them, where the whole name is the same.
  return { ...(await describeProject(app, found.id)), name: asked.name.trim(), version: asked.version.trim() };
}

export async function describeProject(app: App, projectId: number) {
  const { name, description, tags } = await getProject(app.db, projectId);
  const { rows } = await pageOfSboms(app.db, projectId, { limit: 1, offset: 0 });
  const [last] = rows;
  return {
    uuid: await uuidFor(app, 'project', projectId),
    ...versionedName(name),
    active: true,
    ...(description !== '' && { description }),
    tags: wiredTags(tags),
    ...(last && {
      lastBomImport: last.imported_at.getTime(),
      lastBomImportFormat: `${last.format} ${last.spec_version}`.trim(),
    }),
  };
}

const RANKS: Readonly<Record<string, number>> = { CRITICAL: 0, HIGH: 1, MEDIUM: 2, LOW: 3, INFO: 4, UNASSIGNED: 5 };

function severityWord(severity: Severity): string {
  const word = severity.toUpperCase();
  if (word === 'NONE') return 'INFO';
  return word in RANKS ? word : 'UNASSIGNED';
}

/** Findings that count, and on request those that do not, because they are suppressed. */
export async function findingsOf(app: App, projectId: number, withSuppressed = false) {
  const installation = await installationId(app.db);
  const project = uuidOf(installation, 'project', projectId);
  const rows = await listFindings(app.db, projectId, { withSuppressed });
  return rows.map((row) => {
    const component = uuidOf(installation, 'component', row.itemId);
    const vulnerability = uuidOf(installation, 'vulnerability', row.id);
    return {
      component: {
        ...{ uuid: component, name: row.componentName, version: row.versionName, project },
        ...(row.purl !== '' && { purl: row.purl }),
      },
      vulnerability: { uuid: vulnerability, ...wiredVulnerability(row) },
      analysis: { ...stateOf(row), isSuppressed: row.isSuppressed },
      matrix: `${project}:${component}:${vulnerability}`,
    };
  });
}

/** Their words are ours but one. */
function stateOf({ analysis: { state } }: Finding): { state?: string } {
  if (state === undefined) return {};
  return { state: state === 'RESOLVED_WITH_PEDIGREE' ? 'RESOLVED' : state };
}

function wiredVulnerability(row: Finding) {
  const severity = severityWord(row.severityV3);
  return {
    source: sourceOf(row.name),
    vulnId: row.name,
    aliases: row.names.filter((name) => name !== row.name).map((name) => ({ [aliasMember(name)]: name })),
    title: row.summary,
    description: row.description,
    severity,
    severityRank: RANKS[severity] as number,
    ...(row.v2Score !== null && { cvssV2BaseScore: row.v2Score }),
    ...(row.v3Score !== null && { cvssV3BaseScore: row.v3Score }),
    ...(row.v4Score !== null && { cvssV4Score: row.v4Score }),
    ...(row.epss !== null && { epssScore: row.epss }),
    ...(row.epssPercentile !== null && { epssPercentile: row.epssPercentile }),
    cwes: row.cwes.flatMap((name) => {
      const number = /^CWE-(\d{1,9})/i.exec(name)?.[1];
      return number === undefined ? [] : [{ cweId: Number(number), name }];
    }),
    recommendation: row.fixedIn.length > 0 ? `Fixed in ${row.fixedIn.join(', ')}` : '',
  };
}

const sourceOf = (name: string) => (/^CVE-/i.test(name) ? 'NVD' : /^GHSA-/i.test(name) ? 'GITHUB' : 'OSV');

const aliasMember = (name: string) => ({ NVD: 'cveId', GITHUB: 'ghsaId', OSV: 'osvId' })[sourceOf(name)];

export async function metricsOf(app: App, projectId: number) {
  const { v3 } = await projectExposure(app.db, projectId);
  const { items, vulnerable } = await countItems(app.db, projectId);
  const [critical = 0, high = 0, medium = 0, low = 0, none = 0, unknown = 0] = v3;
  // A severity of none is informational there, which its figures have no member for: it counts among all, and weighs nothing.
  const unassigned = unknown;
  const all = critical + high + medium + low + none + unassigned;
  const now = app.now().getTime();
  return {
    ...{ critical, high, medium, low, unassigned },
    ...{ vulnerabilities: all, findingsTotal: all, components: items, vulnerableComponents: vulnerable },
    inheritedRiskScore: 10 * critical + 5 * high + 3 * medium + low + 5 * unassigned,
    firstOccurrence: now,
    lastOccurrence: now,
  };
}
