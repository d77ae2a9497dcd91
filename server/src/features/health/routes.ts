// Whether the process lives and whether it can do its work; for supervisors and load balancers. No token, no details.
import { sql } from 'kysely';
import { AppError } from '../../errors.ts';
import { anyone } from '../../http/access.ts';
import { bare } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import { Type } from '../../http/schemas.ts';
import { lackOfSpace } from '../../installation/disk-space.ts';

const Health = Type.Object({ status: Type.String() });
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
    summary: 'The server can reach its database, and its disks have room',
    access: anyone(),
    responses: { 200: { description: 'Ready', schema: Health }, 503: { description: 'Not ready' } },
    async run({ app, log }) {
      try {
        await sql`select 1`.execute(app.db);
      } catch (err) {
        log.warn({ err }, 'not ready');
        throw new AppError('unavailable', { message: 'The database does not answer.', retryAfterSeconds: 5 });
      }
      const lack = await lackOfSpace(app.config);
      if (lack) throw new AppError('unavailable', { message: lack });
      return bare({ status: 'ready' });
    },
  }),
];
