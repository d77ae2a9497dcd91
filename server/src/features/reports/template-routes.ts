// Templates of custom reports: text, versions, preview. For system administrators, as scripts are.
import { also, permission } from '../../http/access.ts';
import { MIB } from '../../http/bodies.ts';
import { newPage } from '../../http/paging.ts';
import { data } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import { DataOf, Id, Model, PageOf, PageQuery, Text, Type } from '../../http/schemas.ts';
import * as operations from './templates.ts';

const group = 'Reports';
const access = permission('system_admin');
const params = Type.Object({ reportId: Id('Report') });
const LARGEST_BODY = 8 * MIB;
const noTemplate = {
  400: { description: 'The report is not made by a template, or what is asked of it is refused' },
  404: { description: 'No such report' },
};

const head = {
  number: Type.Integer({ description: 'Counted from 1; the highest one stands' }),
  sha256: Type.String(),
  comment: Type.String(),
  author: Type.String({ description: 'Login; blank where the file was found changed' }),
  createdOn: Type.String(),
};

export const reportTemplateRoutes: Route[] = [
  route({
    id: 'getReportTemplate',
    method: 'GET',
    path: '/reports/{reportId}/template',
    group,
    isExtra: true,
    summary: 'The template that makes a custom report',
    access,
    params,
    responses: {
      200: {
        description: 'The text as it stands',
        schema: DataOf(
          Model('ReportTemplate', {
            path: Type.String({ description: 'Below the folder of report scripts' }),
            format: Type.String({ description: 'What it makes: html, md, txt, csv, json or xml' }),
            text: Type.String(),
            version: Type.Integer({ description: 'The number of this text' }),
          }),
        ),
      },
      ...noTemplate,
    },
    run: async ({ app, params }) => data(await operations.describeTemplate(app, params.reportId)),
  }),
  route({
    id: 'updateReportTemplate',
    method: 'PUT',
    path: '/reports/{reportId}/template',
    group,
    isExtra: true,
    summary: 'Saves a template as its next version; going back is saving the text of an older one',
    access,
    params,
    largestBodyBytes: LARGEST_BODY,
    body: Model('ReportTemplateChange', {
      text: Text(4_194_304, 'Liquid template', { minLength: 1 }),
      comment: Type.Optional(Text(500, 'What has changed')),
      basedOn: Type.Optional(
        Type.Integer({ minimum: 1, description: 'The version that was edited: 409 when another one stands by now' }),
      ),
    }),
    responses: {
      200: {
        description: 'Saved',
        schema: DataOf(Model('ReportTemplateSaved', { version: Type.Integer() })),
      },
      ...noTemplate,
      409: { description: 'Somebody else has changed it' },
    },
    run: async ({ app, caller, params, body }) =>
      data({ version: await operations.saveTemplate(app, caller, params.reportId, body) }),
  }),
  route({
    id: 'listReportTemplateVersions',
    method: 'GET',
    path: '/reports/{reportId}/template/versions',
    group,
    isExtra: true,
    summary: 'The versions of a template, the youngest first',
    access,
    params,
    query: Type.Object(PageQuery),
    responses: {
      200: { description: 'Without their texts', schema: PageOf(Model('ReportTemplateVersion', head)) },
      ...noTemplate,
    },
    async run({ app, params, query }) {
      const { rows, paging } = await operations.templateVersions(app, params.reportId, newPage(query));
      return data(rows, paging);
    },
  }),
  route({
    id: 'getReportTemplateVersion',
    method: 'GET',
    path: '/reports/{reportId}/template/versions/{number}',
    group,
    isExtra: true,
    summary: 'A version of a template with its text',
    access,
    params: Type.Object({
      reportId: Id('Report'),
      number: Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'Number of the version' }),
    }),
    responses: {
      200: {
        description: 'The version',
        schema: DataOf(Model('ReportTemplateText', { ...head, text: Type.String() })),
      },
      ...noTemplate,
    },
    run: async ({ app, params }) => data(await operations.templateVersion(app, params.reportId, params.number)),
  }),
  route({
    id: 'previewReportTemplate',
    method: 'POST',
    path: '/reports/{reportId}/template/preview',
    group,
    isExtra: true,
    summary: 'What a template would make of a project, without keeping it',
    description: 'The text may be one that is not saved. Large projects are refused: generate the report for them.',
    access: also(access, 'GENERATE_REPORT'),
    params,
    largestBodyBytes: LARGEST_BODY,
    body: Model('ReportTemplatePreview', {
      projectId: Id('Project'),
      text: Type.Optional(Text(4_194_304, 'Liquid template; absent: as it stands')),
      options: Type.Optional(Type.Record(Type.String(), Type.String(), { description: 'Values of the options' })),
    }),
    responses: {
      200: {
        description: 'What it makes',
        schema: DataOf(Model('ReportTemplateOutput', { format: Type.String(), text: Type.String() })),
      },
      ...noTemplate,
    },
    run: async ({ app, caller, authorize, params, body, signal }) =>
      data(await operations.previewTemplate(app, { caller, authorize }, params.reportId, body, signal)),
  }),
];
