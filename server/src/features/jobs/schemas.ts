// Schemas of jobs.
import { JobStatusValue } from '../../http/models/enumerations.ts';
import { Model, Type } from '../../http/models/schemas.ts';

export const Job = Model('Job', {
  id: Type.Integer(),
  jobType: Type.String(),
  reportId: Type.Optional(Type.Integer({ description: 'The report that the job creates; absent for other jobs' })),
  project: Model('JobProject', { id: Type.Union([Type.Integer(), Type.Null()]), name: Type.String() }),
  status: JobStatusValue('How far it is'),
  triggeredBy: Model('JobTrigger', { id: Type.Union([Type.Integer(), Type.Null()]), user: Type.String() }),
  queuedOn: Type.String(),
  activatedOn: Type.String(),
  completedOn: Type.String(),
  jobDetails: Type.String(),
  error: Type.String(),
  server: Model('JobServer', { id: Type.Integer(), name: Type.String() }, { description: 'The server that runs it' }),
  actions: Type.Array(Type.Literal('CANCEL'), {
    description: 'What the caller may do with the job as it is now: POST /jobs/{jobId}/cancel',
  }),
});

export const JobProgress = Model('JobProgress', {
  id: Type.Integer(),
  jobType: Type.String(),
  status: JobStatusValue('How far it is'),
  phase: Type.String(),
  done: Type.Integer(),
  total: Type.Integer(),
  ratePerSecond: Type.Number(),
  secondsLeft: Type.Union([Type.Number(), Type.Null()]),
  error: Type.String(),
  details: Type.String(),
  isOver: Type.Boolean(),
});

export const JobLogLine = Model('JobLogLine', {
  id: Type.Integer(),
  code: Type.String(),
  path: Type.String(),
  message: Type.String(),
});
