// Whether deleted contents wait for their collection, and the outcome of the last one. Written in the transaction of the change that deletes.
import { sql } from 'kysely';
import type { Db } from '../postgres/connection.ts';
import { readSetting, type SettingKey } from '../site-settings.ts';

const KEY = 'contentCollection' satisfies SettingKey;

export interface CollectionState {
  /** ISO 8601. When the last collection ended; at first, when the schedule began. */
  lastOn: string;
  isFirst: boolean;
  wasThorough: boolean;
  /** The outcome of the last one, for people and for programs. */
  details: string;
  result: Record<string, unknown>;
  /** Something was deleted since the last collection began. */
  isWanted: boolean;
  /** What was deleted goes at once, however small it is. */
  isThorough: boolean;
}

export async function collectionState(db: Db): Promise<Partial<CollectionState>> {
  return readSetting<CollectionState>(db, KEY);
}

/** Asks for a collection after the end of this transaction. */
export async function wantCollection(db: Db, { isThorough }: { isThorough: boolean }): Promise<void> {
  const wanted = JSON.stringify(isThorough ? { isWanted: true, isThorough } : { isWanted: true });
  await change(db, wanted);
}

export async function noteCollection(db: Db, state: Partial<CollectionState>): Promise<void> {
  await change(db, JSON.stringify(state));
}

/** One statement, because several transactions may ask at once. */
async function change(db: Db, members: string): Promise<void> {
  await sql`insert into settings (key, value) values (${KEY}, ${members}::jsonb)
    on conflict (key) do update set value = settings.value || excluded.value`.execute(db);
}
