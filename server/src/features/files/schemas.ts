// What is told of files: their contents, details, pages, and the licenses of a folder.
import { LicenseRoleValue } from '../../http/models/file-filter-model.ts';
import { FileTotals } from '../../http/models/file-totals-model.ts';
import { Model, Type } from '../../http/models/schemas.ts';

export const Content = Model('FileContent', {
  startLine: Type.Integer(),
  lineCount: Type.Integer(),
  text: Type.String(),
  isBinary: Type.Boolean(),
  encoding: Type.String(),
  isTruncated: Type.Boolean(),
});

export const FileDetails = Model('FileDetails', {
  fileId: Type.Integer(),
  fileName: Type.String(),
  filePath: Type.String(),
  alias: Type.String(),
  host: Type.String({ description: 'The machine with the contents, for a file that a scan agent reported' }),
  remote: Type.Boolean(),
  size: Type.Integer(),
  fileMD5: Type.String(),
  fileSHA1: Type.String(),
  fileSHA256: Type.String(),
  layer: Type.Optional(
    Model('FileLayer', {
      digest: Type.String(),
      number: Type.Integer({ description: 'Counted from the lowest, from 1; 0 if the image is not described' }),
      layers: Type.Integer({ description: 'How many the image has' }),
      createdBy: Type.String({ description: 'The step of the build; blank if it is not known' }),
      isBase: Type.Boolean({ description: 'Whether the layer came with the base image, as far as the image tells' }),
      image: Type.String({ description: 'The name of the image; blank if an archive does not say it' }),
    }),
  ),
  type: Type.String(),
  mediaType: Type.String(),
  language: Type.String(),
  lines: Model('FileLines', {
    total: Type.Integer(),
    code: Type.Integer(),
    comment: Type.Integer(),
    blank: Type.Integer(),
  }),
  isScanned: Type.Boolean(),
  analyzerVersion: Type.Union([Type.String(), Type.Null()], {
    description: 'Version of the analyser that made these results; "incomplete" if the analysis stopped early',
  }),
  isExcluded: Type.Boolean({ description: 'The scan profile excludes the file: the last scan did not look at it' }),
  reviewed: Type.Boolean(),
  inInventory: Type.Boolean(),
  sourceMatchCount: Type.Integer(),
  exactFileMatchCount: Type.Integer(),
  spdx: Type.Array(Type.String()),
  licenses: Type.Array(
    Model('FileLicense', {
      expression: Type.String(),
      startLine: Type.Integer(),
      endLine: Type.Integer(),
      score: Type.Number(),
      coverage: Type.Number(),
      rule: Type.String(),
      kind: Type.String(),
      role: Type.Optional(
        LicenseRoleValue(
          'What the file says of the license, for the work that it belongs to; absent: `grants`. Only `grants`, `choice`, `bundled` and `documentation` license something; a match with another role is a mention, and creates no inventory',
        ),
      ),
      sentence: Type.Optional(Type.String({ description: 'The sentence that gave a mention its role' })),
      why: Type.String({ description: 'Why the words match, as a sentence' }),
      via: Type.Optional(
        Type.String({
          description:
            'Path of another file that states the license: one that this file refers to, or one inside this archive, as `a.jar!/LICENSE`',
        }),
      ),
    }),
  ),
  copyrights: Type.Array(
    Model('FileCopyright', {
      statement: Type.String(),
      holder: Type.String(),
      years: Type.String(),
      startLine: Type.Integer(),
      endLine: Type.Integer(),
    }),
  ),
  authors: Type.Array(Model('FileAuthor', { value: Type.String(), line: Type.Integer() })),
  emails: Type.Array(Model('FileEmail', { value: Type.String(), line: Type.Integer() })),
  urls: Type.Array(Model('FileUrl', { value: Type.String(), line: Type.Integer() })),
  searchTerms: Type.Array(
    Model('FileSearchTerm', { term: Type.String(), count: Type.Integer(), line: Type.Integer() }),
  ),
  packages: Type.Array(Type.Unknown()),
  issues: Type.Array(Model('FileIssue', { code: Type.String(), message: Type.String() })),
  inventories: Type.Array(
    Model('FileInventory', { id: Type.Integer(), name: Type.String(), isPublished: Type.Boolean() }),
  ),
});

export const FilePage = Model('FilePage', {
  files: Type.Array(
    Model('ListedFile', {
      id: Type.Integer(),
      name: Type.String(),
      path: Type.String(),
      sizeBytes: Type.Integer(),
      spdx: Type.Array(Type.String(), {
        description: 'Licenses that were found in it, or in a file that it refers to',
      }),
      language: Type.String(),
      isReviewed: Type.Boolean(),
      inventoryCount: Type.Integer({ description: 'Items that have the file' }),
      hasEvidence: Type.Boolean(),
      isExcluded: Type.Boolean({ description: 'The scan profile excludes the file: the last scan did not look at it' }),
    }),
  ),
  next: Type.Union([Type.String(), Type.Null()], {
    description: 'Value of `after` for the next page; null at the end',
  }),
  counts: Type.Optional(
    Model(
      'FileCounts',
      {
        total: Type.Integer({ description: 'All files that match' }),
        reviewed: Type.Integer({ description: 'Those marked as reviewed' }),
        inInventory: Type.Integer({ description: 'Those that some item has' }),
      },
      { description: 'On the first page only' },
    ),
  ),
});

export const FolderLicenses = Model('FolderLicenses', {
  path: Type.String(),
  totals: FileTotals,
  licenses: Type.Array(
    Model('FolderLicense', {
      license: Type.String({ description: 'SPDX id or expression; empty for files without a license' }),
      isMention: Type.Boolean({
        description:
          'The files only mention the license. The filter `mentioned` finds them, otherwise the filter `license` does',
      }),
      files: Type.Integer(),
      open: Type.Integer({ description: 'Those with evidence that are not marked as reviewed' }),
    }),
    { description: 'Those with most files first. A file with two licenses counts for both' },
  ),
  moreLicenses: Type.Integer({ description: 'Licenses that are not listed, beyond 500' }),
});
