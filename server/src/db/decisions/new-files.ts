// Files where nothing was ever decided, each with decisions on files that state the same, read in sets. Whether these are of its component is asked of
// domain/decisions/component-folder.ts, whether the decisions count of domain/decisions/file-carrying.ts.
import { licenseFileRole } from '@assay/scanner/licenses';
import { sql } from 'kysely';
import { componentFolder } from '../../domain/decisions/component-folder.ts';
import type { StoredDecision } from '../../domain/decisions/decision.ts';
import type { Db } from '../postgres/connection.ts';
import type { OpenFile } from './carried-files.ts';

interface Contents {
  placeKey: string;
  sha256: string;
  text: string;
  evidence: string;
  sketch: string | null;
}

interface NewFile extends Contents {
  id: number;
  path: string;
}

const IS_MARK = sql`d.kind = 'file-reviewed' and d.superseded_at is null`;

async function listNewFiles(db: Db, projectId: number): Promise<NewFile[]> {
  const { rows } = await sql<NewFile>`
    select f.id, f.path, place_key(f.path) as "placeKey", encode(f.sha256, 'hex') as sha256, encode(x.text_digest, 'hex') as text,
      encode(x.evidence_digest, 'hex') as evidence, encode(x.sketch, 'base64') as sketch
    from files f join facts x on x.sha256 = f.sha256 and x.hint = f.hint
    where f.project_id = ${projectId} and not f.is_excluded and not f.is_reviewed and f.size_bytes > 0 and x.evidence_digest is not null
      and not exists (select from decision_files y join decisions d on d.id = y.decision_id
        where y.project_id = ${projectId} and y.place_key = place_key(f.path) and ${IS_MARK})
    order by f.id`.execute(db);
  return rows;
}

/** Most projects have no mark, and may have a million files. */
async function hasDecided(db: Db, projectId: number): Promise<boolean> {
  const { rows } = await sql`select 1 from decision_files y join decisions d on d.id = y.decision_id
    where y.project_id = ${projectId} and ${IS_MARK} limit 1`.execute(db);
  return rows.length > 0;
}

interface Decided extends Contents {
  id: number;
  value: StoredDecision['value'];
  author: string;
  decidedAt: Date;
  expiresAt: Date | null;
  projectName: string;
}

/** Of each folder and each of these statements, the last mark. */
async function listDecided(db: Db, projectId: number, evidence: readonly string[]): Promise<Decided[]> {
  const { rows } = await sql<Decided>`
    select distinct on (y.evidence_digest, substring(y.place_key from '^(.*)/')) y.place_key as "placeKey", encode(y.sha256, 'hex') as sha256,
      encode(y.text_digest, 'hex') as text, encode(y.evidence_digest, 'hex') as evidence, encode(y.sketch, 'base64') as sketch, d.id, d.value, d.author,
      d.decided_at as "decidedAt", d.expires_at as "expiresAt", projects.name as "projectName"
    from decision_files y join decisions d on d.id = y.decision_id join projects on projects.id = d.project_id
    where y.project_id = ${projectId} and y.evidence_digest in (select decode(e, 'hex') from unnest(${[...evidence]}::text[]) e) and ${IS_MARK}
      and d.value @> '{"isReviewed": true}'
    order by y.evidence_digest, substring(y.place_key from '^(.*)/'), d.id desc`.execute(db);
  return rows;
}

/** Folders with a license file, without version strings. */
async function listLicensedFolders(db: Db, projectId: number): Promise<Set<string>> {
  const { rows } = await sql<{ folder: string }>`
    select distinct place_key(coalesce(substring(f.path from '^(.*)/'), '')) as folder from files f
    where f.project_id = ${projectId} and not f.is_excluded and f.hint like '%!'`.execute(db);
  return new Set(rows.map(({ folder }) => folder));
}

/** Those that have decided files of their component with the same evidence. */
export async function* eachNewFile(db: Db, projectId: number): AsyncGenerator<OpenFile> {
  if (!(await hasDecided(db, projectId))) return;
  const files = await listNewFiles(db, projectId);
  if (files.length === 0) return;
  const licensed = await listLicensedFolders(db, projectId);
  const component = (place: string) => componentFolder(place, (folder) => licensed.has(folder));
  const decided = await listDecided(db, projectId, [...new Set(files.map(({ evidence }) => evidence))]);
  const alike = Map.groupBy(decided, ({ evidence, placeKey }) => `${evidence} ${component(placeKey)}`);
  for (const { id, path, placeKey, sha256, text, evidence, sketch } of files) {
    // A NOTICE says something to people, also in words that no rule knows.
    if (licenseFileRole(path.slice(path.lastIndexOf('/') + 1)) !== 'none') continue;
    const of = component(placeKey);
    const candidates = alike.get(`${evidence} ${of}`) ?? [];
    if (candidates.length === 0) continue;
    yield {
      ...{ fileId: Number(id), path, itemId: null },
      now: { ...factsOf({ placeKey, sha256, text, evidence, sketch }), component: of },
      candidates: candidates.map(({ projectName, ...one }) => ({
        ...{ projectId, projectName },
        decision: {
          ...{ id: Number(one.id), kind: 'file-reviewed', scope: 'project', value: one.value, author: one.author },
          ...{ decidedAt: one.decidedAt, expiresAt: one.expiresAt, supersededAt: null },
        },
        former: { ...factsOf(one), component: of },
      })),
    };
  }
}

const factsOf = ({ placeKey, sha256, text, evidence, sketch }: Contents) => ({
  ...{ placeKey, sha256, licenses: [], holders: [] },
  digests: { text, evidence, sketch: sketch ?? '' },
});
