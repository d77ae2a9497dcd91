// Report templates and their versions (not in the interface document). Only system administrators may change them, because templates render everybody's data.
import { permission } from '../../http/access.ts';
import { MIB } from '../../http/bodies.ts';
import { entity } from '../../http/entities.ts';
import { DataOf, PageOf, PageQuery, Text, Type } from '../../http/models/schemas.ts';
import { newPage } from '../../http/paging.ts';
import { data } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import {
  ReportTemplate,
  ReportTemplateInput,
  SavedTemplate,
  TemplatePreview,
  TemplateTrial,
  TemplateVersion,
  TemplateVersionNumber,
  TemplateVersionText,
} from './template-schemas.ts';
import * as operations from './templates.ts';

const group = 'Reports';
const access = permission('system_admin');
const folder = Text(255, 'Folder of the report', { minLength: 1 });
const params = Type.Object({ folder });
const versionParams = Type.Object({ folder, version: TemplateVersionNumber });

/** A new template has no text yet. */
const template = entity({
  name: 'report template',
  unrecorded: ['text'],
  members: ['path', 'text'],
  load: ({ app, params: { folder: name } }) => operations.describeTemplate(app, name),
});

export const reportTemplateRoutes: Route[] = [
  route({
    id: 'getReportTemplate',
    method: 'GET',
    path: '/reportTemplates/{folder}',
    group,
    isExtra: true,
    summary: 'Returns the current template of a report',
    access,
    params,
    shows: template,
    responses: {
      200: { description: 'The template', schema: DataOf(ReportTemplate) },
      404: { description: 'No such folder, or its report is a script' },
    },
    run: async ({ app, params }) => data(await operations.describeTemplate(app, params.folder)),
  }),
  route({
    id: 'saveReportTemplate',
    method: 'PUT',
    path: '/reportTemplates/{folder}',
    group,
    isExtra: true,
    summary: 'Saves a template as a new version; makes its folder if necessary',
    description:
      'The next report uses it. Saving the text of the newest version creates no new version. POST /reports creates the definition.',
    access,
    params,
    largestBodyBytes: 24 * MIB,
    body: ReportTemplateInput,
    edits: template,
    responses: {
      200: { description: 'Saved', schema: SavedTemplate },
      400: {
        description:
          'The name is not allowed for a folder, the folder has a script, or the template has another format',
      },
      404: { description: 'The request names a version, but there is no template' },
    },
    async run({ app, caller, params, body }) {
      const version = await operations.saveTemplate(app, caller, params.folder, body);
      return { status: 200, headers: {}, body: { message: 'Report template saved.', version } };
    },
  }),
  route({
    id: 'listReportTemplateVersions',
    method: 'GET',
    path: '/reportTemplates/{folder}/versions',
    group,
    isExtra: true,
    summary: 'Lists the versions of a template, the newest first, even if the template was removed',
    access,
    params,
    query: Type.Object(PageQuery),
    responses: {
      200: { description: 'Versions', schema: PageOf(TemplateVersion) },
      404: { description: 'No such template' },
    },
    async run({ app, params, query }) {
      const { rows, paging } = await operations.listVersions(app, params.folder, newPage(query));
      return data(rows, paging);
    },
  }),
  route({
    id: 'getReportTemplateVersion',
    method: 'GET',
    path: '/reportTemplates/{folder}/versions/{version}',
    group,
    isExtra: true,
    summary: 'Returns a version of a template with its text',
    access,
    params: versionParams,
    responses: {
      200: { description: 'The version', schema: DataOf(TemplateVersionText) },
      404: { description: 'No such template or version' },
    },
    run: async ({ app, params }) => data(await operations.describeVersion(app, params.folder, params.version)),
  }),
  route({
    id: 'restoreReportTemplateVersion',
    method: 'POST',
    path: '/reportTemplates/{folder}/versions/{version}/restore',
    group,
    isExtra: true,
    summary: 'Restores the text of a version as a new version, even if the template was removed',
    access,
    params: versionParams,
    responses: {
      200: { description: 'Restored', schema: SavedTemplate },
      404: { description: 'No such template or version' },
    },
    async run({ app, caller, params }) {
      const version = await operations.restoreVersion(app, caller, params.folder, params.version);
      return { status: 200, headers: {}, body: { message: 'Report template restored.', version } };
    },
  }),
  route({
    id: 'previewReportTemplate',
    method: 'POST',
    path: '/reportTemplates/{folder}/preview',
    group,
    isExtra: true,
    summary: 'Renders a text, a version or the current template with the data of a project, and stores nothing',
    description:
      'The folder need not exist if the body has a text and a format. A preview may take 20 seconds and 8 MB.',
    access,
    params,
    largestBodyBytes: 24 * MIB,
    body: TemplateTrial,
    responses: {
      200: { description: 'The rendered text', schema: DataOf(TemplatePreview) },
      400: { description: 'The template cannot be rendered; the message names the line' },
      404: { description: 'No such project, template or version' },
    },
    run: async ({ app, caller, authorize, params, body, signal }) =>
      data(await operations.tryTemplate(app, { caller, authorize }, params.folder, body, signal)),
  }),
];
