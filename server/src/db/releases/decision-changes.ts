// What became of the decisions of a project since a release, read in parts: the release knows which decisions it had.
import { type RawBuilder, sql } from 'kysely';
import type { CarryWay } from '../../domain/decisions/carrying.ts';
import type { StoredDecision } from '../../domain/decisions/decision.ts';
import { openDecisions } from '../decisions/to-decide.ts';
import type { Db } from '../postgres/connection.ts';

export interface ChangedDecision
  extends Pick<StoredDecision, 'id' | 'kind' | 'subject' | 'value' | 'ground' | 'author' | 'decidedAt' | 'itemId'> {
  itemName: string;
}

/** A file that lies elsewhere now is told there. */
const SUBJECT = sql`case when d.lapsed_path is null then d.subject else d.subject || jsonb_build_object('path', d.lapsed_path) end as subject`;

const COLUMNS = sql`d.id, d.kind, ${SUBJECT}, d.value, d.ground, d.author, d.decided_at as "decidedAt", d.item_id as "itemId", coalesce(i.name, '') as "itemName"`;

const numbered = <Row extends ChangedDecision>(rows: readonly Row[]): Row[] =>
  rows.map((row) => ({ ...row, id: Number(row.id), itemId: row.itemId === null ? null : Number(row.itemId) }));

/** Those that are to be decided again since then, with the reason. */
export async function listLapsedSince(
  db: Db,
  projectId: number,
  since: Date,
): Promise<(ChangedDecision & { why: string })[]> {
  const { rows } = await sql<ChangedDecision & { why: string }>`
    select ${COLUMNS}, coalesce(case d.kind when 'review' then i.review_lapse ->> 'why' end, o.lapse) as why
    from ${openDecisions(projectId)} where o.lapsed_at > ${since} order by d.kind <> 'review', "itemName", d.id`.execute(
    db,
  );
  return numbered(rows);
}

const AT_ONCE = 5000;

/** Decisions that stand and are not to be decided again, by id; reviews say whether they follow from another one. */
export async function* eachStandingDecision(
  db: Db,
  projectId: number,
): AsyncGenerator<(ChangedDecision & { isCarried: boolean })[]> {
  for (let after = 0; ; ) {
    const { rows } = await sql<ChangedDecision & { isCarried: boolean }>`
      select ${COLUMNS}, exists (select from carried_reviews r where r.decision_id = d.id) as "isCarried"
      from decisions d left join inventory_items i on i.id = d.item_id
      where d.project_id = ${projectId} and d.superseded_at is null and d.lapsed_at is null and d.id > ${after}
      order by d.id limit ${AT_ONCE}`.execute(db);
    if (rows.length > 0) yield numbered(rows);
    if (rows.length < AT_ONCE) return;
    after = Number(rows.at(-1)?.id);
  }
}

export interface CarriedMark {
  path: string;
  sha256: string;
  way: CarryWay;
  decisionId: number;
  author: string;
  decidedAt: Date;
}

/** Files that count as reviewed because of a decision on other contents, by path. */
export async function* eachCarriedMark(db: Db, projectId: number): AsyncGenerator<CarriedMark[]> {
  for (let after: RawBuilder<unknown> = sql`''`; ; ) {
    const { rows } = await sql<CarriedMark>`
      select f.path, encode(f.sha256, 'hex') as sha256, c.way, d.id as "decisionId", d.author, d.decided_at as "decidedAt"
      from files f cross join lateral (select * from carried_files c where c.file_id = f.id and c.sha256 = f.sha256 order by c.decision_id desc) c
      join decisions d on d.id = c.decision_id and d.kind = 'file-reviewed'
      where f.project_id = ${projectId} and f.is_reviewed and not f.is_excluded and f.path > ${after} order by f.path limit ${AT_ONCE}`.execute(
      db,
    );
    if (rows.length > 0) yield rows.map((row) => ({ ...row, decisionId: Number(row.decisionId) }));
    if (rows.length < AT_ONCE) return;
    after = sql`${rows.at(-1)?.path}`;
  }
}

/** Of these paths, the files that nobody has reviewed now. */
export async function listOpenFiles(
  db: Db,
  projectId: number,
  paths: readonly string[],
): Promise<{ path: string; sha256: string }[]> {
  const { rows } = await sql<{ path: string; sha256: string }>`
    select f.path, encode(f.sha256, 'hex') as sha256 from files f
    where f.project_id = ${projectId} and f.path = any(${[...paths]}::text[]) and not f.is_reviewed and not f.is_excluded order by f.path`.execute(
    db,
  );
  return rows;
}

/** Of these decisions, those that were taken back, with no other one on the same subject in their place. */
export async function listWithdrawn(db: Db, ids: readonly number[]): Promise<(ChangedDecision & { endedAt: Date })[]> {
  const { rows } = await sql<ChangedDecision & { endedAt: Date }>`
    select ${COLUMNS}, d.superseded_at as "endedAt" from decisions d left join inventory_items i on i.id = d.item_id
    where d.id = any(${[...ids]}::bigint[]) and d.superseded_at is not null
      and not exists (select from decisions e where md5(e.subject_key) = md5(d.subject_key) and e.kind = d.kind and e.superseded_at is null
        and e.project_id = d.project_id and e.item_id is not distinct from d.item_id)
      and not (d.kind = 'review' and exists (select from decisions e where e.item_id = d.item_id and e.kind = 'review' and e.superseded_at is null))
    order by d.id`.execute(db);
  return numbered(rows);
}
