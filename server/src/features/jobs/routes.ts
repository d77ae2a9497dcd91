// Jobs: the interface document's heading, with progress, log and cancel of ours.

import { notFound } from '../../errors.ts';
import { jobActionable, jobVisible, visibleRows } from '../../http/access.ts';
import { DataOf, Id, Message, PageOf, PageQuery, Text, Type } from '../../http/models/schemas.ts';
import { newPage } from '../../http/paging.ts';
import { bare, data, done, streamed } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import * as operations from './operations.ts';
import { Job, JobLogLine, JobProgress } from './schemas.ts';

const group = 'Jobs';
const params = Type.Object({ jobId: Id('Job') });
const sees = jobVisible('jobId', (id) => notFound('Job', id));

export const jobRoutes: Route[] = [
  route({
    id: 'getJob',
    method: 'GET',
    path: '/jobs/{jobId}',
    group,
    summary: 'A job',
    access: sees,
    params,
    responses: {
      200: { description: 'The job itself, without an envelope', schema: Job },
      404: { description: 'No such job' },
    },
    run: async ({ app, caller, params }) => bare(await operations.describeJob(app, caller, params.jobId)),
  }),
  route({
    id: 'listJobs',
    method: 'GET',
    path: '/jobs',
    aliases: ['/jobs/all'],
    group,
    summary: 'Jobs, newest first',
    access: visibleRows(),
    query: Type.Object({
      jobType: Type.Optional(Text(255, 'Type, such as Project Scan')),
      status: Type.Optional(Text(50, 'Status, such as Active')),
      projectId: Type.Optional(Id('Project')),
      reportId: Type.Optional(Id('Report: only jobs that create it')),
      triggeredBy: Type.Optional(Text(60, 'Login of the user who started it')),
      jobsHistoryInDays: Type.Integer({
        minimum: 0,
        maximum: 36_500,
        default: 0,
        description: 'Only jobs of the last so many days; 0 for all',
      }),
      ...PageQuery,
    }),
    responses: { 200: { description: 'Jobs', schema: PageOf(Job) } },
    async run({ app, caller, query }) {
      const { jobs, paging } = await operations.listVisibleJobs(app, caller, query, newPage(query));
      return streamed('{"data":[', jobs, ']}', paging);
    },
  }),
  route({
    id: 'getJobProgress',
    method: 'GET',
    path: '/jobs/{jobId}/progress',
    group,
    isExtra: true,
    summary: 'Progress of a job',
    access: sees,
    params,
    responses: { 200: { description: 'Progress', schema: DataOf(JobProgress) }, 404: { description: 'No such job' } },
    run: async ({ app, params }) => data(await operations.jobProgress(app, params.jobId)),
  }),
  route({
    id: 'getJobLog',
    method: 'GET',
    path: '/jobs/{jobId}/log',
    group,
    isExtra: true,
    summary: 'The issues that a job found',
    access: sees,
    params,
    query: Type.Object(PageQuery),
    responses: {
      200: { description: 'Issues in the order in which the job found them', schema: PageOf(JobLogLine) },
      404: { description: 'No such job' },
    },
    async run({ app, params, query }) {
      const { lines, paging } = await operations.jobLog(app, params.jobId, newPage(query));
      return streamed('{"data":[', lines, ']}', paging);
    },
  }),
  route({
    id: 'cancelJob',
    method: 'POST',
    path: '/jobs/{jobId}/cancel',
    group,
    isExtra: true,
    summary: 'Asks a job to stop',
    access: jobActionable('jobId', (id) => notFound('Job', id)),
    params,
    responses: {
      200: { description: 'Asked', schema: Message },
      400: { description: 'The job is over' },
      404: { description: 'No such job' },
    },
    run: async ({ app, params }) => done(await operations.cancelJob(app, params.jobId)),
  }),
];
