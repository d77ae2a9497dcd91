// Whether the process runs and whether it can work, for supervisors and load balancers. Needs no token and shows no details.
import { sql } from 'kysely';
import { AppError } from '../../errors.ts';
import { anyone } from '../../http/access.ts';
import { Model, Type } from '../../http/models/schemas.ts';
import { bare } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import { troubleOfDisks } from '../../installation/disks.ts';

const Health = Model('Health', { status: Type.String() });
const group = 'Health';

export const healthRoutes: Route[] = [
  route({
    id: 'healthz',
    method: 'GET',
    path: '/healthz',
    group,
    isExtra: true,
    isAtRoot: true,
    summary: 'The process lives',
    access: anyone(),
    responses: { 200: { description: 'It lives', schema: Health } },
    run: async () => bare({ status: 'ok' }),
  }),
  route({
    id: 'readyz',
    method: 'GET',
    path: '/readyz',
    group,
    isExtra: true,
    isAtRoot: true,
    summary: 'The server can reach its database and write to its disks, which have free space',
    access: anyone(),
    responses: { 200: { description: 'Ready', schema: Health }, 503: { description: 'Not ready' } },
    async run({ app, log }) {
      try {
        await sql`select 1`.execute(app.db);
      } catch (err) {
        log.warn({ err }, 'not ready');
        throw new AppError('unavailable', { message: 'The database does not answer.', retryAfterSeconds: 5 });
      }
      const trouble = await troubleOfDisks(app.config);
      if (trouble) throw new AppError('unavailable', { message: trouble });
      return bare({ status: 'ready' });
    },
  }),
];
