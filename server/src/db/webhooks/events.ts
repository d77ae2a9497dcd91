// Writes events into the outbox of every webhook that subscribes to them, in the transaction in which they happened. Without subscribers, this costs
// one look at a small table.

import { storableText } from '@assay/scanner/foreign-text';
import { sql } from 'kysely';
import type { WebhookEvent } from '../../domain/messages/webhook-events.ts';
import type { Db } from '../postgres/connection.ts';

export async function recordEvents(db: Db, events: readonly WebhookEvent[]): Promise<void> {
  if (events.length === 0) return;
  const text = JSON.stringify(
    events.map((event, n) => ({ ...event, n })),
    (_key, member) => (typeof member === 'string' ? storableText(member) : member),
  );
  await sql`insert into webhook_deliveries (webhook_id, event, payload)
    select w.id, e.event, jsonb_build_object(
      'event', e.event,
      'time', to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'project', (select jsonb_build_object('id', p.id, 'name', p.name) from projects p where p.id = e."projectId"),
      'actor', (select jsonb_build_object('id', u.id, 'login', u.login) from users u where u.id = e."actorId"),
      'data', e.data || case when e."itemIds" = '[]' then '{}' else jsonb_build_object('items', (
        select jsonb_agg(jsonb_build_object('id', i.id, 'name', i.name) order by i.id) from inventory_items i
        where i.id in (select one::bigint from jsonb_array_elements_text(e."itemIds") one))) end)
    from jsonb_to_recordset(${text}::jsonb) as e(n integer, event text, "projectId" bigint, "actorId" bigint, "itemIds" jsonb, data jsonb)
    join webhooks w on e.event = any(w.events) and w.is_active and w.closed_at is null
      and (w.project_id is null or w.project_id = e."projectId")
    order by e.n, w.id`.execute(db);
}
