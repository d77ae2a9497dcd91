// Container images as sources of a project: beside the interface document, which knows no images.
import { onProject, projectIn } from '../../http/access.ts';
import { Text, Type } from '../../http/models/schemas.ts';
import { accepted, bare } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import { importAttached } from './attached-sboms.ts';
import { ImageList, ImageSourceInput } from './image-schemas.ts';
import { imageInput, listImages } from './image-sources.ts';
import { SyncQueued } from './schemas.ts';
import { ProjectPath, SourcePath, sourceRoutes } from './source-routes.ts';

const group = 'Container images';
const AttachedPath = Type.Object({
  ...SourcePath.properties,
  digest: Text(71, 'Digest of the document: sha256:…', { pattern: '^sha256:[0-9a-f]{64}$' }),
});

export const imageRoutes: Route[] = [
  route({
    id: 'listImageSources',
    method: 'GET',
    path: '/projects/{projectId}/imageSources',
    isExtra: true,
    group,
    summary: 'Images that a project names, with masked passwords, and the images in its code base with their layers',
    access: onProject('VIEW_SCM', projectIn('params')),
    params: ProjectPath,
    responses: { 200: { description: 'Sources and images', schema: ImageList }, 404: { description: 'No such project' } }, // biome-ignore format: one claim
    run: async ({ app, caller, params }) => bare(await listImages(app, caller, params.projectId)),
  }),
  route({
    id: 'importAttachedSbom',
    method: 'POST',
    path: '/projects/{projectId}/imageSources/{instanceId}/attached/{digest}/import',
    isExtra: true,
    group,
    summary: 'Queues the import of an SBOM that is attached to an image, or of the one inside of an attestation',
    description:
      'It is fetched from the registry of the image with the sign-in of the source, and compared with its digest.',
    access: onProject('IMPORT_DATA', projectIn('params')),
    params: AttachedPath,
    responses: {
      202: { description: 'Queued', schema: SyncQueued },
      400: { description: 'It is no SBOM, or the registry does not give it; the message says which' },
      404: { description: 'No such project, source or SBOM' },
      409: { description: 'Another import of the project is running' },
    },
    async run({ app, caller, params, signal }) {
      return accepted('The import was queued.', { id: await importAttached(app, caller, params, signal) });
    },
  }),
  ...sourceRoutes({
    type: 'IMAGE',
    group,
    name: 'Image',
    body: ImageSourceInput,
    inputOf: imageInput,
    words: {
      creates: 'Adds an image of a registry to a project. POST /scmInstances/sync, and every scan, fetches it',
      replaces: 'Replaces an image source of a project',
      deletes: 'Deletes an image source of a project; the next synchronisation removes its files',
      tests: 'Asks the registry, within 5 seconds, for the image that the source names',
      invalid: 'The name of the image is wrong, or the project is locked',
      untested: 'The registry, the sign-in, the name or the platform is wrong; the message says which',
    },
  }),
];
