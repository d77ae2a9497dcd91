// The search over everything: a few rows of each kind, the best first. Rows of projects only if the viewer may see the project; components, licenses and
// vulnerabilities are those of the library, which everybody may read.
import { type RawBuilder, sql } from 'kysely';
import { FOUND_SHOWN, wordsIn } from '../../domain/search/kinds.ts';
import type { DigestAlgorithm } from '../../domain/uses/subject.ts';
import type { Severity } from '../../domain/vulnerabilities/severity.ts';
import type { Db } from '../postgres/connection.ts';
import { anywhere, beginning } from '../postgres/like.ts';
import { isAllowedTo, type Viewer, visibleTo } from '../projects/standing.ts';

/** One more than is shown tells that there are more. */
const LIMIT = sql`limit ${FOUND_SHOWN + 1}`;
/** Shorter parts are in nearly every name. */
const SHORTEST_PART = 3;
/** Of a common word, so many files are read for names of holders. */
const MOST_FILES_READ = 2000;

export async function findProjects(db: Db, viewer: Viewer, text: string) {
  const { rows } = await sql<{ id: number; name: string; description: string }>`
    select projects.id, projects.name, projects.description from projects
    where lower(projects.name) like lower(${anywhere(text)}) and ${visibleTo(viewer)}
    order by lower(projects.name) = lower(${text}) desc, lower(projects.name) like lower(${beginning(text)}) desc, lower(projects.name), projects.id
    ${LIMIT}`.execute(db);
  return rows;
}

/** The exact name, then names that begin with the text, then names and titles with its words. */
export async function findComponents(db: Db, text: string) {
  const words = text.split(/\s+/).map((word) => sql`lower(name || ' ' || title) like lower(${anywhere(word)})`);
  const { rows } = await sql<{ id: number; name: string; title: string; purl: string }>`
    select c.id, c.name, c.title, coalesce(c.purl, '') as purl from (
      select id, min(tier) as tier from (
        (select id, 0 as tier from components where lower(name) = lower(${text}) ${LIMIT})
        union all (select id, 1 from components where lower(name) like lower(${beginning(text)}) order by lower(name) using ~<~ ${LIMIT})
        union all (select id, 2 from components where ${sql.join(words, sql` and `)} ${LIMIT})) one group by id) found
    join components c on c.id = found.id order by found.tier, length(c.name), lower(c.name), c.id ${LIMIT}`.execute(db);
  return rows;
}

interface FoundFile {
  id: number;
  path: string;
  projectId: number;
  projectName: string;
}

/** Files whose name begins with the text; if these are few, others whose name has it anywhere. */
export async function findFilesByName(db: Db, viewer: Viewer, text: string): Promise<FoundFile[]> {
  const named = (condition: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql<FoundFile>`
    select f.id, f.path, projects.id as "projectId", projects.name as "projectName" from files f join projects on projects.id = f.project_id
    where ${condition} and ${isAllowedTo('VIEW_FILES', viewer)} ${order} ${LIMIT}`;
  const begins = sql`lower(f.name) like lower(${beginning(text)})`;
  const { rows: first } = await named(begins, sql`order by lower(f.name) using ~<~`).execute(db);
  if (first.length > FOUND_SHOWN || text.length < SHORTEST_PART) return first;
  // No index has parts of names: every upload would pay for it. Files are read until enough are found, within the time of the search.
  const { rows: others } = await named(
    sql`lower(f.name) like lower(${anywhere(text)}) and not ${begins}`,
    sql``,
  ).execute(db);
  return [...first, ...others].slice(0, FOUND_SHOWN + 1);
}

export async function findFilesByDigest(
  db: Db,
  viewer: Viewer,
  { algorithm, digest }: { algorithm: DigestAlgorithm; digest: string },
): Promise<FoundFile[]> {
  const { rows } = await sql<FoundFile>`
    select f.id, f.path, projects.id as "projectId", projects.name as "projectName"
    from blobs b join files f on f.sha256 = b.sha256 join projects on projects.id = f.project_id
    where b.${sql.ref(algorithm)} = decode(${digest}, 'hex') and ${isAllowedTo('VIEW_FILES', viewer)} order by f.id ${LIMIT}`.execute(
    db,
  );
  return rows;
}

/** Copyright holders with words that begin so, those of most files first. */
export async function findHolders(db: Db, viewer: Viewer, text: string): Promise<{ holder: string; files: number }[]> {
  const words = wordsIn(text);
  if (words.length === 0) return [];
  const query = words.map((word) => `${word}:*`).join(' & ');
  const { rows } = await sql<{ holder: string; files: number }>`
    with read as (select x.facts from facts x join files f on f.sha256 = x.sha256 and f.hint = x.hint and not f.is_excluded
      join projects on projects.id = f.project_id
      where x.facts -> 'copyrights' <> '[]'::jsonb and holder_words(x.facts) @@ to_tsquery('simple', ${query})
        and ${isAllowedTo('VIEW_FILES', viewer)} limit ${MOST_FILES_READ})
    select min(c ->> 'holder') as holder, count(*)::integer as files from read, jsonb_path_query(read.facts, '$.copyrights[*]') c
    where to_tsvector('simple', c ->> 'holder') @@ to_tsquery('simple', ${query})
    group by lower(c ->> 'holder') order by 2 desc, 1 ${LIMIT}`.execute(db);
  return rows;
}

export async function findVulnerabilities(db: Db, text: string) {
  const { rows } = await sql<{ id: number; name: string; summary: string; severity: Severity }>`
    select v.id, v.name, v.summary, v.severity_v3 as severity from (
      select vulnerability_id, min(tier) as tier from (
        (select vulnerability_id, 0 as tier from vulnerability_names where name_key = lower(${text}))
        union all (select vulnerability_id, 1 from vulnerability_names where name_key like lower(${beginning(text)}) limit 200)
        union all (select vulnerability_id, 2 from vulnerability_names where name_key like lower(${anywhere(text)}) limit 200)
        union all (select id, 3 from vulnerabilities where lower(summary) like lower(${anywhere(text)}) limit 200)) one
      group by vulnerability_id) found
    join vulnerabilities v on v.id = found.vulnerability_id where v.is_recorded order by found.tier, v.name desc ${LIMIT}`.execute(
    db,
  );
  return rows;
}

/** Open tasks first. */
export async function findTasks(db: Db, viewer: Viewer, text: string) {
  const { rows } = await sql<{
    id: number;
    summary: string;
    isClosed: boolean;
    projectId: number;
    projectName: string;
  }>`
    select tasks.id, tasks.summary, tasks.is_closed as "isClosed", projects.id as "projectId", projects.name as "projectName"
    from tasks join projects on projects.id = tasks.project_id
    where lower(tasks.summary) like lower(${anywhere(text)}) and ${isAllowedTo('VIEW_TASKS', viewer)}
    order by tasks.is_closed, tasks.id desc ${LIMIT}`.execute(db);
  return rows;
}
