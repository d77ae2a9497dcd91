// Reports: definitions, generation and download.
import { PAGE_POLICY } from '../../documents/html/index.ts';
import { onProject, permission, projectIn, signedIn } from '../../http/access.ts';
import { MIB } from '../../http/bodies.ts';
import { entity } from '../../http/entities.ts';
import {
  Created,
  DataOf,
  Id,
  Message,
  Model,
  PageOf,
  Text,
  Type,
  WholeOrPageQuery,
} from '../../http/models/schemas.ts';
import { wholeOrPage } from '../../http/paging.ts';
import { created, data, done, download } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import { REPORT_KIND_NAMES } from '../../reports/kinds.ts';
import * as operations from './operations.ts';
import { Report, ReportChange, ReportInput } from './schemas.ts';

const group = 'Reports';

/** A report definition names a script that the server runs. */
const mayDefine = permission('system_admin');
const reportParams = Type.Object({ projectId: Id('Project'), reportId: Id('Report') });
/** The header of a 202 answer that holds the state of the task, ACTIVE or SCHEDULED for instance. */
const TASK_STATUS_HEADER = 'Task-Status';
const X_TASK_STATUS_HEADER = 'X-Task-Status';
const zip = { description: 'The zip', mediaType: 'application/octet-stream' };

const report = entity({
  name: 'report',
  members: ['name', 'path', 'enabled', 'enableProjectPicker', 'order', 'reportOptions'],
  load: ({ app, body }) => operations.describeReport(app, body.id),
});

