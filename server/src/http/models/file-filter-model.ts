// The filter of the files of a project: parameters of a list, and a member of the body of decisions about many files.
import { fileKinds, licenseRoles } from '@assay/scanner';
import type { FileFilter } from '../../db/files/file-lists.ts';
import { fileGroupings } from '../../domain/files/file-groups.ts';
import { fileSimilarities } from '../../domain/files/similarity.ts';
import { codebasePath } from '../../domain/projects/scan-nodes.ts';
import { badRequest } from '../../errors.ts';
import { Enumeration, Id, Model, type Static, Text, Type } from './schemas.ts';

const FileSimilarityValue = Enumeration('FileSimilarity', fileSimilarities);
const FileKindValue = Enumeration('FileKind', fileKinds);
export const LicenseRoleValue = Enumeration('LicenseRole', licenseRoles);
export const FileGroupingValue = Enumeration('FileGrouping', fileGroupings);

const MOST_BYTES = Number.MAX_SAFE_INTEGER;

export const fileFilterMembers = {
  search: Text(1000, 'Part of the path', { default: '' }),
  folderPath: Type.Optional(Text(4096, 'Only files below this folder, at any depth; / is the root')),
  license: Type.Optional(
    Text(
      2000,
      'Only files in which this license was found: an SPDX id or expression, in any case; NONE for files without one',
    ),
  ),
  mentioned: Type.Optional(
    Text(2000, 'Only files that mention this license without being licensed under it: an SPDX id, in any case'),
  ),
  role: Type.Optional(
    LicenseRoleValue(
      'Only files that say this of some license for the work that they belong to; `grants` has those with a license match without a role',
    ),
  ),
  language: Type.Optional(
    Text(100, 'Only files in this language, in any case, as the list of files names it; NONE for files without one'),
  ),
  kind: Type.Optional(FileKindValue('Only files of this kind, as their first bytes tell')),
  reviewed: Type.Optional(Type.Boolean({ description: 'Only files that are, or are not, marked as reviewed' })),
  inInventory: Type.Optional(Type.Boolean({ description: 'Only files that some item has, or that none has' })),
  hasEvidence: Type.Optional(Type.Boolean({ description: 'Only files with, or without, evidence' })),
  similarTo: Type.Optional(Id('File of the project: only other files that say the same')),
  similarBy: Type.Optional(
    FileSimilarityValue(
      'With `similarTo`. EVIDENCE, by default: the same licenses in the same words, of the same holders. TEXT: the same text but for years, version strings and generated banners. NEAR: nearly the same text, at least four fifths of the lines; those that state rights do not count',
    ),
  ),
  minSize: Type.Optional(Type.Integer({ minimum: 0, maximum: MOST_BYTES, description: 'Bytes at least' })),
  maxSize: Type.Optional(Type.Integer({ minimum: 0, maximum: MOST_BYTES, description: 'Bytes at most' })),
  groupBy: Type.Optional(FileGroupingValue('With `group`: how the files are grouped')),
  group: Type.Optional(
    Text(4096, 'Only files of the group with this key, as the list of groups has it; with `groupBy`'),
  ),
};
const Members = Type.Object(fileFilterMembers);

export function fileFilterOf(sent: Static<typeof Members>): FileFilter {
  const { folderPath, license, mentioned, language, groupBy, group, ...others } = sent;
  if ((group === undefined) !== (groupBy === undefined))
    throw badRequest('A group of files is named by "groupBy" and "group" together.');
  return {
    ...others,
    ...(folderPath === undefined ? {} : { folder: codebasePath(folderPath) }),
    ...(license?.trim() ? { license: license.trim() } : {}),
    ...(mentioned?.trim() ? { mentioned: mentioned.trim() } : {}),
    ...(language?.trim() ? { language: language.trim() } : {}),
    ...(groupBy !== undefined && group !== undefined ? { groups: { by: groupBy, keys: [group] } } : {}),
  };
}

/** Groups as a member of a body, beside the filter. */
export const FileGroupsModel = Model(
  'FileGroups',
  {
    by: FileGroupingValue('How the files are grouped'),
    keys: Type.Array(Text(4096, 'Key of a group'), {
      minItems: 1,
      maxItems: 1000,
      description: 'Keys of groups, as the list of groups has them',
    }),
  },
  { description: 'With `filter`: only those of its files that are in these groups' },
);

/** The filter as a member of a body. */
export const FileFilterModel = Model('FileFilter', fileFilterMembers, {
  description: 'All files that match, as in the list of files',
});
