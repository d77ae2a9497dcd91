// Settings of the installation: operations of ours.
import { permission } from '../../http/access.ts';
import { accepted, data, done } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import { DataOf, Message, Type } from '../../http/schemas.ts';
import * as operations from './operations.ts';
import { SiteSettings, SiteSettingsInput } from './schemas.ts';
import { queueVerification } from './verification.ts';

const group = 'Site settings';

export const siteSettingsRoutes: Route[] = [
  route({
    id: 'getSiteSettings',
    method: 'GET',
    path: '/siteSettings',
    group,
    isExtra: true,
    summary: 'Settings of the whole installation',
    access: permission('system_admin'),
    responses: { 200: { description: 'The settings', schema: DataOf(SiteSettings) } },
    run: async ({ app }) => data(await operations.describeSiteSettings(app)),
  }),
  route({
    id: 'setSiteSettings',
    method: 'PUT',
    path: '/siteSettings',
    group,
    isExtra: true,
    summary: 'Changes settings of the whole installation; members left out stay as they are',
    description:
      'Jobs that ended longer ago than jobRetentionDays are removed within the hour, with their logs. The last scan of a project and the jobs behind stored reports stay.',
    access: permission('system_admin'),
    body: SiteSettingsInput,
    responses: { 200: { description: 'Changed', schema: Message } },
    async run({ app, body }) {
      await operations.changeSiteSettings(app, body);
      return done('Site settings updated successfully.');
    },
  }),
  route({
    id: 'verifyStore',
    method: 'POST',
    path: '/store/verify',
    group,
    isExtra: true,
    summary: 'Queues the reading of everything that is stored; the log of the job names each damaged file',
    description:
      'The job ends as Completed whether it found damage or not; its details say how much. Uploading a code base again repairs the files of it that are damaged.',
    access: permission('system_admin'),
    responses: {
      202: { description: 'Queued', schema: Type.Object({ message: Type.String(), id: Type.Integer() }) },
      409: { description: 'A verification is open' },
    },
    async run({ app, caller }) {
      const id = await queueVerification(app, caller);
      return accepted(`The store is read in the background with the job ID: ${id}`, { id });
    },
  }),
];
