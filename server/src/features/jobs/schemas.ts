// Jobs: shapes.
import { Type } from '../../http/schemas.ts';

export const Job = Type.Object({
  id: Type.Integer(),
  jobType: Type.String(),
  project: Type.Object({ id: Type.Union([Type.Integer(), Type.Null()]), name: Type.String() }),
  status: Type.String({
    description: 'New, Scheduled, Active, Waiting on update, Completed, Failed, Canceled or Terminated',
  }),
  triggeredBy: Type.Object({ id: Type.Union([Type.Integer(), Type.Null()]), user: Type.String() }),
  queuedOn: Type.String(),
  activatedOn: Type.String(),
  completedOn: Type.String(),
  jobDetails: Type.String(),
  error: Type.String(),
  server: Type.Object({ id: Type.Integer(), name: Type.String() }, { description: 'The server that runs it' }),
});

export const JobProgress = Type.Object({
  id: Type.Integer(),
  jobType: Type.String(),
  status: Type.String(),
  phase: Type.String(),
  done: Type.Integer(),
  total: Type.Integer(),
  ratePerSecond: Type.Number(),
  secondsLeft: Type.Union([Type.Number(), Type.Null()]),
  error: Type.String(),
  details: Type.String(),
  isOver: Type.Boolean(),
});

export const JobLogLine = Type.Object({
  id: Type.Integer(),
  code: Type.String(),
  path: Type.String(),
  message: Type.String(),
});
