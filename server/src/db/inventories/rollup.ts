// The counts of a project's inventory, stored with the project.

import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../postgres/connection.ts';
import type { Item } from './items.ts';
import { gone, present } from './present.ts';

/** The priority of the selected license, or of the expression if it names several. */
export const LICENSE_PRIORITY = sql`coalesce(l.priority, i.expression_priority)`;

/** Counts the inventory of a project again. Call it in the transaction that changed items. */
export async function refreshInventoryRollup(db: Db, projectId: number): Promise<void> {
  // Locks the row before counting. Otherwise the later of two changes could write a count from before the earlier one ended.
  await sql`select from projects where id = ${projectId} for no key update`.execute(db);
  await sql`update projects set inventory_rollup = (
      select jsonb_build_object(
        'items', count(*),
        'gone', (select count(*) from inventory_items i where i.project_id = ${projectId} and ${gone()}),
        'lapsed', count(*) filter (where i.review_lapse is not null),
        'published', count(*) filter (where i.is_published),
        'licenses', jsonb_build_object(
          'P1', count(*) filter (where ${LICENSE_PRIORITY} = 1), 'P2', count(*) filter (where ${LICENSE_PRIORITY} = 2),
          'P3', count(*) filter (where ${LICENSE_PRIORITY} = 3), 'Unknown', count(*) filter (where ${LICENSE_PRIORITY} is null)),
        'review', jsonb_build_object(
          'Draft', count(*) filter (where i.status = 'DRAFT'), 'Approved', count(*) filter (where i.status = 'APPROVED'),
          'Rejected', count(*) filter (where i.status = 'REJECTED')))
      from inventory_items i left join licenses l on l.id = i.license_id where i.project_id = ${projectId} and ${present()}
    ) where id = ${projectId}`.execute(db);
}

/**
 * Updates the roll-ups of the project after a review of one item, by the difference to `before`. Counting 20,000 items for each decision would
 * make the decisions of a project wait for each other.
 */
export async function shiftReviewRollup(
  db: Db,
  before: Pick<Item, 'id' | 'project_id' | 'status' | 'is_published' | 'review_lapse'>,
): Promise<void> {
  const count = (path: string, now: RawBuilder<boolean>, then: boolean) =>
    sql`(p.inventory_rollup #>> ${path}::text[])::bigint + (${now})::int - ${then ? 1 : 0}::int`;
  const status = (name: string, value: Item['status']) =>
    sql`${name}::text, ${count(`{review,${name}}`, sql`i.status = ${value}`, before.status === value)}`;
  await sql`update projects p set inventory_rollup = p.inventory_rollup || jsonb_build_object(
      'lapsed', ${count('{lapsed}', sql`i.review_lapse is not null`, before.review_lapse !== null)},
      'published', ${count('{published}', sql`i.is_published`, before.is_published)},
      'review', jsonb_build_object(${status('Draft', 'DRAFT')}, ${status('Approved', 'APPROVED')}, ${status('Rejected', 'REJECTED')}))
    from inventory_items i where i.id = ${before.id} and ${present()} and p.id = ${before.project_id}`.execute(db);
}
