// SBOMs that are attached to container images: beside the interface document, which knows no images.
import { onProject, projectIn } from '../../http/access.ts';
import { Id, Model, Text, Type } from '../../http/models/schemas.ts';
import { accepted } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import { importAttached } from './attached-sboms.ts';

const AttachedPath = Type.Object({
  projectId: Id('Project'),
  instanceId: Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: 'Number of the image source' }),
  digest: Text(71, 'Digest of the document: sha256:…', { pattern: '^sha256:[0-9a-f]{64}$' }),
});

const AttachedQueued = Model('AttachedImportQueued', {
  message: Type.String(),
  id: Type.Integer({ description: 'The job' }),
});

export const attachedRoutes: Route[] = [
  route({
    id: 'importAttachedSbom',
    method: 'POST',
    path: '/projects/{projectId}/imageSources/{instanceId}/attached/{digest}/import',
    isExtra: true,
    group: 'Container images',
    summary: 'Queues the import of an SBOM that is attached to an image, or of the one inside of an attestation',
    description:
      'It is fetched from the registry of the image with the sign-in of the source, and compared with its digest.',
    access: onProject('IMPORT_DATA', projectIn('params')),
    params: AttachedPath,
    responses: {
      202: { description: 'Queued', schema: AttachedQueued },
      400: { description: 'It is no SBOM, or the registry does not give it; the message says which' },
      404: { description: 'No such project, source or SBOM' },
      409: { description: 'Another import of the project is running' },
    },
    async run({ app, caller, params, signal }) {
      return accepted('The import was queued.', { id: await importAttached(app, caller, params, signal) });
    },
  }),
];
