// Container images as sources of a project: beside the interface document, which knows no images.
import { onProject, projectIn } from '../../http/access.ts';
import { bare } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import { ImageList, ImageSourceInput } from './image-schemas.ts';
import { imageInput, listImages } from './image-sources.ts';
import { ProjectPath, sourceRoutes } from './source-routes.ts';

const group = 'Container images';
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
