// Imported SBOMs (not in the interface document): receipts that account for each element, and the documents as they were sent.
import { onProject, projectIn } from '../../http/access.ts';
import { DataOf, Id, PageOf, PageQuery, Type } from '../../http/models/schemas.ts';
import { newPage } from '../../http/paging.ts';
import { data, download } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import * as filling from './filling.ts';
import * as operations from './operations.ts';
import { Change, Fate, ImportedSbom, SbomElement, SbomFilling, SbomIssueEntry } from './schemas.ts';

const group = 'Project';
const ofProject = Type.Object({ projectId: Id('Project') });
const ofSbom = Type.Object({ projectId: Id('Project'), sbomId: Id('Imported SBOM') });
const missing = { 404: { description: 'No such project or SBOM' } };
const access = onProject('VIEW_INVENTORY', projectIn('params'));

export const sbomRoutes: Route[] = [
  route({
    id: 'listSboms',
    method: 'GET',
    path: '/projects/{projectId}/sboms',
    group,
    isExtra: true,
    summary: 'SBOMs that were imported into a project, the newest first',
    access,
    params: ofProject,
    query: Type.Object(PageQuery),
    responses: { 200: { description: 'SBOMs', schema: PageOf(ImportedSbom) }, 404: { description: 'No such project' } },
    async run({ app, params, query }) {
      const { rows, paging } = await operations.listSboms(app, params.projectId, newPage(query));
      return data(rows, paging);
    },
  }),
  route({
    id: 'getSbom',
    method: 'GET',
    path: '/projects/{projectId}/sboms/{sbomId}',
    group,
    isExtra: true,
    summary: 'The receipt of an imported SBOM: what it is, and how many of its elements became what',
    access,
    params: ofSbom,
    responses: { 200: { description: 'The receipt', schema: DataOf(ImportedSbom) }, ...missing },
    async run({ app, params }) {
      return data(await operations.sbomOf(app, params.projectId, params.sbomId));
    },
  }),
  route({
    id: 'listSbomElements',
    method: 'GET',
    path: '/projects/{projectId}/sboms/{sbomId}/elements',
    group,
    isExtra: true,
    summary:
      'What became of each element of an imported SBOM, in the order of the document; then what it no longer names',
    access,
    params: ofSbom,
    query: Type.Object({ ...PageQuery, fate: Type.Optional(Fate), change: Type.Optional(Change) }),
    responses: { 200: { description: 'Elements', schema: PageOf(SbomElement) }, ...missing },
    async run({ app, params, query: { fate, change, ...query } }) {
      const wanted = { ...(fate !== undefined && { fate }), ...(change !== undefined && { change }) };
      const { rows, paging } = await operations.listElements(app, params, newPage(query), wanted);
      return data(rows, paging);
    },
  }),
  route({
    id: 'listSbomIssues',
    method: 'GET',
    path: '/projects/{projectId}/sboms/{sbomId}/issues',
    group,
    isExtra: true,
    summary: 'What an import left out of an SBOM, repaired, found contradictory or did not understand',
    description: 'At most the first 10,000; the receipt counts all.',
    access,
    params: ofSbom,
    query: Type.Object(PageQuery),
    responses: { 200: { description: 'Issues', schema: PageOf(SbomIssueEntry) }, ...missing },
    async run({ app, params, query }) {
      const { rows, paging } = await operations.listSbomIssues(app, params, newPage(query));
      return data(rows, paging);
    },
  }),
  route({
    id: 'getSbomFilling',
    method: 'GET',
    path: '/projects/{projectId}/sboms/{sbomId}/filling',
    group,
    isExtra: true,
    summary:
      'What an imported SBOM lacks and this server knows: each field with its source, and the scores before and after',
    description:
      'By the published inventory of the project and up to 20 other SBOMs that stand in it, as far as they agree; then by the published items of other projects with the same version of a component: declared licenses, suppliers and digests. Of each package, the last five projects are asked whose inventory the caller may see and that are not private. Of a project with more than 20,000 components, copyrights are not asked. The imported document stays as it was sent.',
    access,
    params: ofSbom,
    responses: {
      200: { description: 'The fields', schema: DataOf(SbomFilling) },
      400: { description: 'The document has a format that is not filled in' },
      ...missing,
    },
    async run({ app, caller, params, signal }) {
      return data(await filling.describeFilling({ app, caller, signal }, params));
    },
  }),
  route({
    id: 'downloadFilledSbom',
    method: 'GET',
    path: '/projects/{projectId}/sboms/{sbomId}/filled',
    group,
    isExtra: true,
    summary: 'A copy of an imported SBOM in JSON, filled in with what it lacks and this server knows',
    access,
    params: ofSbom,
    responses: {
      200: {
        description: 'The copy',
        mediaType: 'application/octet-stream',
        headers: { 'Content-Disposition': 'attachment; filename=…' },
      },
      400: { description: 'The document has a format that is not filled in' },
      ...missing,
    },
    async run({ app, caller, params, signal }) {
      const { stream, fileName, sizeBytes } = await filling.filledDocument({ app, caller, signal }, params);
      return download(stream, fileName, 'application/octet-stream', sizeBytes);
    },
  }),
  route({
    id: 'downloadSbom',
    method: 'GET',
    path: '/projects/{projectId}/sboms/{sbomId}/original',
    group,
    isExtra: true,
    summary: 'The file as it was sent',
    access,
    params: ofSbom,
    responses: {
      200: {
        description: 'The file',
        mediaType: 'application/octet-stream',
        headers: { 'Content-Disposition': 'attachment; filename=…' },
      },
      ...missing,
    },
    async run({ app, params }) {
      const { stream, fileName, sizeBytes } = await operations.originalOf(app, params.projectId, params.sbomId);
      return download(stream, fileName, 'application/octet-stream', sizeBytes);
    },
  }),
];
