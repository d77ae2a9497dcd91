// Project (under /projects): the files that scans of the code base found.
import { scanNodeTypes } from '../../domain/projects/scan-nodes.ts';
import { onProject, projectIn } from '../../http/access.ts';
import { DataOf, Enumeration, Flag, ListOf, Model, PageOf, PageQuery, Text, Type } from '../../http/models/schemas.ts';
import { newPage } from '../../http/paging.ts';
import { data, streamed } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import * as scanned from './scanned-files.ts';
import { ProjectParams } from './schemas.ts';

const group = 'Project';
const missing = { 404: { description: 'No such project' } };
const TextFlag = Enumeration('TextFlag', ['true', 'false']);
const Digest = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

const ScannedFile = Model('ScannedFile', {
  fileId: Type.Integer(),
  filePath: Type.String(),
  inInventory: TextFlag('Whether an inventory item has the file, as text'),
  remote: TextFlag('Whether a scan agent reported it, as text'),
  fileMD5: Digest('Null unless includeMD5Hash'),
  fileSHA1: Digest('Null unless includeSHA1Hash'),
  containsEvidence: TextFlag('Whether the scan found evidence in it, as text'),
});

const Texts = Type.Array(Type.String());
const FileEvidence = Model('FileEvidence', {
  scannedFileId: Type.Integer(),
  fileName: Type.String(),
  filePath: Type.String(),
  remote: Type.Boolean(),
  copyRightMatches: Texts,
  emailUrlMatches: Texts,
  licenseMatches: Texts,
  searchTextMatches: Texts,
  exactFileMatches: Texts,
  sourceMatches: Texts,
});

const FileIds = Model('FileIds', {
  fileId: Type.Optional(Type.Integer()),
  filePath: Type.Optional(Type.String()),
  remote: Type.Optional(Type.Boolean({ description: 'True if a scan agent reported the file; otherwise absent' })),
  folderId: Type.Optional(Type.Integer()),
  folderPath: Type.Optional(Type.String()),
});

const NodeType = Enumeration('ScanNodeType', scanNodeTypes);

export const scanNodeMembers = {
  alias: Type.String(),
  type: NodeType('Scan server or scan agent'),
  remote: Type.Boolean(),
  host: Type.String({ description: 'The machine of the node' }),
  totalFiles: Type.Integer({ description: 'Files of the code base' }),
  scannedFiles: Type.Integer({ description: 'Files that the last scan has seen' }),
  lastScanTaskId: Type.Union([Type.Integer(), Type.Null()]),
  lastScanCompletedOn: Type.String({ description: 'N/A before the first scan' }),
};
const ScanNode = Model('ScanNode', scanNodeMembers);

export const codebaseRoutes: Route[] = [
  route({
    id: 'listScannedFiles',
    method: 'GET',
    path: '/projects/{projectId}/allscannedfiles',
    group,
    summary: 'All files that a scan has seen',
    access: onProject('VIEW_FILES', projectIn('params')),
    params: ProjectParams,
    query: Type.Object({
      includeMD5Hash: Flag(false, 'Fill fileMD5'),
      includeSHA1Hash: Flag(false, 'Fill fileSHA1'),
      ...PageQuery,
    }),
    responses: {
      200: {
        description: 'Files of the scan server in order of their ids, then those of scan agents',
        schema: PageOf(ScannedFile),
      },
      400: { description: 'The page lies beyond the end, or there are no scanned files' },
      ...missing,
    },
    async run({ app, params, query }) {
      const { rows, paging } = await scanned.scannedFiles(app, params.projectId, query, newPage(query));
      return streamed('{"data":[', rows, ']}', paging);
    },
  }),
  route({
    id: 'listEvidences',
    method: 'GET',
    path: '/projects/{projectId}/evidences',
    group,
    summary: 'The evidence of all scanned files, one element per file, without pages',
    access: onProject('VIEW_FILES', projectIn('params')),
    params: ProjectParams,
    responses: {
      200: {
        description: 'Files of the scan server in order of their ids, then those of scan agents',
        schema: ListOf(FileEvidence),
      },
      ...missing,
    },
    run: async ({ app, params }) => streamed('{"data":[', scanned.evidences(app, params.projectId), ']}'),
  }),
  route({
    id: 'findFileIds',
    method: 'GET',
    path: '/projects/{projectId}/files',
    group,
    summary: 'The id of a file, of a folder, or of both',
    access: onProject('VIEW_FILES', projectIn('params')),
    params: ProjectParams,
    query: Type.Object({
      filePath: Type.Optional(
        Text(4096, 'Path of a file in the code base, or alias:path of one that a scan agent reported'),
      ),
      folderPath: Type.Optional(Text(4096, 'Path of a folder in the code base; / is its root')),
    }),
    responses: {
      200: { description: 'Ids of the named file and folder', schema: DataOf(FileIds) },
      400: { description: 'The request names no path' },
      404: { description: 'No such project, file or folder' },
    },
    run: async ({ app, params, query }) => data(await scanned.fileIds(app, params.projectId, query)),
  }),
  route({
    id: 'listScanNodes',
    method: 'GET',
    path: '/projects/{projectId}/scanNodes',
    group,
    summary: 'The scan servers and scan agents of a project, by alias',
    access: onProject('VIEW_PROJECT', projectIn('params')),
    params: ProjectParams,
    responses: { 200: { description: 'Nodes', schema: ListOf(ScanNode) }, ...missing },
    run: async ({ app, params }) => data(await scanned.scanNodes(app, params.projectId)),
  }),
];
