// Files and code base folders: the interface document's heading, and two operations for content and bytes that it does not have.
import { codebaseFolderIn, fileIn, onProject, projectIn } from '../../http/access.ts';
import { FileGroupingValue, fileFilterMembers } from '../../http/models/file-filter-model.ts';
import { DataOf, Flag, Id, Message, Model, PageOf, PageQuery, Text, Type } from '../../http/models/schemas.ts';
import { newPage } from '../../http/paging.ts';
import { data, done, download } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import { codebaseMap } from './codebase-map.ts';
import * as lists from './lists.ts';
import * as operations from './operations.ts';
import { Content, FileDetails, FilePage, FolderLicenses } from './schemas.ts';

const group = 'Files and code base folders';
const { groupBy: _, group: _group, ...ungrouped } = fileFilterMembers;
const params = Type.Object({ fileId: Id('File') });
const missing = { 404: { description: 'No such file' } };
/** The parameter has two names. */
const isRemote = (query: { isRemote: boolean; remote: boolean }) => query.isRemote || query.remote;
const reviewQuery = Type.Object({
  isRemote: Flag(false, 'The id is that of a file that a scan agent reported'),
  remote: Flag(false, 'The same'),
  markAsReviewed: Flag(false, 'true marks as reviewed, false as unreviewed'),
});

