// Container images as sources of a project: beside the interface document, which knows no images.
import { onProject, projectIn } from '../../http/access.ts';
import { Created, Message } from '../../http/models/schemas.ts';
import { bare, created, done } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import { ImageList, ImageSourceInput, ImageSourcePath, ProjectPath } from './image-schemas.ts';
import { imageInput, listImages } from './image-sources.ts';
import * as operations from './operations.ts';

const group = 'Container images';
const mayEdit = onProject('EDIT_SCM', projectIn('params'));
const missing = { 404: { description: 'No such project or source' } };
const invalid = { 400: { description: 'The name of the image is wrong, or the project is locked' } };

const place = ({ projectId, instanceId }: { projectId: number; instanceId: number }) =>
  ({ projectId, scmType: 'IMAGE', instanceId }) as const;

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
    id: 'createImageSource',
    method: 'POST',
    path: '/projects/{projectId}/imageSources',
    isExtra: true,
    group,
    summary: 'Adds an image of a registry to a project. POST /scmInstances/sync, and every scan, fetches it',
    access: mayEdit,
    params: ProjectPath,
    body: ImageSourceInput,
    responses: {
      201: { description: 'Created', schema: Created },
      ...invalid,
      404: { description: 'No such project' },
    },
    run: async ({ app, params, body }) =>
      created(await operations.createInstance(app, params.projectId, 'IMAGE', imageInput(body)), 'Created'),
  }),
  route({
    id: 'updateImageSource',
    method: 'PUT',
    path: '/projects/{projectId}/imageSources/{instanceId}',
    isExtra: true,
    group,
    summary: 'Replaces an image source of a project',
    access: mayEdit,
    params: ImageSourcePath,
    body: ImageSourceInput,
    responses: { 200: { description: 'Ok', schema: Message }, ...invalid, ...missing },
    async run({ app, params, body }) {
      await operations.changeInstance(app, place(params), imageInput(body));
      return done('Ok');
    },
  }),
  route({
    id: 'deleteImageSource',
    method: 'DELETE',
    path: '/projects/{projectId}/imageSources/{instanceId}',
    isExtra: true,
    group,
    summary: 'Deletes an image source of a project; the next synchronisation removes its files',
    access: mayEdit,
    params: ImageSourcePath,
    responses: { 200: { description: 'Ok', schema: Message }, ...missing },
    async run({ app, params }) {
      await operations.removeInstance(app, place(params));
      return done('Ok');
    },
  }),
  route({
    id: 'testImageSource',
    method: 'POST',
    path: '/projects/{projectId}/imageSources/{instanceId}/test',
    isExtra: true,
    group,
    summary: 'Asks the registry, within 5 seconds, for the image that the source names',
    access: mayEdit,
    params: ImageSourcePath,
    responses: {
      200: { description: 'Ok, and what was found', schema: Message },
      400: { description: 'The registry, the sign-in, the name or the platform is wrong; the message says which' },
      ...missing,
    },
    run: async ({ app, params, signal }) => done(await operations.testConnection(app, place(params), signal)),
  }),
];
