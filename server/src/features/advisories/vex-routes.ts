// Sources of VEX (not in the interface document), beside the sources of advisories.
import { vexEffects } from '../../domain/vulnerabilities/vex.ts';
import { permission, signedIn, visibleRows } from '../../http/access.ts';
import { VexSettled } from '../../http/models/analysis-model.ts';
import { DataOf, Id, ListOf, OneOf, PageOf, PageQuery, Queued, Text, Type } from '../../http/models/schemas.ts';
import { newPage } from '../../http/paging.ts';
import { accepted, data, download } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import * as vex from './vex.ts';
import { DecidedByVex, VexDocument, VexDocumentImported, VexSource, VexSourceInput } from './vex-schemas.ts';

const group = 'Advisories';
const keeps = permission('system_admin', 'library_manager');
const params = Type.Object({
  source: Text(100, 'Name of the source, such as redhat', {
    pattern: '^[\\w.-]+$',
    patternText: 'may hold letters, digits, dots, hyphens and underscores',
  }),
});
const missing = { 404: { description: 'No such source' } };

/** Browsers encode names that headers cannot hold. */
function decodedName(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const vexRoutes: Route[] = [
  route({
    id: 'listVexSources',
    method: 'GET',
    path: '/advisories/vex',
    group,
    isExtra: true,
    summary: 'Sources of VEX: what suppliers say about vulnerabilities of their products',
    access: signedIn(),
    responses: { 200: { description: 'Sources', schema: ListOf(VexSource) } },
    run: async ({ app }) => data(await vex.listSources(app)),
  }),
  route({
    id: 'setVexSource',
    method: 'PUT',
    path: '/advisories/vex/{source}',
    group,
    isExtra: true,
    summary: 'Adds a source of VEX, changes it, or switches it on or off',
    description: 'Takes effect at once in all projects. Members that are not sent stay.',
    access: keeps,
    params,
    body: VexSourceInput,
    responses: { 200: { description: 'What has changed', schema: DataOf(VexSettled) } },
    run: async ({ app, params, body }) => data(await vex.setSource(app, params.source, body)),
  }),
  route({
    id: 'deleteVexSource',
    method: 'DELETE',
    path: '/advisories/vex/{source}',
    group,
    isExtra: true,
    summary: 'Removes a source of VEX with its documents; all that it decided is open again',
    access: keeps,
    params,
    responses: { 200: { description: 'What has changed', schema: DataOf(VexSettled) }, ...missing },
    run: async ({ app, params }) => data(await vex.removeSource(app, params.source)),
  }),
  route({
    id: 'importVexDocument',
    method: 'POST',
    path: '/advisories/vex/{source}/documents',
    group,
    isExtra: true,
    summary: 'Adds a VEX document to a source, or a later revision of one: OpenVEX, CSAF or CycloneDX',
    description:
      'Its statements decide at once, and in every later scan and import, in all projects that have the products. Analyses of people stay, and count. A source that does not exist is created.',
    access: keeps,
    params,
    body: {
      raw: 'The document as JSON; the header X-File-Name gives its name',
      largestBytes: vex.LARGEST_VEX_BYTES,
    },
    responses: {
      200: { description: 'What has changed', schema: DataOf(VexDocumentImported) },
      400: { description: 'No VEX document that Assay reads' },
      413: { description: 'Too large' },
    },
    async run({ app, caller, params, stream, signal, headers }) {
      const fileName = decodedName([headers['x-file-name']].flat()[0] ?? '');
      return data(await vex.takeDocument(app, caller, params.source, { stream, signal, fileName }));
    },
  }),
  route({
    id: 'updateVexSource',
    method: 'POST',
    path: '/advisories/vex/{source}/update',
    group,
    isExtra: true,
    summary: 'Queues the update of a source of VEX from its address',
    description: 'Updates of all advisories update all sources of VEX too, before the advisories.',
    access: keeps,
    params,
    responses: {
      202: { description: 'Queued', schema: Queued },
      400: { description: 'The source has no address' },
      ...missing,
      409: { description: 'An update is queued or running already' },
    },
    async run({ app, caller, params }) {
      const id = await vex.queueVexUpdate(app, caller, params.source);
      return accepted(`The source is updated in the background with the job ID: ${id}`, { id });
    },
  }),
  route({
    id: 'listVexDocuments',
    method: 'GET',
    path: '/advisories/vex/{source}/documents',
    group,
    isExtra: true,
    summary: 'The documents of a source of VEX, each in its latest revision, the newest first',
    access: signedIn(),
    params,
    query: Type.Object(PageQuery),
    responses: { 200: { description: 'Documents', schema: PageOf(VexDocument) }, ...missing },
    async run({ app, params, query }) {
      const { documents, paging } = await vex.listDocuments(app, params.source, newPage(query));
      return data(documents, paging);
    },
  }),
  route({
    id: 'downloadVexDocument',
    method: 'GET',
    path: '/advisories/vex/{source}/documents/{documentId}/original',
    group,
    isExtra: true,
    summary: 'A document of a source of VEX, as it was received',
    access: signedIn(),
    params: Type.Object({ ...params.properties, documentId: Id('VEX document') }),
    responses: {
      200: {
        description: 'The bytes',
        mediaType: 'application/octet-stream',
        headers: { 'Content-Disposition': 'attachment; filename=…' },
      },
      404: { description: 'No such source or document, or its bytes were not kept' },
    },
    async run({ app, params }) {
      const { stream, fileName, sizeBytes } = await vex.originalOf(app, params.source, params.documentId);
      return download(stream, fileName, 'application/octet-stream', sizeBytes);
    },
  }),
  route({
    id: 'listDecidedByVex',
    method: 'GET',
    path: '/advisories/vex/{source}/decisions',
    group,
    isExtra: true,
    summary: 'What a source of VEX decides in the projects that you may see, and where people have decided otherwise',
    access: visibleRows(),
    params,
    query: Type.Object({
      effect: Type.Optional(OneOf(vexEffects, 'Only such decisions')),
      ...PageQuery,
    }),
    responses: { 200: { description: 'Vulnerabilities of items', schema: PageOf(DecidedByVex) }, ...missing },
    async run({ app, caller, params, query: { effect, ...query } }) {
      const { decided, paging } = await vex.listDecided(app, caller, params.source, effect, newPage(query));
      return data(decided, paging);
    },
  }),
];
