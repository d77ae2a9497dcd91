// How long the workbench waits for a folder: its page of the tree with roll-ups, its totals and its licenses, in a code base of many folders, in one
// folder of many files, and at any position of it. Prints JSON.
//   node bench/roll-ups.ts [files, default 100000] [folders, default 10000] [files of the largest folder, default 50000]

import { loadavg } from 'node:os';
import { firstOf } from '@assay/scanner/items';
import { heaviestFolders, largestFiles, MAP_LEVELS } from '../server/src/db/files/codebase-map.ts';
import { listFiles } from '../server/src/db/files/file-lists.ts';
import { countFolder, findCodebaseFolder, listFolderAt, positionInFolder } from '../server/src/db/files/files.ts';
import { licensesInFolder, totalsOfFolder, totalsOfFoldersIn } from '../server/src/db/files/roll-ups.ts';
import type { Db } from '../server/src/db/postgres/connection.ts';
import { benchDatabase } from './advisory-data.ts';
import { timesOf } from './times.ts';

const [files = 100_000, folders = 10_000, largest = 50_000] = process.argv.slice(2).map(Number);
const TIMES = 20;
const PAGE = 500;
/** Folders directly in the root; the others are in them. */
const TOP = 100;

const database = await benchDatabase();
try {
  const { db, pool } = database;
  const { rows } = await pool.query<{ id: number }>(
    `insert into projects (name, folder_id, contact_id, scan_profile_id) values ('bench', 1, 1, (select min(id) from scan_profiles)) returning id`,
  );
  const project = firstOf(rows).id;
  await fill(project);
  const root = await findCodebaseFolder(db, project, '');
  const wide = await findCodebaseFolder(db, project, 'wide');
  if (root === undefined || wide === undefined) throw new Error('The folders were not made.');
  const [inRoot, inWide] = [
    { id: root.id, ...(await countFolder(db, root.id)) },
    { id: wide.id, ...(await countFolder(db, wide.id)) },
  ];
  const milliseconds: Record<string, { median: number; p95: number }> = {};
  for (const [what, ask] of Object.entries({
    'a page of the root': () => listFolderAt(db, inRoot, 0, PAGE),
    'roll-ups of the folders in the root': () => totalsOfFoldersIn(db, project, ''),
    'roll-ups of the folders in a folder': () => totalsOfFoldersIn(db, project, 'top-7'),
    'totals of the whole code base': () => totalsOfFolder(db, project, ''),
    'licenses of the whole code base': () => licensesInFolder(db, project, ''),
    'licenses of the largest folder': () => licensesInFolder(db, project, 'wide'),
    'the map of the whole code base': () => mapOf(db, project, { id: root.id, path: '' }),
    'the map of the largest folder': () => mapOf(db, project, { id: wide.id, path: 'wide' }),
    'a page of the largest folder, first': () => listFolderAt(db, inWide, 0, PAGE),
    'a page of the largest folder, last': () => listFolderAt(db, inWide, largest - PAGE, PAGE),
    'the length of the largest folder': () => countFolder(db, wide.id),
    'the position of a file in the largest folder': () =>
      positionInFolder(db, inWide, { kind: 'file', name: 'file-9' }),
    'the next open file': () =>
      listFiles(db, project, { reviewed: false, hasEvidence: true }, { after: 'top-50/', limit: 1 }),
  }))
    milliseconds[what] = await timesOf(ask, TIMES);
  console.log(JSON.stringify({ files: files + largest, folders, largest, milliseconds, load: loadavg() }, null, 1));
} finally {
  await database.stop();
}

/** What the operation asks for. */
async function mapOf(db: Db, projectId: number, folder: { id: number; path: string }): Promise<void> {
  const folders = await heaviestFolders(db, { projectId, folder, area: 'SIZE', limit: 1000 });
  const folderIds = folders.filter(({ level }) => level < MAP_LEVELS).map(({ id }) => id);
  await largestFiles(db, { projectId, folderIds, limit: 1000 });
}

/** Each file has contents of its own, one of 40 licenses, and facts of 2 KB; half are reviewed. */
async function fill(project: number): Promise<void> {
  const { pool } = database;
  await pool.query(
    `with root as (insert into codebase_folders (project_id, path, name) values ($1, '', '') returning id),
       wide as (insert into codebase_folders (project_id, parent_id, path, name) select $1, id, 'wide', 'wide' from root),
       top as (insert into codebase_folders (project_id, parent_id, path, name)
         select $1, id, 'top-' || n, 'top-' || n from root, generate_series(0, $2::int - 1) n returning id, path)
     insert into codebase_folders (project_id, parent_id, path, name)
     select $1, top.id, top.path || '/sub-' || n, 'sub-' || n from generate_series($2::int, $3::int - 1) n join top on top.path = 'top-' || n % $2::int`,
    [project, TOP, folders],
  );
  await pool.query(
    `insert into blobs (sha256, md5, sha1, size_bytes, segment, block_offset, location)
     select sha256(n::text::bytea), decode(md5(n::text), 'hex'), substr(sha256(n::text::bytea), 1, 20), 2000, '1', 0, '{}'
     from generate_series(1, $1::int) n`,
    [files + largest],
  );
  await pool.query(
    `insert into facts (sha256, hint, analyzer_version, facts, language, spdx, has_evidence)
     select sha256(n::text::bytea), 'c', '1', jsonb_build_object('spdx', jsonb_build_array('L-' || n % 40), 'licenses', jsonb_build_array(
         jsonb_build_object('expression', 'L-' || n % 40, 'kind', 'notice'), jsonb_build_object('expression', 'M-' || n % 7, 'kind', 'mention')),
       'noise', (select string_agg(md5(n::text || i), '') from generate_series(1, 60) i)), 'C', array['L-' || n % 40], true
     from generate_series(1, $1::int) n`,
    [files + largest],
  );
  await pool.query(
    `insert into files (project_id, folder_id, path, name, sha256, size_bytes, hint, is_reviewed, has_evidence, spdx, mentioned)
     select $1, d.id, d.path || '/file-' || n || '.c', 'file-' || n || '.c', sha256(n::text::bytea), 2000, 'c', n % 2 = 0, true, array['L-' || n % 40], array['M-' || n % 7]
     from generate_series(1, $2::int) n join (select id, path, row_number() over (order by path) - 1 as place, count(*) over () as many
       from codebase_folders where project_id = $1 and path like '%/%') d on d.place = n % d.many`,
    [project, files],
  );
  await pool.query(
    `insert into files (project_id, folder_id, path, name, sha256, size_bytes, hint, is_reviewed, has_evidence, spdx, mentioned)
     select $1, d.id, 'wide/file-' || n || '.c', 'file-' || n || '.c', sha256(n::text::bytea), 2000, 'c', n % 2 = 0, true, array['L-' || n % 40], array['M-' || n % 7]
     from codebase_folders d, generate_series($2::int + 1, $2::int + $3::int) n where d.project_id = $1 and d.path = 'wide'`,
    [project, files, largest],
  );
  await pool.query('vacuum analyze');
}
