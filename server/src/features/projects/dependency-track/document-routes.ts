// Addresses of Dependency-Track for what programs fetch of a project: components, SBOM and VEX.
import { onProject } from '../../../http/access.ts';
import { OneOf, Type } from '../../../http/models/schemas.ts';
import { bare, download } from '../../../http/replies.ts';
import { type Route, route } from '../../../http/route.ts';
import { componentIn, idIn, missing, params, projectOfComponent, projectOfUuid, shared } from './addresses.ts';
import { BOM_MEDIA_TYPES, type BomForm, bomOf, componentsOf, MOST_DOCUMENT_ITEMS, vexOf } from './documents.ts';
import { dependenciesOfComponent, directDependenciesOf, oneComponent } from './graph.ts';
import { pagingQuery, rangeIn, TrackedComponent, TrackedComponents, TrackedGraph } from './schemas.ts';

const document = {
  200: { description: 'The document', mediaType: BOM_MEDIA_TYPES.json },
  ...missing,
  413: { description: `The project has more than ${MOST_DOCUMENT_ITEMS} components` },
};
const saves = Type.Optional(Type.Boolean({ description: 'The answer is saved as a file' }));
const access = onProject('VIEW_INVENTORY', projectOfUuid);

/** Browsers save a download; programs take the document as it is. */
function answerOf(made: Awaited<ReturnType<typeof vexOf>>, isDownload: boolean | undefined, form: BomForm = 'json') {
  const reply = download(
    made.stream,
    made.fileName,
    isDownload ? 'application/octet-stream' : BOM_MEDIA_TYPES[form],
    made.sizeBytes,
  );
  if (isDownload) return reply;
  const { 'Content-Disposition': _, ...headers } = reply.headers;
  return { ...reply, headers };
}

const ofComponent = onProject('VIEW_INVENTORY', projectOfComponent);

/** As the query says; otherwise XML for whoever takes nothing else. */
function formIn({ query, headers }: { query: { format?: string }; headers: { accept?: string } }): BomForm {
  if (query.format !== undefined) return query.format.toLowerCase() === 'xml' ? 'xml' : 'json';
  const accepted = headers.accept ?? '';
  return accepted.includes(BOM_MEDIA_TYPES.xml) && !/cyclonedx\+json|application\/json|\*\/\*/.test(accepted)
    ? 'xml'
    : 'json';
}

export const dependencyTrackDocumentRoutes: Route[] = [
  route({
    ...shared,
    id: 'dependencyTrackComponent',
    method: 'GET',
    path: '/api/v1/component/{uuid}',
    summary: 'A component of a project, with what it needs directly',
    access: ofComponent,
    params,
    query: Type.Object({
      includeRepositoryMetaData: Type.Optional(
        Type.Boolean({ description: 'Has no effect: this server does not know newer versions' }),
      ),
    }),
    responses: { 200: { description: 'The component', schema: TrackedComponent }, ...missing },
    run: async (call) => bare(await oneComponent(call.app, await componentIn(call))),
  }),
  route({
    ...shared,
    id: 'dependencyTrackProjectGraph',
    method: 'GET',
    path: '/api/v1/dependencyGraph/project/{uuid}/directDependencies',
    summary: 'The components of a project that no other component needs, with what each needs directly',
    access,
    params,
    responses: {
      200: { description: 'Components', schema: TrackedGraph },
      ...missing,
      413: { description: `More than ${MOST_DOCUMENT_ITEMS} components` },
    },
    run: async (call) => bare(await directDependenciesOf(call.app, await idIn(call))),
  }),
  route({
    ...shared,
    id: 'dependencyTrackComponentGraph',
    method: 'GET',
    path: '/api/v1/dependencyGraph/component/{uuid}/directDependencies',
    summary: 'What a component needs directly, with what each of these needs',
    access: ofComponent,
    params,
    responses: { 200: { description: 'Components', schema: TrackedGraph }, ...missing },
    run: async (call) => bare(await dependenciesOfComponent(call.app, await componentIn(call))),
  }),
  route({
    ...shared,
    id: 'dependencyTrackComponents',
    method: 'GET',
    path: '/api/v1/component/project/{uuid}',
    summary: 'The components of a project',
    access,
    params,
    query: Type.Object({
      ...pagingQuery,
      onlyOutdated: Type.Optional(
        Type.Boolean({ description: 'Has no effect: this server does not know newer versions' }),
      ),
      onlyDirect: Type.Optional(Type.Boolean({ description: 'Has no effect' })),
    }),
    responses: {
      200: { description: 'Components; X-Total-Count has their number', schema: TrackedComponents },
      ...missing,
    },
    async run(call) {
      const { components, total } = await componentsOf(call.app, await idIn(call), rangeIn(call.query));
      return { ...bare(components), headers: { 'X-Total-Count': String(total) } };
    },
  }),
  route({
    ...shared,
    id: 'dependencyTrackBomExport',
    method: 'GET',
    isAudited: true,
    path: '/api/v1/bom/cyclonedx/project/{uuid}',
    summary: 'The SBOM of the published components of a project as CycloneDX 1.6',
    access,
    params,
    query: Type.Object({
      format: Type.Optional(
        OneOf(
          ['json', 'JSON', 'xml', 'XML'],
          'Without it, XML if the header Accept takes nothing but application/vnd.cyclonedx+xml, else JSON',
        ),
      ),
      variant: OneOf(
        ['inventory', 'withVulnerabilities', 'vdr'],
        'withVulnerabilities: also vulnerabilities with their analyses; vdr: without these',
        'inventory',
      ),
      download: saves,
    }),
    responses: document,
    async run(call) {
      const form = formIn(call);
      return answerOf(await bomOf(call, await idIn(call), call.query.variant, form), call.query.download, form);
    },
  }),
  route({
    ...shared,
    id: 'dependencyTrackVexExport',
    method: 'GET',
    isAudited: true,
    path: '/api/v1/vex/cyclonedx/project/{uuid}',
    summary: 'The vulnerabilities of a project with their analyses as CycloneDX 1.6',
    access,
    params,
    query: Type.Object({ download: saves }),
    responses: document,
    run: async (call) => answerOf(await vexOf(call, await idIn(call)), call.query.download),
  }),
];
