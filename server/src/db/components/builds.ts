// Builds of versions: repairs what servers stored when a version had one row for all releases of its distribution.
import { valueFor } from '@assay/scanner/items';
import { sql } from 'kysely';
import type { Tx } from '../postgres/connection.ts';
import { partsOf } from '../postgres/parts.ts';
import { batchesById } from '../postgres/rows.ts';
import { buildOfVersion, ensureVersions, versionKey } from './found.ts';

const ROWS_PER_BATCH = 10_000;

interface NamedVersion {
  id: number;
  name: string;
  purl: string;
}

export function eachVersionOfPurl(tx: Tx): AsyncGenerator<NamedVersion[]> {
  return batchesById(ROWS_PER_BATCH, (after) =>
    sql<NamedVersion>`select id, name, purl from component_versions
      where id > ${after} and build = '' and purl is not null order by id limit ${ROWS_PER_BATCH}`.execute(tx),
  );
}

export async function setBuilds(tx: Tx, rows: readonly { id: number; build: string }[]): Promise<void> {
  for (const part of partsOf(rows))
    await sql`update component_versions v set build = t.build
      from unnest(${part.map(({ id }) => id)}::bigint[], ${part.map(({ build }) => build)}::text[]) as t(id, build) where v.id = t.id`.execute(
      tx,
    );
}

interface SharedVersion extends Omit<NamedVersion, 'purl'> {
  purl: string | null;
  componentId: number;
  /** Package URL of the item. */
  itemPurl: string;
  license: string;
}

/** Items that share the version of another build get the one of their own, with what is known of the shared one. Matching follows. */
export async function splitVersions(tx: Tx): Promise<void> {
  const items = batchesById(ROWS_PER_BATCH, (after) =>
    sql<SharedVersion>`select i.id, v.name, v.purl, v.component_id as "componentId", i.purl as "itemPurl", v.license_expression as license
      from inventory_items i join component_versions v on v.id = i.version_id
      where i.id > ${after} and i.purl <> '' and i.purl is distinct from v.purl order by i.id limit ${ROWS_PER_BATCH}`.execute(
      tx,
    ),
  );
  for await (const batch of items) {
    const others = batch.filter(({ name, purl, itemPurl }) => {
      const build = buildOfVersion(name, itemPurl);
      return build !== '' && build !== buildOfVersion(name, purl ?? '');
    });
    const versions = await ensureVersions(
      tx,
      others.map(({ itemPurl: purl, license: licenseExpression, ...one }) => ({ ...one, purl, licenseExpression })),
    );
    const ids = others.map(({ id }) => id);
    const versionIds = others.map(({ componentId, name, itemPurl }) =>
      valueFor(versions, versionKey(componentId, name, itemPurl)),
    );
    await sql`update inventory_items i set version_id = t.version_id
      from unnest(${ids}::bigint[], ${versionIds}::bigint[]) as t(id, version_id) where i.id = t.id`.execute(tx);
  }
}
