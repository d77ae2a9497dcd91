// When a project is synchronised or scanned by itself.

import type { App } from '../../app.ts';
import { sharedNow } from '../../db/postgres/shared-clock.ts';
import { lockForChange } from '../../db/projects/projects.ts';
import { type CodeSchedule, findCodeSchedule, setCodeSchedule } from '../../db/scm/schedules.ts';
import { NEVER } from '../../domain/scm/schedule.ts';
import { wireTimeWithTenths } from '../../domain/wire-times.ts';
import { onProject, projectIn } from '../../http/access.ts';
import { entity } from '../../http/entities.ts';
import { scheduleFields } from '../../http/models/schedule-model.ts';
import { DataOf, Id, Message, Model, type Static, Type, versioned } from '../../http/models/schemas.ts';
import { data, done } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import { CodeAction, PushResult } from './push-schemas.ts';

const group = 'Source control instances';
const query = Type.Object({ projectId: Id('Project') });
const missing = { 404: { description: 'No such project' } };
const fields = {
  action: CodeAction('What is done. A scan synchronises first', 'SCAN'),
  ...scheduleFields('How often'),
};
const ScheduleChange = Model('CodeScheduleChange', { ...fields, ...versioned });
const ScheduleShown = Model('CodeSchedule', {
  ...fields,
  lastTime: Type.Optional(
    Model('CodeScheduleTime', {
      startedOn: Type.String({ description: 'When the schedule came due last' }),
      result: PushResult('QUEUED, WAITING for another job, or FAILED'),
      detail: Type.String({ description: 'Such as the reason why nothing was started' }),
      jobId: Type.Optional(Type.Integer({ description: 'The job' })),
    }),
  ),
  ...versioned,
});

const schedule = entity({
  name: 'schedule',
  members: ['action', 'frequency', 'everyHours', 'at', 'on'],
  load: ({ app, query: { projectId } }) => describe(app, projectId),
});

async function describe(app: App, projectId: number) {
  const found = await findCodeSchedule(app.db, projectId);
  return {
    action: found?.action ?? 'SCAN',
    ...NEVER,
    ...found?.schedule,
    ...(found?.started_at == null ? {} : { lastTime: lastTimeOf(found, found.started_at) }),
  };
}

function lastTimeOf({ result, detail, job_id }: CodeSchedule, startedAt: Date) {
  return {
    startedOn: wireTimeWithTenths(startedAt),
    ...{ result, detail },
    ...(job_id === null ? {} : { jobId: job_id }),
  };
}

async function change(app: App, projectId: number, { action, ...times }: Static<typeof ScheduleChange>): Promise<void> {
  const { frequency, everyHours, at, on } = times;
  await app.db.transaction().execute(async (tx) => {
    await lockForChange(tx, projectId, 'EDIT_SCM');
    await setCodeSchedule(tx, projectId, {
      action,
      schedule: { frequency, everyHours, at, on },
      at: await sharedNow(app),
    });
  });
}

export const codeScheduleRoutes: Route[] = [
  route({
    id: 'getCodeSchedule',
    method: 'GET',
    path: '/scmInstances/schedule',
    group,
    isExtra: true,
    summary: 'When the project is synchronised or scanned by itself, and what came of the last time',
    access: onProject('VIEW_SCM', projectIn('query')),
    query,
    shows: schedule,
    responses: { 200: { description: 'The schedule', schema: DataOf(ScheduleShown) }, ...missing },
    run: async ({ app, query: { projectId } }) => data(await describe(app, projectId)),
  }),
  route({
    id: 'setCodeSchedule',
    method: 'PUT',
    path: '/scmInstances/schedule',
    group,
    isExtra: true,
    summary: 'Sets when the project is synchronised or scanned by itself. Setting it starts nothing',
    access: onProject('EDIT_SCM', projectIn('query')),
    query,
    body: ScheduleChange,
    edits: schedule,
    responses: {
      200: { description: 'Set', schema: Message },
      400: { description: 'The project is locked' },
      ...missing,
    },
    async run({ app, query: { projectId }, body }) {
      await change(app, projectId, body);
      return done('Schedule updated successfully.');
    },
  }),
];
