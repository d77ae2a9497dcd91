// The filter of the files of a project: parameters of a list, and a member of the body of decisions about many files.
import type { FileFilter } from '../../db/files/file-lists.ts';
import { fileSimilarities } from '../../domain/files/similarity.ts';
import { codebasePath } from '../../domain/projects/scan-nodes.ts';
import { Enumeration, Id, type Static, Text, Type } from './schemas.ts';

const FileSimilarityValue = Enumeration('FileSimilarity', fileSimilarities);

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
  reviewed: Type.Optional(Type.Boolean({ description: 'Only files that are, or are not, marked as reviewed' })),
  inInventory: Type.Optional(Type.Boolean({ description: 'Only files that some item has, or that none has' })),
  hasEvidence: Type.Optional(Type.Boolean({ description: 'Only files with, or without, evidence' })),
  similarTo: Type.Optional(Id('File of the project: only other files that say the same')),
  similarBy: Type.Optional(
    FileSimilarityValue(
      'With `similarTo`. EVIDENCE, by default: the same licenses in the same words, of the same holders. TEXT: the same text but for years, version strings and generated banners. NEAR: nearly the same text, at least four fifths of the lines',
    ),
  ),
  minSize: Type.Optional(Type.Integer({ minimum: 0, maximum: MOST_BYTES, description: 'Bytes at least' })),
  maxSize: Type.Optional(Type.Integer({ minimum: 0, maximum: MOST_BYTES, description: 'Bytes at most' })),
};
const Members = Type.Object(fileFilterMembers);

export function fileFilterOf(sent: Static<typeof Members>): FileFilter {
  const { folderPath, license, mentioned, ...others } = sent;
  return {
    ...others,
    ...(folderPath === undefined ? {} : { folder: codebasePath(folderPath) }),
    ...(license?.trim() ? { license: license.trim() } : {}),
    ...(mentioned?.trim() ? { mentioned: mentioned.trim() } : {}),
  };
}
