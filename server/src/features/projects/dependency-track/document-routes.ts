// Addresses of Dependency-Track for what programs fetch of a project: components, SBOM and VEX.
import { onProject } from '../../../http/access.ts';
import { OneOf, Type } from '../../../http/models/schemas.ts';
import { bare, download } from '../../../http/replies.ts';
import { type Route, route } from '../../../http/route.ts';
import { idIn, missing, params, projectOfUuid, shared } from './addresses.ts';
import { BOM_MEDIA_TYPE, bomOf, componentsOf, MOST_DOCUMENT_ITEMS, vexOf } from './documents.ts';
import { pagingQuery, rangeIn, TrackedComponents } from './schemas.ts';

const document = {
  200: { description: 'The document', mediaType: BOM_MEDIA_TYPE },
  ...missing,
  413: { description: `The project has more than ${MOST_DOCUMENT_ITEMS} components` },
};
const saves = Type.Optional(Type.Boolean({ description: 'The answer is saved as a file' }));
const access = onProject('VIEW_INVENTORY', projectOfUuid);

/** Browsers save a download; programs take the document as it is. */
function answerOf(made: Awaited<ReturnType<typeof vexOf>>, isDownload: boolean | undefined) {
  const reply = download(
    made.stream,
    made.fileName,
    isDownload ? 'application/octet-stream' : BOM_MEDIA_TYPE,
    made.sizeBytes,
  );
  if (isDownload) return reply;
  const { 'Content-Disposition': _, ...headers } = reply.headers;
  return { ...reply, headers };
}

export const dependencyTrackDocumentRoutes: Route[] = [
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
      format: OneOf(['json', 'JSON'], 'Only JSON is written', 'json'),
      variant: OneOf(
        ['inventory', 'withVulnerabilities', 'vdr'],
        'withVulnerabilities: also vulnerabilities with their analyses; vdr: without these',
        'inventory',
      ),
      download: saves,
    }),
    responses: document,
    run: async (call) => answerOf(await bomOf(call, await idIn(call), call.query.variant), call.query.download),
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
