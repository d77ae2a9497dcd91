// The search parameters of a project's code base.

import { choiceIn, idIn, type RawSearch, textIn, wholeTextIn } from '../address/parameters.ts';
import { fileGroupingValues, fileKindValues, fileSimilarityValues, licenseRoleValues } from '../api/described.ts';

const YES_NO = ['yes', 'no'] as const;
/** The same text but for years and versions, nearly the same text, or the same licenses and holders. */
export const SIMILARITIES = fileSimilarityValues;

export type FileGrouping = (typeof fileGroupingValues)[number];

export interface FilesSearch {
  /** The files as a list, with its filters; absent for the tree. */
  view?: 'list';
  /** The chosen folder: its licenses are shown, and the list has the files below it. */
  below?: string;
  find?: string;
  license?: string;
  /** A license that the files only mention. */
  mentioned?: string;
  /** What a file says of some license. */
  role?: (typeof licenseRoleValues)[number];
  language?: string;
  kind?: (typeof fileKindValues)[number];
  reviewed?: (typeof YES_NO)[number];
  /** Whether an item has the file. */
  tied?: (typeof YES_NO)[number];
  evidence?: (typeof YES_NO)[number];
  /** A file: the list has those that say the same. */
  similar?: number;
  by?: (typeof SIMILARITIES)[number];
  /** How the files are grouped, and the key of the group whose files are listed, which may be blank; without it the groups are. */
  groups?: FileGrouping;
  group?: string;
  /** The saved view that was chosen. */
  saved?: number;
  /** The open file, and the line to show. */
  file?: number;
  line?: number;
  /** True if the file is one of a scan agent, which have ids of their own. */
  remote?: boolean;
}

export function readFilesSearch({ file, line, remote, ...list }: RawSearch): FilesSearch {
  // Clients of the REST API write `True`.
  const isRemote = String(remote).toLowerCase() === 'true';
  return {
    file: idIn(file),
    line: idIn(line),
    ...(isRemote && { remote: true }),
    below: textIn(list.below),
    ...(list.view === 'list' && {
      view: 'list',
      find: textIn(list.find),
      license: textIn(list.license),
      mentioned: textIn(list.mentioned),
      reviewed: choiceIn(list.reviewed, YES_NO),
      tied: choiceIn(list.tied, YES_NO),
      evidence: choiceIn(list.evidence, YES_NO),
      similar: idIn(list.similar),
      by: choiceIn(list.by, SIMILARITIES),
      role: choiceIn(list.role, licenseRoleValues),
      language: textIn(list.language),
      kind: choiceIn(list.kind, fileKindValues),
      groups: choiceIn(list.groups, fileGroupingValues),
      group: wholeTextIn(list.group),
      saved: idIn(list.saved),
    }),
  };
}