export const reportRoutes: Route[] = [
  route({
    id: 'generateReportLegacy',
    method: 'GET',
    isAudited: true,
    path: '/project/generateReport',
    group: 'Project (deprecated)',
    family: 'legacy',
    deprecated: 'POST /projects/{projectId}/reports/{reportId}/generate and GET …/download',
    summary: 'Generates a report and returns its zip',
    access: onProject('GENERATE_REPORT', projectIn('query', 'projectId', 'legacy'), ['GENERATE_REPORT']),
    query: Type.Object({
      projectId: Id('Project'),
      reportType: Text(
        255,
        `${REPORT_KIND_NAMES}, the name of a report, or CUSTOM_REPORT with its name in reportName`,
        {
          minLength: 1,
        },
      ),
      reportName: Type.Optional(Text(255, 'Name of the report, if reportType is CUSTOM_REPORT')),
      otherProjectId: Type.Optional(
        Id('Second project, for reports that compare; required if the report has enableProjectPicker'),
      ),
    }),
    responses: {
      200: zip,
      400: { description: 'No such project or report, the second project is missing, or the generation failed' },
      404: { description: 'No such second project' },
      409: { description: 'A scan of the project is queued or running' },
      503: { description: 'The report takes longer than ten minutes; its task id ends the text' },
    },
    async run({ app, caller, authorize, query, signal }) {
      const { stream, fileName, sizeBytes } = await operations.generateAndWait(
        app,
        { caller, authorize },
        query.projectId,
        operations.reportAsked(query),
        query.otherProjectId,
        signal,
      );
      return download(stream, fileName, 'application/octet-stream', sizeBytes);
    },
  }),
  route({
    id: 'generateReport',
    method: 'POST',
    path: '/projects/{projectId}/reports/{reportId}/generate',
    group: 'Project',
    summary: 'Queues the generation of a report',
    description:
      'Options are texts with the names in the definition of the report. If a standard report does not know a value, its task fails and names it. The server runs the script of a custom report; the log of the script is the log of the job. The job fails if the script ends without uploading a result.',
    access: onProject('GENERATE_REPORT', projectIn('params'), ['GENERATE_REPORT']),
    params: reportParams,
    body: Model('ReportRequest', {
      otherProjectId: Type.Optional(
        Id('Second project, for reports that compare; required if the report has enableProjectPicker'),
      ),
      options: Type.Optional(
        Type.Record(Type.String(), Type.String(), { description: 'Values of the options of the report' }),
      ),
    }),
    responses: {
      200: { description: 'The task id', schema: DataOf(Model('TaskId', { taskId: Type.Integer() })) },
      404: { description: 'No such project or report' },
      409: { description: 'A scan of the project is queued or running' },
    },
    run: async ({ app, caller, authorize, params: { projectId, reportId }, body }) =>
      data({
        taskId: await operations.generateReport(app, { caller, authorize }, projectId, reportId, body),
      }),
  }),
  route({
    id: 'downloadReport',
    method: 'GET',
    isAudited: true,
    path: '/projects/{projectId}/reports/{reportId}/download',
    group: 'Project',
    summary: 'The zip of a generated report',
    access: onProject('DOWNLOAD_REPORT', projectIn('params')),
    params: reportParams,
    query: Type.Object({ taskId: Id('Task id that the generation returned') }),
    responses: {
      200: zip,
      202: {
        description: 'Not ready yet',
        schema: DataOf(Model('ReportTask', { taskId: Type.Integer(), status: Type.String() })),
        headers: {
          [TASK_STATUS_HEADER]: 'State of the task: SCHEDULED, ACTIVE, …',
          [X_TASK_STATUS_HEADER]: 'The same, for clients that read it there',
        },
      },
      400: { description: 'The generation failed' },
      404: { description: 'No such project, report or task' },
    },
    async run({ app, params, query }) {
      const answer = await operations.downloadReport(app, params.projectId, params.reportId, query.taskId);
      if (answer.state === 'running') {
        return {
          status: 202,
          headers: { [TASK_STATUS_HEADER]: answer.status, [X_TASK_STATUS_HEADER]: answer.status },
          body: { data: { taskId: query.taskId, status: answer.status } },
        };
      }
      return download(answer.stream, answer.fileName, 'application/octet-stream', answer.sizeBytes);
    },
  }),
  route({
    id: 'viewReport',
    method: 'GET',
    isAudited: true,
    path: '/projects/{projectId}/reports/{reportId}/view',
    group: 'Project',
    isExtra: true,
    summary: 'The page of the latest report, for display in the browser',
    description:
      'One HTML file that needs no other files. It is sandboxed: it cannot read cookies, call this server or load anything.',
    access: onProject('DOWNLOAD_REPORT', projectIn('params')),
    params: reportParams,
    query: Type.Object({
      taskId: Type.Optional(
        Id('A task of the report: gives each result an address of its own, so that browsers load a new one'),
      ),
    }),
    responses: {
      200: { description: 'The page', mediaType: 'text/html' },
      404: { description: 'No such project, report or task, no result yet, or a result without a page' },
    },
    async run({ app, params, query }) {
      const { stream, sizeBytes } = await operations.viewReport(app, params.projectId, params.reportId, query.taskId);
      return {
        status: 200,
        headers: {
          'Content-Type': 'text/html; charset=utf-8',
          'Content-Length': String(sizeBytes),
          'Content-Security-Policy': `sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox; frame-ancestors 'self'; ${PAGE_POLICY}`,
        },
        body: undefined,
        stream,
      };
    },
  }),
  route({
    id: 'listReports',
    method: 'GET',
    path: '/reports',
    group,
    summary: 'Existing reports',
    access: signedIn(),
    query: Type.Object({
      reportId: Type.Optional(Id('Report')),
      name: Type.Optional(Text(255, 'Exact name')),
      path: Type.Optional(Text(1024, 'Exact path')),
      enabled: Type.Optional(Type.Boolean({ description: 'Only enabled, or only disabled ones' })),
      default: Type.Optional(Type.Boolean({ description: 'Only standard, or only custom ones' })),
      order: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'Place in the list' })),
      ...WholeOrPageQuery,
    }),
    shows: report,
    responses: {
      200: { description: 'Reports', schema: PageOf(Report) },
      400: { description: 'No report matches, or the page lies beyond the end' },
    },
    async run({ app, query }) {
      const { reports, paging } = await operations.findReports(
        app,
        {
          id: query.reportId,
          name: query.name,
          path: query.path,
          isEnabled: query.enabled,
          isDefault: query.default,
          position: query.order,
        },
        wholeOrPage(query),
      );
      return data(reports, paging);
    },
  }),
  route({
    id: 'createReport',
    method: 'POST',
    path: '/reports',
    group,
    summary: 'Adds a custom report',
    description:
      'The server looks for its script below the folder of report scripts when it generates the report; the script need not exist yet.',
    access: mayDefine,
    largestBodyBytes: 8 * MIB,
    body: ReportInput,
    responses: {
      201: { description: 'Created', schema: Created },
      400: { description: 'Another report has this name, or the path leads outside the folder of report scripts' },
    },
    run: async ({ app, body }) => created(await operations.createReport(app, body), 'Report created successfully.'),
  }),
  route({
    id: 'updateReport',
    method: 'PUT',
    path: '/reports',
    group,
    summary: 'Updates a custom report',
    access: mayDefine,
    largestBodyBytes: 8 * MIB,
    body: ReportChange,
    edits: report,
    responses: {
      200: { description: 'Updated', schema: Message },
      400: { description: 'A standard report, or another report has the name' },
      404: { description: 'No such report' },
    },
    async run({ app, body: { id, ...input } }) {
      await operations.changeReport(app, id, input);
      return done('Report updated successfully.');
    },
  }),
  route({
    id: 'getReport',
    method: 'GET',
    path: '/reports/{reportId}',
    group,
    summary: 'A report definition',
    access: signedIn(),
    params: Type.Object({ reportId: Id('Report') }),
    shows: report,
    responses: { 200: { description: 'The report', schema: DataOf(Report) }, 404: { description: 'No such report' } },
    run: async ({ app, params }) => data(await operations.describeReport(app, params.reportId)),
  }),
  route({
    id: 'deleteReport',
    method: 'DELETE',
    path: '/reports/{reportId}',
    group,
    summary: 'Deletes a custom report with its results',
    access: mayDefine,
    params: Type.Object({ reportId: Text(255, 'Id of the report, or its name, which older clients send') }),
    responses: {
      200: { description: 'Deleted', schema: Message },
      400: { description: 'A standard report' },
      404: { description: 'No such report' },
    },
    async run({ app, params }) {
      await operations.removeReport(app, params.reportId);
      return done('Report deleted successfully.');
    },
  }),
];