export const fileRoutes: Route[] = [
  route({
    id: 'listFiles',
    method: 'GET',
    path: '/projects/{projectId}/codebaseFiles',
    group,
    isExtra: true,
    summary: 'The files of the code base by path: searched and filtered, page by page',
    description:
      'Each page begins after the last path of the page before, so that its cost does not depend on where it lies. Files of scan agents are not among them.',
    access: onProject('VIEW_FILES', projectIn('params')),
    params: Type.Object({ projectId: Id('Project') }),
    query: Type.Object({
      ...fileFilterMembers,
      after: Text(4096, '`next` of the page before', { default: '' }),
      before: Type.Optional(
        Text(4096, 'A path: the files right before it, instead of those after `after`; `next` is null', {
          minLength: 1,
        }),
      ),
      limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100, description: 'Files per page' }),
    }),
    responses: {
      200: { description: 'A page of files', schema: DataOf(FilePage) },
      404: { description: 'No such project' },
    },
    run: async ({ app, params, query }) => data(await lists.fileList(app, params.projectId, query)),
  }),
  route({
    id: 'listFileGroups',
    method: 'GET',
    path: '/projects/{projectId}/codebaseFileGroups',
    group,
    isExtra: true,
    summary: 'The files that match in groups, the largest first: how many each has, and how many of them are open',
    description:
      'Each file is in exactly one group. The list of files and decisions about many files take the key of a group as a filter: `groupBy` and `group`. Files of scan agents are not among them.',
    access: onProject('VIEW_FILES', projectIn('params')),
    params: Type.Object({ projectId: Id('Project') }),
    query: Type.Object({
      by: FileGroupingValue('What the files of a group have in common', 'LICENSE'),
      ...ungrouped,
      ...PageQuery,
    }),
    responses: {
      200: {
        description: 'Groups',
        schema: PageOf(
          Model('FileGroup', {
            key: Type.String({
              description: 'For `group`; blank for files that have none of what they are grouped by',
            }),
            title: Type.String({ description: 'For people' }),
            count: Type.Integer({ description: 'Files' }),
            open: Type.Integer({ description: 'Files with evidence that are not marked as reviewed' }),
          }),
        ),
      },
      404: { description: 'No such project' },
    },
    async run({ app, params, query: { by, ...query } }) {
      const { rows, paging } = await lists.fileGroups(app, params.projectId, query, by, newPage(query));
      return data(rows, paging);
    },
  }),
  route({
    id: 'listFolderLicenses',
    method: 'GET',
    path: '/projects/{projectId}/codebaseLicenses',
    group,
    isExtra: true,
    summary: 'The licenses of all files below a folder of the code base, with the numbers of files',
    description: 'As the last scan found them. Files of scan agents are not among them.',
    access: onProject('VIEW_FILES', projectIn('params')),
    params: Type.Object({ projectId: Id('Project') }),
    query: Type.Object({ folderPath: Text(4096, 'Folder; empty for the root', { default: '' }) }),
    responses: {
      200: { description: 'Totals and licenses', schema: DataOf(FolderLicenses) },
      404: { description: 'No such project or folder' },
    },
    run: async ({ app, params, query }) => data(await lists.folderLicenses(app, params.projectId, query.folderPath)),
  }),
  route({
    id: 'getCodebaseMap',
    method: 'GET',
    path: '/projects/{projectId}/codebaseMap',
    group,
    isExtra: true,
    summary: 'The heaviest folders and files below a folder, with their licenses, review and vulnerabilities',
    description:
      'For drawing the code base as a picture. Everything is counted in one pass over all files below the folder. What is too small for the answer is summed up in `others`. Files of scan agents are not among them.',
    access: onProject('VIEW_FILES', projectIn('params')),
    params: Type.Object({ projectId: Id('Project') }),
    query: codebaseMap.query,
    statesDataAge: true,
    responses: {
      200: { description: 'Entries', schema: codebaseMap.schema },
      404: { description: 'No such project or folder' },
    },
    run: async ({ app, params, query }) => data(await codebaseMap.run(app, params.projectId, query)),
  }),
  route({
    id: 'getFile',
    method: 'GET',
    path: '/files/{fileId}',
    group,
    summary: 'A file with its digests and evidence',
    access: onProject('VIEW_FILES', fileIn()),
    params,
    query: Type.Object({
      isRemote: Flag(false, 'The id is that of a file that a scan agent reported'),
      remote: Flag(false, 'The same'),
    }),
    responses: { 200: { description: 'The file', schema: DataOf(FileDetails) }, ...missing },
    run: async ({ app, params, query }) => data(await operations.describeFile(app, params.fileId, isRemote(query))),
  }),
  route({
    id: 'getFileContent',
    method: 'GET',
    path: '/files/{fileId}/content',
    group,
    isExtra: true,
    summary: 'Lines of a file as text',
    access: onProject('VIEW_FILES', fileIn()),
    params,
    query: Type.Object({
      startLine: Type.Integer({
        minimum: 1,
        maximum: 2_147_483_647,
        default: 1,
        description: 'First line, counted from 1',
      }),
      maxLines: Type.Integer({ minimum: 1, maximum: 100_000, default: 5000, description: 'Lines at most' }),
    }),
    responses: { 200: { description: 'The text', schema: DataOf(Content) }, ...missing },
    run: async ({ app, params, query }) => data(await operations.fileContent(app, params.fileId, query)),
  }),
  route({
    id: 'findInFile',
    method: 'GET',
    path: '/files/{fileId}/finds',
    group,
    isExtra: true,
    summary: 'The lines of a file that have some words, in any case',
    description:
      'The whole file is read, whatever its size. Lines are numbered as in its text. Words that go over the end of a line are not found.',
    access: onProject('VIEW_FILES', fileIn()),
    params,
    query: Type.Object({
      words: Text(1000, 'What to find', { minLength: 1 }),
      fromLine: Type.Integer({
        ...{ minimum: 1, maximum: 2_147_483_647, default: 1 },
        description: 'Lists no lines before this one, but counts them',
      }),
      limit: Type.Integer({ minimum: 1, maximum: 50_000, default: 5000, description: 'Lines at most' }),
    }),
    responses: {
      200: {
        description: 'The lines',
        schema: DataOf(
          Model('FileFinds', {
            lines: Type.Array(
              Model('FileFind', {
                line: Type.Integer(),
                count: Type.Integer({ description: 'How often the line has the words' }),
              }),
            ),
            lineCount: Type.Integer({ description: 'Lines with the words in the whole file' }),
            total: Type.Integer({ description: 'How often the words stand in the whole file' }),
            isBinary: Type.Boolean({ description: 'The file is no text: nothing was looked for' }),
          }),
        ),
      },
      ...missing,
    },
    run: async ({ app, params, query }) => data(await operations.findsInFile(app, params.fileId, query)),
  }),
  route({
    id: 'getFileFingerprint',
    method: 'GET',
    path: '/files/{fileId}/fingerprint',
    group,
    isExtra: true,
    summary: 'Digests and fingerprints by which other tools recognise a file',
    access: onProject('VIEW_FILES', fileIn()),
    params,
    responses: {
      200: {
        description: 'The fingerprint',
        schema: DataOf(
          Model('FileFingerprint', {
            gitBlob: Type.String({ description: 'Id of the file as a Git blob' }),
            wfp: Type.String({
              description:
                'Its part of a WFP document for SCANOSS tools; one line if the file is not source code or is larger than 8 MB',
            }),
          }),
        ),
      },
      ...missing,
    },
    run: async ({ app, params }) => data(await operations.fileFingerprint(app, params.fileId)),
  }),
  route({
    id: 'downloadFile',
    method: 'GET',
    isAudited: true,
    path: '/files/{fileId}/bytes',
    group,
    isExtra: true,
    summary: 'The bytes of a file, as a download',
    access: onProject('VIEW_FILES', fileIn()),
    params,
    responses: { 200: { description: 'The bytes', mediaType: 'application/octet-stream' }, ...missing },
    async run({ app, params }) {
      const { stream, name, sizeBytes } = await operations.fileBytes(app, params.fileId);
      return download(stream, name, 'application/octet-stream', sizeBytes);
    },
  }),
  route({
    id: 'reviewFile',
    method: 'PUT',
    path: '/files/{fileId}/review',
    group,
    summary: 'Marks a file as reviewed or unreviewed',
    access: onProject('REVIEW_FILES', fileIn()),
    params,
    query: reviewQuery,
    responses: { 200: { description: 'Marked', schema: Message }, ...missing },
    async run({ app, caller, params, query }) {
      await operations.markFile(app, caller, params.fileId, query.markAsReviewed, isRemote(query));
      return done(`File marked as ${query.markAsReviewed ? 'reviewed' : 'unreviewed'}.`);
    },
  }),
  route({
    id: 'reviewCodebaseFolder',
    method: 'PUT',
    path: '/codebasefolder/{folderId}/review',
    group,
    summary: 'Marks all files of a code base folder, at any depth, as reviewed or unreviewed',
    access: onProject('REVIEW_FILES', codebaseFolderIn()),
    params: Type.Object({ folderId: Id('Code base folder') }),
    query: reviewQuery,
    responses: { 200: { description: 'Marked', schema: Message }, 404: { description: 'No such folder' } },
    async run({ app, caller, params, query }) {
      await operations.markFolder(app, caller, params.folderId, query.markAsReviewed, isRemote(query));
      return done(`Folder marked as ${query.markAsReviewed ? 'reviewed' : 'unreviewed'}.`);
    },
  }),
];
