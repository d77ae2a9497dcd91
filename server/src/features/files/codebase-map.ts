// A map of the code base: the heaviest folders and files below a folder, and what is known of each (docs/adr/0062).
import type { App } from '../../app.ts';
import {
  heaviestFolders,
  largestFiles,
  MAP_LEVELS,
  type MapArea,
  type MapFile,
  type MapFolder,
  mapAreas,
} from '../../db/files/codebase-map.ts';
import { findCodebaseFolder } from '../../db/files/files.ts';
import { codebasePath } from '../../domain/projects/scan-nodes.ts';
import { notFound } from '../../errors.ts';
import { CodebaseEntryKind } from '../../http/models/enumerations.ts';
import { DataOf, Model, OneOf, Text, Type } from '../../http/models/schemas.ts';

/** More than this a window cannot show. The others of a folder are summed up. */
const MOST_ENTRIES = 1000;

const sums = {
  files: Type.Integer({ description: 'Files in it, at any depth' }),
  sizeBytes: Type.Integer({ description: 'Their sizes summed up' }),
  reviewed: Type.Integer({ description: 'Of the files, those marked as reviewed' }),
  open: Type.Integer({ description: 'Those with evidence that are not marked as reviewed' }),
  inNoItem: Type.Integer({ description: 'Those that no item has' }),
  notScanned: Type.Integer({
    description: 'Those that no scan has looked at, or that the scan profile excludes: no license means nothing there',
  }),
};

const Exposure = Model('CodebaseExposure', {
  items: Type.Integer({ description: 'Items with files here' }),
  notCompared: Type.Integer({
    description: 'Of them, those that were not compared with advisories: no vulnerability means nothing there',
  }),
  critical: Type.Integer({ description: 'Open vulnerabilities of the items, each item for itself' }),
  high: Type.Integer(),
  medium: Type.Integer(),
  low: Type.Integer(),
  none: Type.Integer({ description: 'Of severity "none"' }),
  unknown: Type.Integer({ description: 'No source states a severity: they are not harmless' }),
});

const Entry = Model('CodebaseMapEntry', {
  kind: CodebaseEntryKind('Kind of entry'),
  id: Type.Integer(),
  name: Type.String(),
  path: Type.String({ description: 'Empty for the root' }),
  parentPath: Type.Union([Type.String(), Type.Null()], { description: 'null for the folder that was asked for' }),
  ...sums,
  licenses: Type.Array(
    Model('CodebaseMapLicense', {
      license: Type.String({ description: 'SPDX id or expression; empty for files without a license' }),
      files: Type.Integer(),
      sizeBytes: Type.Integer(),
    }),
    { description: 'At most five, the heaviest first. A file with two licenses counts for both' },
  ),
  moreLicenses: Type.Integer({ description: 'Licenses of the folder that are not listed' }),
  exposure: Exposure,
  others: Type.Optional(
    Model(
      'CodebaseMapOthers',
      {
        entries: Type.Integer({ description: 'Folders and files directly in the folder that are no entries' }),
        ...sums,
      },
      { description: 'What is in the folder beside its entries; absent if the answer has no entries of the folder' },
    ),
  ),
});

const CodebaseMap = Model('CodebaseMap', {
  path: Type.String(),
  area: OneOf(mapAreas, 'What entries are chosen by'),
  entries: Type.Array(Entry, {
    description: `The folder that was asked for, then the heaviest below it, each after its folder: at most ${MOST_ENTRIES}, from ${MAP_LEVELS} levels`,
  }),
});

export const codebaseMap = {
  query: Type.Object({
    folderPath: Text(4096, 'Folder; empty for the root', { default: '' }),
    area: OneOf(mapAreas, 'Which entries are heavy: those with many bytes, or with many files', 'SIZE'),
  }),
  schema: DataOf(CodebaseMap),
  run,
};

type Heavy = Sums & { parentId: number | null; level: number; path: string; name: string; id: number };
type Sums = Record<keyof typeof sums, number>;

async function run(app: App, projectId: number, query: { folderPath: string; area: MapArea }) {
  const path = codebasePath(query.folderPath);
  const folder = await findCodebaseFolder(app.db, projectId, path);
  if (!folder) {
    if (path !== '') throw notFound('Folder', path);
    return { path, area: query.area, entries: [] };
  }
  const folders = await heaviestFolders(app.db, { projectId, folder, area: query.area, limit: MOST_ENTRIES });
  const byId = new Map(folders.map((one) => [one.id, one]));
  const folderIds = folders.filter(({ level }) => level < MAP_LEVELS).map(({ id }) => id);
  const files = await largestFiles(app.db, { projectId, folderIds, limit: MOST_ENTRIES });
  const weight = (one: Heavy) => (query.area === 'SIZE' ? one.sizeBytes : one.files);
  const levelOf = ({ parentId }: MapFile) => (byId.get(parentId)?.level ?? 0) + 1;
  // A folder is at least as heavy as what is in it, and comes before it: so what is cut off has no parent that is missing.
  const heaviest = [
    ...folders.map((one) => ({ kind: 'folder' as const, ...one })),
    ...files.map((one) => ({ kind: 'file' as const, ...one, level: levelOf(one), entries: 0 })),
  ]
    .sort((a, b) => weight(b) - weight(a) || a.level - b.level || (a.path < b.path ? -1 : 1))
    .slice(0, MOST_ENTRIES);
  const listed = Map.groupBy(
    heaviest.filter(({ level }) => level > 0),
    ({ parentId }) => parentId,
  );
  const entries = heaviest.map((one) => ({
    ...pick(one),
    parentPath: one.level === 0 ? null : parentOf(one.path),
    ...(one.kind === 'folder' && listed.has(one.id) && { others: othersOf(one, listed.get(one.id) ?? []) }),
  }));
  return { path, area: query.area, entries };
}

const SUMS = Object.keys(sums) as (keyof Sums)[];

const parentOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')));

function pick({
  level: _,
  parentId: __,
  entries: ___,
  ...shown
}: (MapFolder | (MapFile & { level: number; entries: number })) & { kind: 'folder' | 'file' }) {
  return shown;
}

function othersOf(folder: Sums & { entries: number }, listed: readonly Sums[]) {
  const rest = (name: keyof Sums) => listed.reduce((left, one) => left - one[name], folder[name]);
  return {
    entries: folder.entries - listed.length,
    ...(Object.fromEntries(SUMS.map((name) => [name, rest(name)])) as Sums),
  };
}
