// Email templates (internal): the interface document's heading, in its order.
import { Readable } from 'node:stream';
import { signedIn } from '../../http/access.ts';
import { DataOf, Model, Text, Type } from '../../http/models/schemas.ts';
import { data, download } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import * as operations from './operations.ts';

const group = 'Email templates (internal)';
const params = Type.Object({
  templateName: Text(100, 'Name of the template, with or without .html', { minLength: 1 }),
});

export const emailTemplateRoutes: Route[] = [
  route({
    id: 'getEmailTemplate',
    method: 'GET',
    path: '/emailTemplates/{templateName}',
    group,
    summary: 'A custom email template',
    access: signedIn(),
    params,
    responses: {
      200: { description: 'The file', mediaType: 'text/html' },
      404: { description: 'There is no custom template of this name' },
    },
    async run({ app, params }) {
      const text = Buffer.from(await operations.readTemplate(app, params.templateName));
      // Sent as an attachment, because the HTML of a template must not run as a page of this server.
      return download(
        Readable.from([text]),
        `${params.templateName.replace(/\.html$/i, '')}.html`,
        'text/html; charset=utf-8',
        text.length,
      );
    },
  }),
  route({
    id: 'getEmailTemplateImage',
    method: 'GET',
    path: '/emailTemplates/images/{imageName}',
    group,
    summary: 'An inline image of the templates',
    access: signedIn(),
    params: Type.Object({ imageName: Text(255, 'File name of the image', { minLength: 1 }) }),
    responses: { 200: { description: 'The image', mediaType: 'image/*' }, 404: { description: 'No such image' } },
    async run({ app, params }) {
      const { stream, mediaType, sizeBytes } = await operations.openImage(app, params.imageName);
      return download(stream, params.imageName, mediaType, sizeBytes);
    },
  }),
  route({
    id: 'emailTemplateExists',
    method: 'GET',
    path: '/emailTemplates/{templateName}/exists',
    group,
    summary: 'Whether a custom email template exists',
    access: signedIn(),
    params,
    responses: {
      200: {
        description: 'The answer',
        schema: DataOf(Model('EmailTemplateCheck', { templateName: Type.String(), exists: Type.Boolean() })),
      },
    },
    run: async ({ app, params }) =>
      data({ templateName: params.templateName, exists: await operations.templateExists(app, params.templateName) }),
  }),
];
