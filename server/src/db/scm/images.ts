// Container images: those whose files are in code bases, and what layers hold that registries have given.
import type { DescribedImage } from '@assay/scanner/archives';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../postgres/connection.ts';
import { type Viewer, visibleTo } from '../projects/standing.ts';

/** An image, and the folder of its files in the code base; '' for the root. */
export interface ProjectImage {
  folder: string;
  image: DescribedImage;
}

/** Images that are compared with one to find its base. */
const MOST_COMPARED = 5000;
/** A layer that nobody has asked for in this time is fetched again. */
const KEPT_DAYS = 90;

export function listProjectImages(db: Db, projectId: number): Promise<ProjectImage[]> {
  return db
    .selectFrom('project_images')
    .select(['folder', 'image'])
    .where('project_id', '=', projectId)
    .orderBy('folder')
    .execute();
}

/** Of all projects that the viewer may see, each once. */
export async function listVisibleImages(db: Db, viewer: Viewer): Promise<DescribedImage[]> {
  const rows = await db
    .selectFrom('project_images')
    .innerJoin('projects', 'projects.id', 'project_images.project_id')
    .select('image')
    .distinctOn(sql`image ->> 'digest'`)
    .where(visibleTo(viewer))
    .orderBy(sql`image ->> 'digest'`)
    .limit(MOST_COMPARED)
    .execute();
  return rows.map(({ image }) => image);
}

/** The image that has a file of the project: the innermost, because images may lie in images. */
export async function findImageOfPath(db: Db, projectId: number, path: string): Promise<DescribedImage | undefined> {
  const { rows } = await sql<{ image: DescribedImage }>`
    select image from project_images where project_id = ${projectId} and (folder = '' or starts_with(${path}, folder || '/'))
    order by length(folder) desc limit 1`.execute(db);
  return rows[0]?.image;
}

/**
 * Puts the images in the place of those of the replaced folders.
 * @param liesIn SQL: whether a folder is replaced; undefined if nothing is
 * @returns whether the project had images before
 */
export async function replaceImages(
  tx: Tx,
  projectId: number,
  images: readonly ProjectImage[],
  liesIn: (folder: RawBuilder<unknown>) => RawBuilder<boolean> | undefined,
): Promise<boolean> {
  const before = await tx.selectFrom('project_images').select('folder').where('project_id', '=', projectId).limit(1).execute(); // biome-ignore format: one query
  const isReplaced = liesIn(sql`folder`);
  if (before.length > 0 && isReplaced)
    await sql`delete from project_images where project_id = ${projectId} and ${isReplaced}`.execute(tx);
  for (const { folder, image } of images)
    await tx
      .insertInto('project_images')
      .values({ project_id: projectId, folder, image: JSON.stringify(image) })
      .onConflict((conflict) =>
        conflict.columns(['project_id', 'folder']).doUpdateSet({ image: JSON.stringify(image) }),
      )
      .execute();
  return before.length > 0;
}

/** Those of the keys, in hexadecimal digits, whose layers are known. */
export async function knownLayerKeys(db: Db, keys: readonly Buffer[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('image_layers')
    .select('key')
    .where('key', '=', sql<Buffer>`any(${[...keys]}::bytea[])`)
    .execute();
  return new Set(rows.map(({ key }) => key.toString('hex')));
}

export async function findLayerEntries(db: Db, key: Buffer): Promise<Buffer | undefined> {
  const row = await db
    .updateTable('image_layers')
    .set({ used_at: sql`now()` })
    .where('key', '=', key)
    .returning('entries')
    .executeTakeFirst();
  return row?.entries;
}

/** Also removes layers that were not used for long. */
export async function saveLayerEntries(db: Db, key: Buffer, entries: Buffer): Promise<void> {
  await sql`delete from image_layers where used_at < now() - make_interval(days => ${KEPT_DAYS})`.execute(db);
  await db
    .insertInto('image_layers')
    .values({ key, entries })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ entries, used_at: sql`now()` }))
    .execute();
}
