// The conditions of lists of items that need more than a column: why an item is decided, its notes, and the group to which it belongs.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { namedFields } from '../../domain/inventories/inventory-fields.ts';
import type { ItemGround, ItemGrouping, ItemTie, PolicyResult } from '../../domain/inventories/item-groups.ts';
import { anywhere } from '../postgres/like.ts';
import { gone, present } from './present.ts';

const GROUND_OF_DECISION = sql`(select case d.ground ->> 'by' when 'person' then 'PERSON' when 'policy' then 'POLICY' when 'scan' then 'CARRIED'
    when 'import' then 'IMPORTED' else 'UNRECORDED' end
  from decisions d where d.item_id = i.id and d.kind = 'review' and d.superseded_at is null order by d.id desc limit 1)`;

/** One of `itemGrounds`. */
export const ITEM_GROUND = sql<ItemGround>`case when ${gone()} then 'GONE' when i.review_lapse is not null then 'LAPSED'
  when i.status = 'DRAFT' then 'UNDECIDED' else coalesce(${GROUND_OF_DECISION}, 'UNRECORDED') end`;

/** Bytewise, because only then the first and the last path have in common what all of them have. */
const COMMON_FOLDER = sql<string>`coalesce((select '/' || common_folder(min(f.path collate "C"), max(f.path collate "C"))
  from inventory_files x join files f on f.id = x.file_id where x.item_id = i.id), '')`;

const LICENSE_NAME = sql<string>`coalesce(nullif(i.license_expression, ''), l.name, '')`;

interface Grouping {
  key: RawBuilder<string>;
  /** What the database calls the group, if it is something else than the key. */
  name?: RawBuilder<string>;
}

/** What the items of a group have in common. The query has the aliases of `detailed`. */
export const GROUPS: Record<ItemGrouping, Grouping> = {
  LICENSE: { key: LICENSE_NAME },
  COMPONENT: { key: sql`coalesce(i.component_id::text, '')`, name: sql`coalesce(c.name, '')` },
  FOLDER: { key: COMMON_FOLDER },
  GROUND: { key: ITEM_GROUND },
  PRIORITY: { key: sql`i.priority` },
};

/** Nobody has decided about the item, or it is to be decided again. */
export const OPEN = sql<SqlBool>`(i.status = 'DRAFT' and ${present()})`;

export function hasTie(tie: ItemTie): RawBuilder<SqlBool> {
  if (tie === 'GONE') return gone();
  return sql<SqlBool>`(${present()} and i.file_count ${tie === 'WITH_FILES' ? sql`>` : sql`=`} 0)`;
}

export function hasPolicyResult(result: PolicyResult): RawBuilder<SqlBool> {
  if (result === 'NONE') return sql<SqlBool>`${ITEM_GROUND} <> 'POLICY'`;
  return sql<SqlBool>`(i.status = ${result} and ${ITEM_GROUND} = 'POLICY')`;
}

export function hasNote(text: string): RawBuilder<SqlBool> {
  const pattern = sql`lower(${anywhere(text)})`;
  const columns = namedFields.filter(({ kind }) => kind === 'note').map(({ column }) => column);
  return sql<SqlBool>`(${sql.join(
    columns.map((column) => sql`lower(${sql.ref(`i.${column}`)}) like ${pattern}`),
    sql` or `,
  )})`;
}
