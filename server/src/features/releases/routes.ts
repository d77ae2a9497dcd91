// Releases of projects (not in the interface document): frozen states with their documents, and the dossier of each.
import { getProject } from '../../db/projects/projects.ts';
import { onProject, projectIn } from '../../http/access.ts';
import { DataOf, Id, Message, PageOf, PageQuery, Text, Type } from '../../http/models/schemas.ts';
import { newPage } from '../../http/paging.ts';
import { accepted, data, done, download } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import * as operations from './operations.ts';
import { NewRelease, QueuedRelease, Release, ReleaseProposal, ReleaseWithDocuments } from './schemas.ts';

const group = 'Releases';
const ofProject = Type.Object({ projectId: Id('Project') });
const ofRelease = Type.Object({ projectId: Id('Project'), releaseId: Id('Release') });
const missing = { 404: { description: 'No such project or release' } };
const noProject = { 404: { description: 'No such project' } };
const notReady = { 404: { description: 'No such project or release, or it is not READY' } };
const seeing = onProject('DOWNLOAD_REPORT', projectIn('params'));

export const releaseRoutes: Route[] = [
  route({
    id: 'listReleases',
    method: 'GET',
    path: '/projects/{projectId}/releases',
    group,
    isExtra: true,
    summary: 'Releases of a project, the newest first',
    access: seeing,
    params: ofProject,
    query: Type.Object(PageQuery),
    responses: { 200: { description: 'Releases', schema: PageOf(Release) }, ...noProject },
    async run({ app, params, query }) {
      const { rows, paging } = await operations.releasesOf(app, params.projectId, newPage(query));
      return data(rows, paging);
    },
  }),
  route({
    id: 'proposeRelease',
    method: 'GET',
    path: '/projects/{projectId}/releaseProposal',
    group,
    isExtra: true,
    summary: 'What a release of the present state would be called: the tag that source control is at',
    access: seeing,
    params: ofProject,
    responses: { 200: { description: 'The proposal', schema: DataOf(ReleaseProposal) }, ...noProject },
    run: async ({ app, params }) => data(await operations.proposal(app, params.projectId)),
  }),
  route({
    id: 'createRelease',
    method: 'POST',
    path: '/projects/{projectId}/releases',
    group,
    isExtra: true,
    summary: 'Freezes the present state of a project as a release; a job makes its documents',
    description:
      'The project is read at one moment. Nothing changes a release afterwards: each download gives the same bytes, whatever is decided, scanned or learned later.',
    access: onProject('MAKE_RELEASE', projectIn('params')),
    params: ofProject,
    body: NewRelease,
    responses: {
      202: { description: 'Queued', schema: QueuedRelease },
      400: { description: 'No name, or one that is not allowed' },
      ...noProject,
      409: {
        description: 'The project has a release of this name, or a job that changes the project is queued or running',
      },
    },
    async run({ app, caller, params, body }) {
      const { id, taskId, name } = await operations.createRelease(app, caller, params.projectId, body);
      return accepted(`The release ${name} is being made by the job: ${taskId}`, { id, taskId });
    },
  }),
  route({
    id: 'getRelease',
    method: 'GET',
    path: '/projects/{projectId}/releases/{releaseId}',
    group,
    isExtra: true,
    summary: 'A release and its documents',
    access: seeing,
    params: ofRelease,
    responses: { 200: { description: 'The release', schema: DataOf(ReleaseWithDocuments) }, ...missing },
    run: async ({ app, params }) => data(await operations.releaseOf(app, params)),
  }),
  route({
    id: 'downloadReleaseDossier',
    method: 'GET',
    isAudited: true,
    path: '/projects/{projectId}/releases/{releaseId}/dossier',
    group,
    isExtra: true,
    summary:
      'The dossier of a release: a zip of its documents, source and manifest, which "assay release verify" checks',
    access: onProject('DOWNLOAD_REPORT', projectIn('params')),
    params: ofRelease,
    responses: { 200: { description: 'The archive', mediaType: 'application/zip' }, ...notReady },
    async run({ app, params }) {
      const { name } = await getProject(app.db, params.projectId);
      const { stream, fileName, sizeBytes } = await operations.openDossier(app, params, name);
      return download(stream, fileName, 'application/zip', sizeBytes);
    },
  }),
  route({
    id: 'downloadReleaseDocument',
    method: 'GET',
    isAudited: true,
    path: '/projects/{projectId}/releases/{releaseId}/document',
    group,
    isExtra: true,
    summary: 'One document of a release, or one file of its source',
    access: onProject('DOWNLOAD_REPORT', projectIn('params')),
    params: ofRelease,
    query: Type.Object({ path: Text(4096, 'As in the dossier, such as sbom/sbom.cdx.json', { minLength: 1 }) }),
    responses: { 200: { description: 'The document', mediaType: 'application/octet-stream' }, ...notReady },
    async run({ app, params, query }) {
      const { stream, fileName, sizeBytes } = await operations.openDocument(app, params, query.path);
      return download(stream, fileName, 'application/octet-stream', sizeBytes);
    },
  }),
  route({
    id: 'deleteRelease',
    method: 'DELETE',
    path: '/projects/{projectId}/releases/{releaseId}',
    group,
    isExtra: true,
    summary: 'Deletes a release with all its documents',
    access: onProject('DELETE_RELEASE', projectIn('params')),
    params: ofRelease,
    responses: {
      200: { description: 'Deleted', schema: Message },
      ...missing,
      409: { description: 'It is being made' },
    },
    async run({ app, params }) {
      return done(`The release ${await operations.removeRelease(app, params)} was deleted.`);
    },
  }),
];
